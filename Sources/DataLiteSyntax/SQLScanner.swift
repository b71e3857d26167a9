/// The analysis of SQL text without a database.
package enum SQLScanner {
    /// A normalized form of the SQL. It is equal for texts that differ only in whitespace,
    /// comments, trailing semicolons and the letter case of keywords.
    ///
    /// Names, strings, numbers and parameters stay as written. Texts with different tokens have
    /// different forms.
    package static func normalized(_ sql: String) -> String {
        normalizedTokens(sql).joined(separator: " ")
    }

    /// The tokens of ``normalized(_:)``.
    package static func normalizedTokens(_ sql: String) -> [String] {
        normalized(Array(SQLTokens(sql)))
    }

    /// The normalized form of each token, without trailing semicolons.
    package static func normalized(_ tokens: [SQLToken]) -> [String] {
        var tokens = tokens
        while tokens.last?.isSemicolon == true { tokens.removeLast() }
        return tokens.map(\.normalized)
    }
}
