import SwiftSyntax
import SwiftSyntaxMacros

/// `#bind(value)`, `#bind(value, as: Representation.self)`: makes a value an expression where the compiler cannot infer it.
enum BindMacro: ExpressionMacro {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
        guard let value = node.arguments.first?.expression.trimmed else { return "()" }
        // With a label, because Swift would use the initializer of a literal for `SQLExpression("a")`.
        guard node.arguments.count > 1, let type = node.arguments.last?.expression.trimmed else {
            return "DataLiteQuery.SQLExpression(_binding: \(value))"
        }
        return "DataLiteQuery.SQLExpression(_binding: \(value), as: \(type))"
    }
}
