extension SQLText {
    /// The statements of a script: each from its first token to its last, without the semicolon.
    ///
    /// A trigger is one statement, including everything between its `BEGIN` and its `END`.
    package static func statements(_ sql: String) -> [String] {
        let bytes = Array(sql.utf8)
        return statementRanges(sql).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// The bytes of each of ``statements(_:)``.
    package static func statementRanges(_ sql: String) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var statement = StatementExtent()
        for token in SQLTokens(sql) where statement.ends(at: token) {
            if let range = statement.range { ranges.append(range) }
            statement = StatementExtent()
        }
        if let range = statement.range { ranges.append(range) }
        return ranges
    }
}

/// The extent of one statement of a script.
private struct StatementExtent {
    /// Nil for an empty statement.
    private(set) var range: Range<Int>?
    private var previous: SQLToken?
    private var trigger = TriggerProgress.prefix(expected: ["EXPLAIN", "CREATE"])

    private enum TriggerProgress: Equatable {
        /// In the words that may come before `TRIGGER`.
        case prefix(expected: [String])
        /// Between `TRIGGER` and `BEGIN`.
        case head
        /// Between `BEGIN` and `END`, where semicolons belong to the trigger.
        case body
        /// A statement that is not a trigger, or a trigger after its `END`.
        case none
    }

    /// Adds a token, unless it is the semicolon that ends the statement.
    ///
    /// - Returns: whether the token ends the statement.
    mutating func ends(at token: SQLToken) -> Bool {
        if token.isSemicolon, trigger != .body { return true }
        advanceTrigger(by: token)
        range = (range?.lowerBound ?? token.range.lowerBound)..<token.range.upperBound
        previous = token
        return false
    }

    private mutating func advanceTrigger(by token: SQLToken) {
        switch trigger {
        case .prefix(let expected):
            guard let keyword = token.keyword, expected.contains(keyword) else {
                trigger = .none
                return
            }
            trigger = Self.progress(after: keyword)
        case .head:
            if token.keyword == "BEGIN" { trigger = .body }
        case .body:
            // The END of a CASE never follows a semicolon.
            if token.keyword == "END", previous?.isSemicolon == true { trigger = .none }
        case .none:
            break
        }
    }

    private static func progress(after keyword: String) -> TriggerProgress {
        switch keyword {
        case "EXPLAIN": .prefix(expected: ["QUERY", "CREATE"])
        case "QUERY": .prefix(expected: ["PLAN"])
        case "PLAN": .prefix(expected: ["CREATE"])
        case "CREATE": .prefix(expected: ["TEMP", "TEMPORARY", "TRIGGER"])
        case "TEMP", "TEMPORARY": .prefix(expected: ["TRIGGER"])
        default: .head
        }
    }
}
