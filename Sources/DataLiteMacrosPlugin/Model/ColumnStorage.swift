import SwiftSyntax

/// The storage of a value in its column: unchanged, or in the form that `@Column(as:)`, the table or a protocol of the
/// table chooses.
struct ColumnStorage {
    /// The type of the stored values.
    let type: TypeText
    let isRepresented: Bool
    /// Whether another type chooses the type of the stored values, which may be that of the property.
    private let isShared: Bool

    /// The member of the stored form that is the value of the property.
    var value: String { isShared ? "_plain" : "value" }

    /// The storage of an optional value.
    var optional: ColumnStorage {
        ColumnStorage(
            type: TypeText(type.optional, wrapped: type.wrapped ?? type.text),
            isRepresented: isRepresented, isShared: isShared)
    }

    private init(type: TypeText, isRepresented: Bool, isShared: Bool) {
        self.type = type
        self.isRepresented = isRepresented
        self.isShared = isShared
    }

    init(_ type: TypeText, _ options: ColumnOptions, nestedIn attached: AttachedType) {
        guard let written = options.representation else {
            self.type = type
            isRepresented = false
            isShared = false
            return
        }
        isRepresented = true
        isShared = options.isFormShared
        let isOptional = type.wrapped != nil
        let representation =
            isOptional ? written.withoutOptionalContent ?? written : written
        let text = representation.text(nestedIn: attached)
        if let wrapped = representation.wrappedRepresentation {
            let text = wrapped.text(nestedIn: attached)
            self.type = TypeText("\(text)?", wrapped: text)
        } else if isOptional, !representation.hasOptionalArgument {
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
        return "\(initializer)(\(isShared ? "_plain: " : "")\(value))"
    }
}

extension ExprSyntax {
    /// `T.Representation` of `T.Representation?` and of `T?.Representation`, which is the same.
    fileprivate var wrappedRepresentation: ExprSyntax? {
        if let wrapped { return wrapped }
        guard let member = self.as(MemberAccessExprSyntax.self), let base = member.base?.wrapped
        else { return nil }
        return ExprSyntax(member.with(\.base, base))
    }

    /// `T` of `T?` or `Optional<T>`.
    private var wrapped: ExprSyntax? {
        if let optional = self.as(OptionalChainingExprSyntax.self) { return optional.expression }
        guard let generic = self.as(GenericSpecializationExprSyntax.self),
            generic.expression.trimmedDescription == "Optional",
            case .type(let type)? = generic.genericArgumentClause.arguments.first?.argument
        else { return nil }
        return ExprSyntax(TypeExprSyntax(type: type))
    }

    /// `JSONRepresentation<T>` of `JSONRepresentation<T?>`, which would store nil as the JSON `null`, in a column that
    /// cannot be NULL.
    fileprivate var withoutOptionalContent: ExprSyntax? {
        guard let generic = self.as(GenericSpecializationExprSyntax.self),
            ["JSONRepresentation", "JSONBRepresentation"].contains(
                generic.expression.trimmedDescription.split(separator: ".").last ?? ""),
            let argument = generic.genericArgumentClause.arguments.first,
            case .type(let type) = argument.argument, let content = type.wrappedOptional
        else { return nil }
        let arguments = GenericArgumentListSyntax([
            argument.with(\.argument, .type(content.trimmed))
        ])
        return ExprSyntax(generic.with(\.genericArgumentClause.arguments, arguments))
    }

    /// Whether the last generic argument is optional, as in `Boxed<[String]?>`.
    fileprivate var hasOptionalArgument: Bool {
        let arguments = self.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause
            .arguments
        guard case .type(let last)? = arguments?.last?.argument else { return false }
        return last.wrappedOptional != nil
    }
}
