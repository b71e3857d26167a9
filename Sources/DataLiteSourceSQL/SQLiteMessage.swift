/// What a message of SQLite about a statement says.
package enum SQLiteMessage {
    /// Whether the text does not follow the grammar, whatever the database contains.
    package static func isSyntaxError(_ message: String) -> Bool {
        message.hasSuffix(": syntax error") || message == "incomplete input"
            || message.hasPrefix("unrecognized token: ")
    }

    /// Whether the text follows the grammar but is wrong in every database.
    package static func isCertain(_ message: String) -> Bool {
        certain.contains(where: message.contains)
    }

    private static let certain = [
        "clause should come", "all VALUES must have the same number of terms",
        "duplicate column name", "has more than one primary key", "AUTOINCREMENT is only allowed",
        "unknown table option", "missing datatype", "unknown datatype", "PRIMARY KEY missing",
        "unknown join type", "a NATURAL join may not have", "no tables specified",
        "RAISE() may only be used", "do not have the same number of result columns",
        "hex literal too big", "must be between ?1 and",
    ]
}
