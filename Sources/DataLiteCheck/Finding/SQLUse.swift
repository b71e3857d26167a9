import SwiftSyntax

/// A place in a program where SQL text is expected.
struct SQLUse {
    /// What interpolations of a literal become.
    enum Interpolations {
        /// Parameters, and typed parts: the literal is an `SQL` or a `SQLFragment`.
        case parameters
        /// A part of the text: the literal is a `String`.
        case text
    }

    /// The values that the call has for the parameters in the text.
    enum Values: Equatable {
        /// Given elsewhere, or not known before the program runs.
        case unknown
        case positional(Int)
        case named([String])
    }

    let expression: ExprSyntax
    let interpolations: Interpolations
    let values: Values
    /// Whether several statements are allowed.
    var isScript = false
    /// Whether the text is SQL, whatever it begins with.
    var isCertain = false
    /// Whether the type of a literal says that it is SQL: a statement, or a part of one.
    var isTyped = false
    /// Where the call begins that has the text as an argument.
    var call: AbsolutePosition?

    var literal: StringLiteralExprSyntax? { expression.as(StringLiteralExprSyntax.self) }
}
