import DataLiteSourceSQL
import DataLiteSyntax
import SwiftSyntax

/// The text of an SQL literal with its interpolations resolved, as SQLite reads it.
struct ResolvedText {
    let use: SQLUse
    let rendered: RenderedSQL
    let tokens: [SQLToken]
    /// The byte range of each statement.
    let statements: [Range<Int>]
    /// Whether an interpolation inserts a list, whose length is unknown.
    let hasList: Bool

    enum Resolution {
        case text(ResolvedText)
        case skipped(String)
        /// A literal that is not SQL.
        case none
    }

    static func resolve(_ use: SQLUse, _ names: DeclaredNames) -> Resolution {
        guard let literal = use.literal else { return .skipped("the text is not a literal") }
        let source = SourceSQL(literal)
        var texts: [Int: String] = [:]
        var reason: String?
        for (index, interpolation) in source.interpolations.enumerated() {
            switch interpolation.kind {
            case _ where use.interpolations == .text:
                reason = reason ?? "a part of the text is known only when the program runs"
            case .value: break
            case .list: texts[index] = "(?)"
            case .name(let name):
                guard let name = interpolation.name(for: name, names) else {
                    reason = reason ?? "the name of \(name) is not known"
                    continue
                }
                texts[index] = QuotedName.quoted(name)
            case .unknown:
                reason = reason ?? "a part of the text is known only when the program runs"
            }
        }
        let rendered = RenderedSQL(source, texts)
        let tokens = rendered.tokens
        guard tokens.beginStatement || use.isCertain else {
            return use.isTyped || use.isInTryExpression ? .skipped("a part of a statement") : .none
        }
        if let reason { return .skipped(reason) }
        return .text(
            ResolvedText(
                use: use, rendered: rendered, tokens: tokens,
                statements: SQLScanner.statementRanges(rendered.text),
                hasList: source.interpolations.contains(where: \.isList)))
    }

    /// The text of a statement.
    func sql(_ range: Range<Int>) -> String {
        String(decoding: rendered.bytes[range], as: UTF8.self)
    }

    /// The parameters in the text that are not interpolations.
    var writtenParameters: [SQLToken] {
        tokens.filter {
            $0.kind == .parameter && rendered.interpolation(at: $0.range.lowerBound) == nil
        }
    }
}

extension [SQLToken] {
    /// Whether the text is a statement, not a part of a statement.
    fileprivate var beginStatement: Bool {
        guard let keyword = first?.keyword else { return false }
        // `replace(a, b, c)` is a function.
        if keyword == "REPLACE" { return !(dropFirst().first?.isPunctuation("(") ?? false) }
        return [
            "ALTER", "ANALYZE", "ATTACH", "BEGIN", "COMMIT", "CREATE", "DELETE", "DETACH", "DROP",
            "END", "EXPLAIN", "INSERT", "PRAGMA", "REINDEX", "RELEASE", "ROLLBACK", "SAVEPOINT",
            "SELECT", "UPDATE", "VACUUM", "VALUES", "WITH",
        ].contains(keyword)
    }
}

extension SourceSQL.Interpolation {
    /// The name in SQL, or nil if the sources do not declare it.
    fileprivate func name(for text: String, _ names: DeclaredNames) -> String? {
        guard argument?.label == nil else {
            return argument?.expression.plainLiteral.map { _ in text }
        }
        return names.table(ofType: text)
    }

    /// Whether the interpolation inserts a list: `\(Reminder.columns)`, `\(parts.joined(separator: ", "))`.
    fileprivate var isList: Bool {
        guard let expression = argument?.expression else { return false }
        let member =
            expression.as(FunctionCallExprSyntax.self)?.calledExpression
            .as(MemberAccessExprSyntax.self) ?? expression.as(MemberAccessExprSyntax.self)
        return ["columns", "joined"].contains(member?.declName.baseName.text)
    }
}

extension SQLUse {
    /// Whether the call is in a `try` expression: all methods that run SQL throw.
    fileprivate var isInTryExpression: Bool {
        guard call != nil else { return false }
        var node = expression.parent
        while let current = node, !current.is(CodeBlockItemSyntax.self) {
            if current.is(TryExprSyntax.self) { return true }
            node = current.parent
        }
        return false
    }
}
