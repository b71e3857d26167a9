import DataLiteSyntax

/// The columns of a statement's result, as far as they are known without running it.
enum ResultColumns: Equatable, Sendable {
    /// The statement returns no rows.
    case none
    /// The names, as SQLite reports them.
    case exact([String])
    /// The names in the SQL; `nil` for a column that only a database can name, such as an
    /// expression without `AS`.
    case written([String?])
    /// Nothing is known.
    case unknown

    /// The columns of a prepared statement.
    init(prepared names: [String], _ text: StatementText) {
        guard names.isEmpty else {
            self = .exact(names)
            return
        }
        // An unknown pragma has no columns here, but may have some in another version of SQLite.
        if case .pragma = text.kind { self = .unknown } else { self = .none }
    }

    /// The columns, as far as the SQL alone determines them.
    init(_ text: StatementText) {
        switch text.kind {
        case .begin, .commit, .rollback, .savepoint, .release, .rollbackTo, .schema: self = .none
        case .write:
            let list = text.tokens.afterOuter(["RETURNING"])
            self = list.map { ResultColumns(list: $0) } ?? .none
        case .query where text.verb == "EXPLAIN": self = .unknown
        case .query: self.init(query: text.tokens)
        case .pragma, .other: self = .unknown
        }
    }

    private init(query tokens: [SQLToken]) {
        guard let list = tokens.afterOuter(["SELECT", "VALUES"]) else {
            self = .unknown
            return
        }
        guard tokens[list.startIndex - 1].keyword == "VALUES" else {
            self.init(list: list)
            return
        }
        // The columns of VALUES are named by SQLite: `column1`, `column2`, ...
        let row = list.dropFirst().outer { $0.isPunctuation(")") }
        self = .written(row.splitByCommas().map { _ in nil })
    }

    /// The list after `SELECT` or `RETURNING`.
    private init(list: ArraySlice<SQLToken>) {
        var list = list
        if let keyword = list.first?.keyword, ["DISTINCT", "ALL"].contains(keyword) {
            list = list.dropFirst()
        }
        let columns = list.outer { Self.clauses.contains($0.keyword ?? "") || $0.isSemicolon }
            .splitByCommas()
        if columns.contains(where: { $0.last?.isPunctuation("*") ?? true }) {
            self = .unknown
        } else {
            self = .written(columns.map(Self.name))
        }
    }

    /// The keywords that can follow the columns of a query.
    private static let clauses: Set<String> = [
        "FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "UNION", "INTERSECT", "EXCEPT", "ORDER",
        "LIMIT",
    ]

    /// The name of a column that the SQL names: `expression AS name`, `expression name`, `name`,
    /// `table.name`.
    private static func name(of column: ArraySlice<SQLToken>) -> String? {
        guard let last = column.last else { return nil }
        let before = column.dropLast()
        guard let previous = before.last else {
            return isName(last) && !isRowID(last) ? last.name : nil
        }
        if previous.keyword == "AS" { return last.name }
        guard isName(last) else { return nil }
        if previous.isPunctuation(".") {
            let isPath = column.enumerated().allSatisfy { index, token in
                index.isMultiple(of: 2) ? isName(token) : token.isPunctuation(".")
            }
            return isPath && !isRowID(last) ? last.name : nil
        }
        let endsExpression =
            previous.isPunctuation(")") || previous.keyword == nil && previous.kind != .punctuation
        return endsExpression ? last.name : nil
    }

    private static func isName(_ token: SQLToken) -> Bool {
        token.kind == .identifier || token.kind == .word && token.keyword == nil
    }

    /// For a rowid that is an alias of a column, SQLite reports the column.
    private static func isRowID(_ token: SQLToken) -> Bool {
        ["rowid", "oid", "_rowid_"].contains(token.name?.lowercasedASCII ?? "")
    }

    /// The reason the columns of an answer do not match; `nil` if they are the columns of the
    /// statement.
    func mismatchReason(to names: [String]) -> String? {
        switch self {
        case .unknown: nil
        case .none: "the statement returns no rows"
        case .exact(let expected):
            expected.elementsEqual(names, by: SQLName.same)
                ? nil : Self.mismatch(expected.joined(separator: ", "), names)
        case .written(let expected):
            Self.fits(expected, names)
                ? nil : Self.mismatch(expected.map { $0 ?? "?" }.joined(separator: ", "), names)
        }
    }

    private static func fits(_ expected: [String?], _ names: [String]) -> Bool {
        // SQLite reports the name in the case used in the table, not in the query.
        expected.count == names.count
            && zip(expected, names).allSatisfy { expected, name in
                expected.map { SQLName.matches($0, name) } ?? true
            }
    }

    private static func mismatch(_ expected: String, _ names: [String]) -> String {
        "the columns of the statement are \(expected); "
            + "those of the answer are \(MessageText.list(names, MessageText.name))"
    }
}

extension Array<SQLToken> {
    /// The tokens after the first of these keywords that is not in parentheses.
    fileprivate func afterOuter(_ keywords: Set<String>) -> ArraySlice<SQLToken>? {
        let rest = self[...].dropOuter { keywords.contains($0.keyword ?? "") }
        return rest.isEmpty ? nil : rest.dropFirst()
    }
}

extension ArraySlice<SQLToken> {
    /// The tokens before the first that is not in parentheses and satisfies a predicate.
    fileprivate func outer(until isEnd: (SQLToken) -> Bool) -> ArraySlice<SQLToken> {
        self[..<dropOuter(until: isEnd).startIndex]
    }

    fileprivate func dropOuter(until isEnd: (SQLToken) -> Bool) -> ArraySlice<SQLToken> {
        var depth = 0
        for index in indices {
            if depth == 0, isEnd(self[index]) { return self[index...] }
            if self[index].isPunctuation("(") { depth += 1 }
            if self[index].isPunctuation(")") { depth -= 1 }
        }
        return self[endIndex...]
    }

    fileprivate func splitByCommas() -> [ArraySlice<SQLToken>] {
        var rest = self
        var parts: [ArraySlice<SQLToken>] = []
        while true {
            let part = rest.outer { $0.isPunctuation(",") }
            parts.append(part)
            guard part.endIndex < rest.endIndex else { return parts }
            rest = rest[(part.endIndex + 1)...]
        }
    }
}
