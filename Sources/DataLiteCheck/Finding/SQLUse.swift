import SwiftSyntax

/// An expression in a program where SQL text is expected.
struct SQLUse {
    /// The meaning of interpolations in a literal.
    enum Interpolations {
        /// Interpolations are parameters and typed parts: the literal is an `SQL` or an `SQLFragment`.
        case parameters
        /// Interpolations are parts of the text: the literal is a `String`.
        case text
    }

    /// The values that the call passes for the parameters in the text.
    enum Values: Equatable {
        /// The values are passed elsewhere, or are known only at run time.
        case unknown
        case positional(Int)
        case named([String])
    }

    let expression: ExprSyntax
    let interpolations: Interpolations
    let values: Values
    /// Whether several statements are allowed.
    var isScript = false
    /// Whether the text is certainly SQL, regardless of its first word.
    var isCertain = false
    /// Whether the literal has a type for SQL: it is a statement or a part of one.
    var isTyped = false
    /// The position of the call that has the text as an argument.
    var call: AbsolutePosition?

    var literal: StringLiteralExprSyntax? { expression.as(StringLiteralExprSyntax.self) }
}
