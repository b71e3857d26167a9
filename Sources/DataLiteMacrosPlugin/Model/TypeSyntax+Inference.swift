import SwiftSyntax
import SwiftSyntaxBuilder

extension TypeSyntax {
    /// The type that Swift infers for a literal without further context, or nil if the expression is not a
    /// literal of a simple type.
    static func name(ofLiteral value: ExprSyntax) -> String? {
        if value.is(StringLiteralExprSyntax.self) { return "String" }
        if value.is(BooleanLiteralExprSyntax.self) { return "Bool" }
        if value.is(IntegerLiteralExprSyntax.self) { return "Int" }
        if value.is(FloatLiteralExprSyntax.self) { return "Double" }
        guard
            let prefixed = value.as(PrefixOperatorExprSyntax.self),
            ["-", "+"].contains(prefixed.operator.text),
            let type = name(ofLiteral: prefixed.expression), type == "Int" || type == "Double"
        else { return nil }
        return type
    }

    /// The type of a literal, the type in `value as Type`, or the type whose initializer is called, as in `Date()`,
    /// `URL(string: "a")!` and `Optional("a")`. If the initializer is failable and not a well-known one, the value is an
    /// optional of this type.
    init?(ofValue value: ExprSyntax) {
        if let name = Self.name(ofLiteral: value) {
            self.init(IdentifierTypeSyntax(name: .identifier(name)))
        } else if let name = Self.name(ofInitializer: value) {
            self.init(stringLiteral: name)
        } else if let type = Self.type(ofConversion: value) {
            self = type
        } else if let call = value.as(ForceUnwrapExprSyntax.self)?.expression
            .as(FunctionCallExprSyntax.self), let name = Self.name(ofCall: call)
        {
            self.init(stringLiteral: name)
        } else if let content = Self.content(ofOptional: value),
            let type = TypeSyntax(ofValue: content)
        {
            self.init(OptionalTypeSyntax(wrappedType: type))
        } else {
            return nil
        }
    }

    /// The type whose initializer a call seems to use, or nil if the type is generic and the call does not show its
    /// generic arguments.
    private static func name(ofInitializer value: ExprSyntax) -> String? {
        guard let call = value.as(FunctionCallExprSyntax.self), !isFailable(call) else {
            return nil
        }
        return name(ofCall: call)
    }

    private static func name(ofCall call: FunctionCallExprSyntax) -> String? {
        var called = call.calledExpression
        if let member = called.as(MemberAccessExprSyntax.self), let base = member.base,
            member.declName.baseName.tokenKind == .keyword(.`init`)
        {
            called = base
        }
        if called.is(ArrayExprSyntax.self) || called.is(DictionaryExprSyntax.self) {
            return call.arguments.isEmpty ? called.trimmedDescription : nil
        }
        guard let name = typeName(called),
            !["Array", "Dictionary", "Optional", "Set"].contains(name)
        else { return nil }
        return name
    }

    /// `value` in `Optional(value)`.
    private static func content(ofOptional value: ExprSyntax) -> ExprSyntax? {
        guard let call = value.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            call.calledExpression.trimmedDescription == "Optional"
        else { return nil }
        return call.arguments.first?.expression
    }

    /// `Type` in `value as Type`.
    private static func type(ofConversion value: ExprSyntax) -> TypeSyntax? {
        guard let parts = value.as(SequenceExprSyntax.self)?.elements, parts.count == 3,
            let conversion = parts.dropFirst().first?.as(UnresolvedAsExprSyntax.self),
            conversion.questionOrExclamationMark == nil
        else { return nil }
        return parts.last?.as(TypeExprSyntax.self)?.type.trimmed
    }

    /// The type that a default value seems to have: `Date` for `Date()`, `Status` for `Status.open`,
    /// `[String]` for `["a"]`, `Int` for `60 * 60`.
    static func suggestion(for value: ExprSyntax) -> String? {
        if let literal = name(ofLiteral: value) { return literal }
        if let content = content(ofOptional: value) {
            return suggestion(for: content).map { "\($0)?" }
        }
        if let call = value.as(FunctionCallExprSyntax.self) {
            let name = typeName(call.calledExpression) ?? suggestion(for: call.calledExpression)
            return isFailable(call) ? name.map { "\($0)?" } : name
        }
        if let unwrapped = value.as(ForceUnwrapExprSyntax.self),
            let call = unwrapped.expression.as(FunctionCallExprSyntax.self), isFailable(call)
        {
            return suggestion(for: call.calledExpression) ?? typeName(call.calledExpression)
        }
        if let access = value.as(MemberAccessExprSyntax.self) {
            return access.base.flatMap(typeName)
        }
        if let array = value.as(ArrayExprSyntax.self) {
            return array.elements.first.flatMap { suggestion(for: $0.expression) }.map { "[\($0)]" }
        }
        if let sequence = value.as(SequenceExprSyntax.self) {
            let types = Set(
                sequence.elements.compactMap { suggestion(for: $0) })
            return types.count == 1 ? types.first : nil
        }
        return nil
    }

    /// The expression as the name of a type, or nil if one of its names does not begin with a capital letter.
    private static func typeName(_ expression: ExprSyntax) -> String? {
        if let reference = expression.as(DeclReferenceExprSyntax.self) {
            let name = reference.baseName.text
            return name.first?.isUppercase == true ? name : nil
        }
        if let generic = expression.as(GenericSpecializationExprSyntax.self) {
            return typeName(generic.expression).map { _ in generic.trimmedDescription }
        }
        if let access = expression.as(MemberAccessExprSyntax.self), let base = access.base {
            let name = access.declName.baseName.text
            guard name.first?.isUppercase == true else { return nil }
            return typeName(base).map { "\($0).\(name)" }
        }
        return nil
    }

    /// Whether a call creates an optional of a type of the standard library or Foundation, such as `URL(string: "...")`.
    private static func isFailable(_ call: FunctionCallExprSyntax) -> Bool {
        guard let argument = call.arguments.first,
            let name = typeName(call.calledExpression) ?? suggestion(for: call.calledExpression)
        else { return false }
        if argument.label == nil {
            return numbers.contains(name) && argument.expression.is(StringLiteralExprSyntax.self)
        }
        return failableLabels[name] == argument.label?.text
    }

    private static let numbers: Set = [
        "Bool", "Double", "Float", "Int", "Int16", "Int32", "Int64", "Int8", "UInt", "UInt16",
        "UInt32", "UInt64", "UInt8",
    ]

    private static let failableLabels = [
        "Data": "base64Encoded", "Decimal": "string", "URL": "string", "UUID": "uuidString",
    ]
}
