/// The analysis of SQL text without a database.
package enum SQLScanner {
    /// The tokens of a normalized form of the SQL. They are equal for texts that differ only in whitespace,
    /// comments, trailing semicolons and the letter case of keywords.
    ///
    /// Names, strings, numbers and parameters stay as written. Texts with different tokens have
    /// different forms.
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
