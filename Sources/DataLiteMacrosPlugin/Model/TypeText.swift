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
        if let wrapped { return "DataLiteQuery._SelectableOptional<\(wrapped)>" }
        return "DataLiteQuery._SelectableValue<\(text)>"
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
        guard let generic = standardGeneric, generic.name.text == "Optional",
            case .type(let wrapped)? = generic.arguments.first?.argument
        else { return nil }
        return wrapped
    }

    /// `T` of `(T)`.
    var unparenthesized: TypeSyntax {
        guard let elements = self.as(TupleTypeSyntax.self)?.elements, elements.count == 1,
            let only = elements.first, only.firstName == nil, only.ellipsis == nil
        else { return self }
        return only.type.unparenthesized
    }

    /// A description of a collection of the standard library: `[String]`, `[String: Int]`, `Set<String>`.
    var collectionKind: String? {
        switch kind {
        case .arrayType: return "an array"
        case .dictionaryType: return "a dictionary"
        default: break
        }
        switch standardGeneric?.name.text {
        case "Array": return "an array"
        case "Dictionary": return "a dictionary"
        case "Set": return "a set"
        default: return nil
        }
    }

    /// A description of a type that cannot be stored in one column: "an array", "a tuple", ...
    var compoundKind: String? {
        switch kind {
        case .functionType: return "a function"
        case .tupleType:
            // `(Int)` is `Int`.
            let elements = self.cast(TupleTypeSyntax.self).elements
            return elements.count == 1 ? elements.first?.type.compoundKind : "a tuple"
        default: return collectionKind
        }
    }

    /// A name with generic arguments, alone or after `Swift.`.
    private var standardGeneric: (name: TokenSyntax, arguments: GenericArgumentListSyntax)? {
        if let identifier = self.as(IdentifierTypeSyntax.self) {
            return identifier.genericArgumentClause.map { (identifier.name, $0.arguments) }
        }
        guard let member = self.as(MemberTypeSyntax.self),
            member.baseType.trimmedDescription == "Swift"
        else { return nil }
        return member.genericArgumentClause.map { (member.name, $0.arguments) }
    }
}
