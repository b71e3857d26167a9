import SwiftSyntax

/// The storage of a value in its column: unchanged, or in the form that `@Column(as:)` names.
struct ColumnStorage {
    /// The type of the stored values.
    let type: TypeText
    let isRepresented: Bool

    /// The storage of an optional value.
    var optional: ColumnStorage {
        ColumnStorage(
            type: TypeText(type.optional, wrapped: type.wrapped ?? type.text),
            isRepresented: isRepresented)
    }

    private init(type: TypeText, isRepresented: Bool) {
        self.type = type
        self.isRepresented = isRepresented
    }

    init(_ type: TypeText, _ options: ColumnOptions, replacingSelfWith name: TokenSyntax) {
        guard let representation = options.representation else {
            self.type = type
            isRepresented = false
            return
        }
        isRepresented = true
        let text = representation.text(replacingSelfWith: name)
        if let optional = representation.as(OptionalChainingExprSyntax.self) {
            self.type = TypeText(
                text, wrapped: optional.expression.text(replacingSelfWith: name))
        } else if let wrapped = representation.wrappedMember {
            let text = wrapped.text(replacingSelfWith: name)
            self.type = TypeText("\(text)?", wrapped: text)
        } else if type.wrapped != nil, !representation.hasOptionalArgument {
            // `as: JSONRepresentation<[String]>.self` also serves a property of type `[String]?`.
            self.type = TypeText("\(text)?", wrapped: text)
        } else {
            self.type = TypeText(text, wrapped: nil)
        }
    }

    /// The expression of a value in its stored form.
    func stored(_ value: String) -> String {
        guard isRepresented else { return value }
        let initializer = type.wrapped.map { "Optional<\($0)>" } ?? type.text
        return "\(initializer)(\(value))"
    }
}

extension ExprSyntax {
    /// `T.Representation` of `T?.Representation`, which is an optional of it.
    fileprivate var wrappedMember: MemberAccessExprSyntax? {
        guard let member = self.as(MemberAccessExprSyntax.self),
            let optional = member.base?.as(OptionalChainingExprSyntax.self)
        else { return nil }
        return member.with(\.base, optional.expression)
    }

    /// Whether the last generic argument is optional, as in `JSONRepresentation<[String]?>`.
    fileprivate var hasOptionalArgument: Bool {
        let arguments = self.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause
            .arguments
        guard case .type(let last)? = arguments?.last?.argument else { return false }
        return last.wrappedOptional != nil
    }
}
