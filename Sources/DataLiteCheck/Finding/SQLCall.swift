import SwiftSyntax

/// A call whose first argument is SQL text.
struct SQLCall {
    let use: SQLUse

    /// The methods of a connection that take one statement, with the values of its parameters.
    private static let statementMethods: Set<String> = [
        "execute", "rows", "row", "requiredRow", "value", "requiredValue", "cursor", "prepare",
        "decodedCursor",
    ]

    /// The methods of `DataLiteMite3`, which also take several statements.
    private static let scriptMethods: Set<String> = [
        "exec", "query", "get", "getOptional", "queryInt", "getOptionalInt", "queryString",
        "getOptionalString",
    ]

    /// The methods whose first argument can be SQL text without a label.
    static let methods = statementMethods.union(scriptMethods)

    private static let types: Set<String> = ["SQL", "SQLFragment", "SQLQuery"]

    /// Returns nil if the call takes no SQL.
    init?(_ call: FunctionCallExprSyntax) {
        guard let name = call.calledName, let first = call.arguments.first else { return nil }
        let values = call.arguments.dropFirst()
        let takesScript = Self.scriptMethods.contains(name.text)
        let isMethod = takesScript || Self.statementMethods.contains(name.text)
        let isType = Self.types.contains(name.text)
        let isLiteral = first.expression.is(StringLiteralExprSyntax.self)
        let interpolations: SQLUse.Interpolations
        let known: SQLUse.Values
        var isScript = takesScript
        var isCertain = false
        switch first.label?.text {
        case nil where isLiteral && (isMethod || isType):
            interpolations = .parameters
            known = isMethod ? values.given : .unknown
        case "in" where isLiteral && name.text == "statements":
            (interpolations, known, isScript) = (.text, .positional(0), true)
        case "raw" where isLiteral && name.text == "SQL":
            (interpolations, known) = (.text, .unknown)
        case "sql" where isMethod:
            interpolations = .text
            isScript = takesScript || name.text == "execute" && values.isEmpty
            known = name.text == "prepare" ? .unknown : values.given
            isCertain = true
        case "sql" where isLiteral && name.text != "SQLExpression":
            (interpolations, known) = (.text, .unknown)
        case "script" where name.text == "execute":
            (interpolations, known, isScript, isCertain) = (.text, values.given, true, true)
        default: return nil
        }
        use = SQLUse(
            expression: first.expression, interpolations: interpolations, values: known,
            isScript: isScript, isCertain: isCertain, isTyped: isType,
            call: name.positionAfterSkippingLeadingTrivia)
    }
}

extension FunctionCallExprSyntax {
    /// The name of the function or type, without the expression before its dot.
    var calledName: TokenSyntax? {
        if let member = calledExpression.as(MemberAccessExprSyntax.self) {
            return member.declName.baseName
        }
        return calledExpression.as(DeclReferenceExprSyntax.self)?.baseName
    }
}

extension Slice<LabeledExprListSyntax> {
    /// The values for parameters: the arguments without a label. A method takes a list of values or one row.
    fileprivate var given: SQLUse.Values {
        // The methods of another library may have other labels.
        let labels = compactMap { $0.label?.text }
        guard labels.allSatisfy(["as", "coder", "options"].contains) else { return .unknown }
        let values = filter { $0.label == nil }.map(\.expression)
        guard values.count == 1, let only = values.first else { return .positional(values.count) }
        if let array = only.as(ArrayExprSyntax.self) { return .positional(array.elements.count) }
        if let dictionary = only.as(DictionaryExprSyntax.self) { return dictionary.names }
        switch only.kind {
        case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr,
            .stringLiteralExpr:
            return .positional(1)
        // A variable may be a value, a list of values or a row.
        default: return .unknown
        }
    }
}

extension DictionaryExprSyntax {
    /// The keys, if all of them are literals.
    fileprivate var names: SQLUse.Values {
        guard case .elements(let elements) = content else { return .named([]) }
        let names = elements.map {
            $0.key.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        }
        return names.contains(nil) ? .unknown : .named(names.compactMap(\.self))
    }
}
