/// The classification of SQLite's error messages for a statement.
package enum SQLiteMessage {
    /// Whether the message is a syntax error, which does not depend on the database.
    package static func isSyntaxError(_ message: String) -> Bool {
        message.hasSuffix(": syntax error") || message == "incomplete input"
            || message.hasPrefix("unrecognized token: ")
    }

    /// Whether the message is another error that occurs in every database.
    package static func isCertain(_ message: String) -> Bool {
        certain.contains(where: message.contains)
    }

    private static let certain = [
        "clause should come", "all VALUES must have the same number of terms",
        "duplicate column name", "has more than one primary key", "AUTOINCREMENT is only allowed",
        "unknown table option", "missing datatype", "unknown datatype", "PRIMARY KEY missing",
        "unknown join type", "a NATURAL join may not have", "no tables specified",
        "do not have the same number of result columns",
        "hex literal too big", "must be between ?1 and",
    ]
}
