import DataLiteSourceSQL
import SwiftSyntax

/// Finds the expressions in a file where SQL text is expected.
///
/// It looks at the context of tokens instead of visiting the tree recursively, so it supports any depth of nesting.
enum SQLFinder {
    static func uses(in tree: SourceFileSyntax) -> [SQLUse] {
        tree.tokens(viewMode: .sourceAccurate).compactMap { token in
            switch token.tokenKind {
            case .leftParen: use(inCallAt: token)
            case .stringQuote, .multilineStringQuote: use(ofTypedLiteralAt: token)
            default: nil
            }
        }
    }

    private static func use(inCallAt parenthesis: TokenSyntax) -> SQLUse? {
        if let call = parenthesis.parent?.as(FunctionCallExprSyntax.self) {
            return SQLCall(call)?.use
        }
        let macro: any FreestandingMacroExpansionSyntax
        if let node = parenthesis.parent?.as(MacroExpansionExprSyntax.self) {
            // Its text is checked as a part of the outer text.
            guard !node.isInserted else { return nil }
            macro = node
        } else if let node = parenthesis.parent?.as(MacroExpansionDeclSyntax.self) {
            macro = node
        } else {
            return nil
        }
        guard macro.macroName.text == "sql", let argument = macro.arguments.first else {
            return nil
        }
        return SQLUse(
            expression: argument.expression, interpolations: .parameters, values: .positional(0),
            isTyped: true, call: macro.positionAfterSkippingLeadingTrivia)
    }

    /// `let query: SQL = "..."` and `"..." as SQL`.
    private static func use(ofTypedLiteralAt quote: TokenSyntax) -> SQLUse? {
        guard let literal = quote.parent?.as(StringLiteralExprSyntax.self),
            literal.openingQuote == quote, let type = literal.writtenType,
            ["SQL", "SQLFragment"].contains(type.lastName)
        else { return nil }
        return SQLUse(
            expression: ExprSyntax(literal), interpolations: .parameters, values: .unknown,
            isTyped: true)
    }
}

extension MacroExpansionExprSyntax {
    /// Whether the macro is the whole expression of an interpolation: `"... \(#sql("..."))"`.
    fileprivate var isInserted: Bool {
        guard let list = parent?.parent?.as(LabeledExprListSyntax.self) else { return false }
        return list.count == 1 && list.parent?.is(ExpressionSegmentSyntax.self) == true
    }
}

extension StringLiteralExprSyntax {
    /// The explicit type of the literal.
    fileprivate var writtenType: TypeSyntax? {
        if let binding = parent?.parent?.as(PatternBindingSyntax.self) {
            return binding.typeAnnotation?.type
        }
        guard let elements = parent?.as(ExprListSyntax.self),
            elements.parent?.is(SequenceExprSyntax.self) == true
        else { return nil }
        let following = elements.drop { $0.id != self.id }.dropFirst().prefix(2)
        guard following.count == 2, following.first?.is(UnresolvedAsExprSyntax.self) == true else {
            return nil
        }
        return following.last?.as(TypeExprSyntax.self)?.type
    }
}

extension TypeSyntax {
    /// The name without the module or the enclosing type.
    fileprivate var lastName: String {
        self.as(MemberTypeSyntax.self)?.name.text ?? trimmedDescription
    }
}
