import DataLiteSourceSQL
import DataLiteSyntax
import SwiftDiagnostics
import SwiftSyntax

/// Errors in the text of a `#sql`.
extension Diagnostic {
    /// An error with SQLite's message, at its position.
    static func sqlite(
        _ message: String, _ literal: StringLiteralExprSyntax, _ position: AbsolutePosition,
        _ fixIts: [FixIt] = []
    ) -> Diagnostic {
        Diagnostic(
            "sqlite", literal, at: position, message,
            fixIts: fixIts)
    }

    static func notASQLLiteral(_ expression: ExprSyntax) -> Diagnostic {
        Diagnostic(
            "notASQLLiteral", expression,
            "expected a string literal: '#sql' checks the text while compiling")
    }

    static func emptySQL(_ literal: StringLiteralExprSyntax) -> Diagnostic {
        Diagnostic("emptySQL", literal, "the text is empty")
    }

    static func columnCount(_ row: ExprSyntax, expected: Int, found: Int) -> Diagnostic {
        let columns = found == 1 ? "1 column" : "\(found) columns"
        return Diagnostic(
            "columnCount", row,
            "the statement returns \(columns), but '\(row.trimmedDescription)' has \(expected)")
    }

    static func parameter(
        _ text: String, _ literal: StringLiteralExprSyntax, _ position: AbsolutePosition
    ) -> Diagnostic {
        Diagnostic(
            "parameter", literal, at: position,
            "parameter '\(text)' has no value: write the value as an interpolation")
    }

    static func secondStatement(
        _ literal: StringLiteralExprSyntax, _ position: AbsolutePosition
    ) -> Diagnostic {
        Diagnostic(
            "secondStatement", literal, at: position,
            """
            more than one statement: '#sql' runs one; for a script use \
            'db.execute(script:)'
            """)
    }

    static func bareSubquery(
        _ literal: StringLiteralExprSyntax, _ rendered: RenderedSQL
    ) -> Diagnostic {
        let tokens = rendered.tokens
        let range = (tokens.first?.range.lowerBound ?? 0)..<(tokens.last?.range.upperBound ?? 0)
        let place = rendered.source(of: range)
        return Diagnostic(
            "bareSubquery", literal, at: place.lowerBound,
            "a query in an expression must be in parentheses",
            fixIt: FixIt(
                message: Message(id: "addParentheses", message: "add parentheses"),
                changes: [
                    .insert("(", at: place.lowerBound, literal),
                    .insert(")", at: place.upperBound, literal),
                ]))
    }

    static func trailingComment(
        _ literal: StringLiteralExprSyntax, _ position: AbsolutePosition
    ) -> Diagnostic {
        Diagnostic(
            "trailingComment", literal, at: position,
            "the comment at the end hides what follows the expression; use '/* */'")
    }

    /// The build machine has no SQLite. This is reported once per process.
    static func missingSQLite(_ literal: StringLiteralExprSyntax) -> Diagnostic? {
        guard MissingSQLite.isFirstReport() else { return nil }
        return Diagnostic(
            "missingSQLite", literal,
            """
            SQLite was not found on this machine: '#sql' checks quotes and the number of \
            statements only; DATALITE_SQLITE_LIBRARY can name the library
            """,
            severity: .note)
    }

    // MARK: - Interpolations

    static func interpolationInComment(_ interpolation: SourceSQL.Interpolation) -> Diagnostic {
        Diagnostic(
            "interpolationInComment", interpolation.segment,
            "an interpolation inside a comment is not bound",
            severity: .warning)
    }

    static func rawText(_ interpolation: SourceSQL.Interpolation) -> Diagnostic {
        let value = interpolation.expressionText
        return Diagnostic(
            "rawText", interpolation.segment,
            """
            text that is known only at run time becomes part of the statement; if the program \
            itself makes it, write '\\(sql: SQL(raw: \(value)))'
            """,
            severity: .warning,
            fixIts: [
                .replacing(
                    interpolation, "bindValue", "bind it as a value", with: "\\(\(value))"),
                .replacing(
                    interpolation, "quoteName", "quote it as a name",
                    with: "\\(identifier: \(value))"),
            ])
    }

    /// A value at a position where SQLite expects a name or a piece of SQL.
    static func misplacedValue(
        _ interpolation: SourceSQL.Interpolation, _ expected: RenderedSQL.Substitute
    ) -> Diagnostic {
        let value = interpolation.expressionText
        if expected == .name {
            return Diagnostic(
                "valueForName", interpolation.segment,
                "a bound value cannot replace a name",
                severity: .warning,
                fixIts: [
                    .replacing(
                        interpolation, "quoteName", "quote it as a name",
                        with: "\\(identifier: \(value))")
                ])
        }
        return Diagnostic(
            "misplacedValue", interpolation.segment,
            "a bound value cannot be used here",
            severity: .warning,
            fixIts: [
                .replacing(
                    interpolation, "insertSQL", "insert it as a piece of SQL",
                    with: "\\(sql: \(value))")
            ])
    }

    /// A value or the name of a table inside quotes.
    static func quotedInterpolation(
        _ source: SourceSQL, _ index: Int, _ token: SQLToken, _ rendered: RenderedSQL,
        _ literal: StringLiteralExprSyntax
    ) -> Diagnostic {
        let interpolation = source.interpolations[index]
        let parts = QuotedParts(token, source, rendered)
        let isName = token.kind == .identifier
        var fixIts: [FixIt] = []
        if isName, parts.isOnlyInterpolation {
            fixIts = [
                .replacing(
                    rendered.source(of: token.range), literal, "quoteName",
                    "quote it as a name", with: interpolation.nameText)
            ]
        } else if !isName, let text = parts.concatenation {
            fixIts = [
                .replacing(
                    rendered.source(of: token.range), literal, "removeQuotes",
                    parts.isOnlyInterpolation ? "remove the quotes" : "concatenate with '||'",
                    with: text)
            ]
        }
        return Diagnostic(
            "quotedInterpolation", interpolation.segment,
            isName
                ? "the interpolation is part of a quoted name and is not replaced by its value"
                : "the interpolation is part of a string and is not replaced by its value",
            fixIts: fixIts)
    }
}

/// A string or quoted name that contains interpolations.
private struct QuotedParts {
    private var parts: [String] = []
    private var isPlain = true
    private(set) var isOnlyInterpolation: Bool

    init(_ token: SQLToken, _ source: SourceSQL, _ rendered: RenderedSQL) {
        isOnlyInterpolation = token.range.count == 3
        var text: [UInt8] = []
        var offset = token.range.lowerBound + 1
        while offset < token.range.upperBound - 1 {
            if let index = rendered.interpolation(at: offset) {
                append(text)
                text = []
                parts.append(source.interpolations[index].segment.trimmedDescription)
            } else {
                text.append(rendered.bytes[offset])
            }
            offset += 1
        }
        append(text)
    }

    private mutating func append(_ text: [UInt8]) {
        guard !text.isEmpty else { return }
        // There is no fix-it for text that Swift would have to escape.
        isPlain = isPlain && !text.contains { [0x22, 0x5C, 0x7F].contains($0) || $0 < 0x20 }
        parts.append("'\(String(decoding: text, as: UTF8.self))'")
    }

    /// The parts with operators between them.
    var concatenation: String? { isPlain ? parts.joined(separator: " || ") : nil }
}

extension SourceSQL.Interpolation {
    fileprivate var expressionText: String { argument?.expression.trimmedDescription ?? "" }

    /// The interpolation as a name.
    fileprivate var nameText: String {
        if case .name = kind { return segment.trimmedDescription }
        return "\\(identifier: \(expressionText))"
    }
}

/// Whether the missing SQLite library has been reported.
private enum MissingSQLite {
    // SAFETY: only `isFirstReport()` accesses it, which macros call while they are expanded: one at a time,
    // on the main thread of the plug-in's process, because `CompilerPluginMessageListener.main()` handles
    // one message at a time.
    nonisolated(unsafe) private static var isReported = false

    static func isFirstReport() -> Bool {
        defer { isReported = true }
        return !isReported
    }
}

// MARK: - Fix-its inside a literal

extension FixIt {
    static func doubleQuote(
        _ place: Range<AbsolutePosition>, _ literal: StringLiteralExprSyntax
    ) -> FixIt {
        .replacing(place, literal, "doubleQuote", "double the apostrophe", with: "''")
    }

    fileprivate static func replacing(
        _ interpolation: SourceSQL.Interpolation, _ id: String, _ message: String, with text: String
    ) -> FixIt {
        let segment = interpolation.segment
        return replacing(
            segment.positionAfterSkippingLeadingTrivia..<segment.endPosition, segment, id, message,
            with: text)
    }

    fileprivate static func replacing(
        _ place: Range<AbsolutePosition>, _ node: some SyntaxProtocol, _ id: String,
        _ message: String, with text: String
    ) -> FixIt {
        FixIt(
            message: Message(id: id, message: message),
            changes: [.replaceText(range: place, with: text, in: Syntax(node))])
    }
}

extension FixIt.Change {
    fileprivate static func insert(
        _ text: String, at position: AbsolutePosition, _ node: some SyntaxProtocol
    ) -> FixIt.Change {
        .replaceText(range: position..<position, with: text, in: Syntax(node))
    }
}
