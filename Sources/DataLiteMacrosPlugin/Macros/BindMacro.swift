import SwiftSyntax
import SwiftSyntaxMacros

/// `#bind(value)`: a value as an expression, where Swift needs a hint that it is one.
enum BindMacro: ExpressionMacro {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
        guard let value = node.arguments.first?.expression.trimmed else { return "()" }
        return "DataLiteQuery.SQLExpression(\(value))"
    }
}
