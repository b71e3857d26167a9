import DataLiteSourceSQL
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `#sql("...")`: a statement, or a part of a statement.
enum SQLMacro: ExpressionMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
        let literal = checkedLiteral(of: node, use: .any, in: context)
        return ExprSyntax(unparsed: "(\(literal) as DataLiteQuery.SQLFragment)")
    }
}

/// `#sql("...", as: Row.self)`: a statement whose rows are decoded.
enum SQLQueryMacro: ExpressionMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
        let row = node.arguments.last?.expression
        let literal = checkedLiteral(of: node, use: .statement, row: row, in: context)
        return ExprSyntax(
            unparsed: "DataLiteQuery.SQLQuery(\(literal), as: \(row?.trimmedDescription ?? ""))")
    }
}

/// `#sql("...")` where an expression is expected.
enum SQLExpressionMacro: ExpressionMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
        let literal = checkedLiteral(of: node, use: .expression, in: context)
        return ExprSyntax(unparsed: "DataLiteQuery.SQLExpression(sql: \(literal))")
    }
}

/// `#sql` as an argument of `Columns(...)`.
enum SQLSelectionMacro: ExpressionMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
        let literal = checkedLiteral(of: node, use: .expression, in: context)
        return ExprSyntax(unparsed: "DataLiteQuery._SelectedSQL(sql: \(literal))")
    }
}

/// Checks the literal of a `#sql`, and returns it for the expansion.
private func checkedLiteral(
    of node: some FreestandingMacroExpansionSyntax, use: SQLCheck.Use, row: ExprSyntax? = nil,
    in context: some MacroExpansionContext
) -> String {
    guard let argument = node.arguments.first?.expression else { return "\"\"" }
    guard let literal = argument.as(StringLiteralExprSyntax.self) else {
        context.diagnose(at: .notASQLLiteral(argument))
        return argument.trimmedDescription
    }
    var check = SQLCheck(literal, use: use)
    check.row = row
    check.run()
    check.report.diagnostics.forEach(context.diagnose(at:))
    // An inserted `#sql` was checked as a part of this text.
    return InsertedSQLReplacer().rewrite(literal).trimmedDescription
}

/// Replaces each directly interpolated `#sql` with its expansion.
private final class InsertedSQLReplacer: SyntaxRewriter {
    override func visit(_ node: ExpressionSegmentSyntax) -> ExpressionSegmentSyntax {
        guard let argument = node.expressions.first,
            let macro = argument.expression.as(MacroExpansionExprSyntax.self), macro.isSQL,
            let literal = macro.arguments.first?.expression,
            literal.is(StringLiteralExprSyntax.self)
        else { return node }
        let text = rewrite(literal).trimmedDescription
        var replaced = argument
        replaced.expression = ExprSyntax(unparsed: "\(text) as DataLiteQuery.SQLFragment")
        return node.with(\.expressions, [replaced])
    }
}

extension ExprSyntax {
    /// An expression from unparsed text.
    fileprivate init(unparsed text: String) {
        self.init(MissingExprSyntax(placeholder: .identifier(text)))
    }
}
