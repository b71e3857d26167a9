import SwiftSyntax

/// A type as text, in the forms that an expansion needs.
struct TypeText {
    /// The type as written.
    let text: String
    /// `T` of `T?`.
    let wrapped: String?
    /// `T?`, or the type itself if it is optional.
    let optional: String
    /// The type, in parentheses if it needs them before `.self`.
    let delimited: String

    /// The protocol of the expressions that can be selected as a value of the type.
    var selectable: String {
        if let wrapped { return "DataLiteQuery.SelectableOptional<\(wrapped)>" }
        return "DataLiteQuery.SelectableValue<\(text)>"
    }

    /// The text of a type with `Self` replaced by the name of a type.
    init(_ type: TypeSyntax, replacingSelfWith name: TokenSyntax) {
        self.init(
            type.text(replacingSelfWith: name),
            wrapped: type.wrappedOptional?.text(replacingSelfWith: name),
            needsParentheses: type.needsParentheses)
    }

    /// The text of a type in the form for the types nested in another one.
    init(_ type: TypeSyntax, nestedIn attached: AttachedType) {
        self.init(
            type.text(nestedIn: attached),
            wrapped: type.wrappedOptional?.text(nestedIn: attached),
            needsParentheses: type.needsParentheses)
    }

    init(_ text: String, wrapped: String?, needsParentheses: Bool = false) {
        self.text = text
        self.wrapped = wrapped
        delimited = needsParentheses ? "(\(text))" : text
        optional = wrapped == nil ? "\(delimited)?" : text
    }
}

extension TypeSyntax {
    /// Whether the type is in parentheses before `.self`.
    fileprivate var needsParentheses: Bool {
        ![
            .identifierType, .memberType, .arrayType, .dictionaryType, .tupleType, .optionalType,
        ].contains(kind)
    }

    /// `T` of `T?` or `Optional<T>`.
    var wrappedOptional: TypeSyntax? {
        if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
        if let identifier = self.as(IdentifierTypeSyntax.self) {
            return Self.wrapped(identifier.name, identifier.genericArgumentClause)
        }
        if let member = self.as(MemberTypeSyntax.self),
            member.baseType.trimmedDescription == "Swift"
        {
            return Self.wrapped(member.name, member.genericArgumentClause)
        }
        return nil
    }

    /// `T` of `(T)`.
    var unparenthesized: TypeSyntax {
        guard let elements = self.as(TupleTypeSyntax.self)?.elements, elements.count == 1,
            let only = elements.first, only.firstName == nil, only.ellipsis == nil
        else { return self }
        return only.type.unparenthesized
    }

    /// Whether the type is written as an array or a dictionary: `[String]`, `[String: Int]`.
    var isCollection: Bool { kind == .arrayType || kind == .dictionaryType }

    /// A description of a type that cannot be stored in one column: "an array", "a tuple", ...
    var compoundKind: String? {
        switch kind {
        case .arrayType: return "an array"
        case .dictionaryType: return "a dictionary"
        case .functionType: return "a function"
        case .tupleType:
            // `(Int)` is `Int`.
            let elements = self.cast(TupleTypeSyntax.self).elements
            return elements.count == 1 ? elements.first?.type.compoundKind : "a tuple"
        default: return nil
        }
    }

    private static func wrapped(
        _ name: TokenSyntax, _ arguments: GenericArgumentClauseSyntax?
    ) -> TypeSyntax? {
        guard name.text == "Optional",
            case .type(let wrapped)? = arguments?.arguments.first?.argument
        else { return nil }
        return wrapped
    }
}
