import SwiftParser
package import SwiftSyntax

/// SQL in a string literal: its text segments and interpolations, with the source position of each byte.
package struct SourceSQL {
    /// An interpolation.
    package struct Interpolation {
        /// The kind of text that an interpolation inserts, as far as its syntax shows.
        package enum Kind {
            /// A value or an expression.
            case value
            /// The name of a table or column.
            case name(String)
            /// A list in parentheses.
            case list
            /// Text that is known only at run time.
            case unknown
        }

        package let segment: ExpressionSegmentSyntax
        package let kind: Kind

        /// The label and the expression of the only argument.
        package var argument: LabeledExprSyntax? { segment.expressions.first }
    }

    package enum Piece {
        case text(UnescapedText)
        case interpolation(Interpolation)
    }

    package private(set) var pieces: [Piece] = []
    package private(set) var interpolations: [Interpolation] = []

    /// The position at which the literal's text ends.
    package let end: AbsolutePosition

    package init(_ literal: StringLiteralExprSyntax) {
        end = literal.closingQuote.positionAfterSkippingLeadingTrivia
        append(literal)
    }

    private mutating func append(_ literal: StringLiteralExprSyntax) {
        let pounds = literal.openingPounds?.text.utf8.count ?? 0
        for segment in literal.segments {
            switch segment {
            case .stringSegment(let text):
                pieces.append(.text(UnescapedText(text.content, poundCount: pounds)))
            case .expressionSegment(let segment):
                if let inner = segment.insertedLiteral {
                    append(inner)
                } else {
                    let interpolation = Interpolation(segment: segment, kind: segment.kind)
                    pieces.append(.interpolation(interpolation))
                    interpolations.append(interpolation)
                }
            }
        }
    }
}

extension ExpressionSegmentSyntax {
    fileprivate var only: LabeledExprSyntax? { expressions.count == 1 ? expressions.first : nil }

    /// A literal whose text becomes part of the SQL: `\(raw: "text")`, `\(#sql("text"))`.
    fileprivate var insertedLiteral: StringLiteralExprSyntax? {
        guard let only else { return nil }
        if let macro = only.expression.as(MacroExpansionExprSyntax.self), macro.isSQL {
            return macro.arguments.first?.expression.as(StringLiteralExprSyntax.self)
        }
        guard only.label?.text == "raw", let literal = only.expression.plainLiteral else {
            return nil
        }
        return literal
    }

    fileprivate var kind: SourceSQL.Interpolation.Kind {
        guard let only else { return quotesName ? .name(quotedName) : .value }
        switch only.label?.text {
        case nil:
            if let member = only.expression.as(MemberAccessExprSyntax.self),
                member.declName.baseName.text == "self", let base = member.base
            {
                return .name(base.trimmedDescription)
            }
            return .value
        case "bind":
            return .value
        case "identifier", "quote":
            return .name(quotedName)
        case "list":
            return .list
        default:
            return .unknown
        }
    }

    private var quotedName: String {
        expressions.first?.expression.plainLiteral?.representedLiteralValue ?? "name"
    }

    /// `\(quote: "...", delimiter: .identifier)`
    private var quotesName: Bool {
        guard expressions.count == 2, expressions.first?.label?.text == "quote",
            let delimiter = expressions.last?.expression.as(MemberAccessExprSyntax.self)
        else { return false }
        return delimiter.declName.baseName.text == "identifier"
    }
}

extension ExprSyntax {
    /// A string literal without interpolations.
    package var plainLiteral: StringLiteralExprSyntax? {
        guard let literal = self.as(StringLiteralExprSyntax.self),
            literal.segments.allSatisfy({ $0.is(StringSegmentSyntax.self) })
        else { return nil }
        return literal
    }
}

extension MacroExpansionExprSyntax {
    /// Whether the macro is `#sql`.
    package var isSQL: Bool { macroName.text == "sql" }
}
