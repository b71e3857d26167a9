import DataLiteCore
import DataLiteSyntax

/// A suggestion after an SQLite error, in terms of the command's options.
struct ErrorHint {
    /// Whether `--readonly` was given.
    var isReadonly = false
    /// Whether `--trust-schema` was given.
    var trustsSchema = false
    /// Whether `--double-quoted-strings` can be given and was not.
    var canAllowDoubleQuotedStrings = false

    func text(for error: SQLiteError) -> String? {
        if !trustsSchema, let name = Self.unsafeName(in: error) {
            return """
                SQL in the schema of this database uses \(name), which an untrusted schema must not; if \
                you know who made the database, trust it with --trust-schema
                """
        }
        if canAllowDoubleQuotedStrings, let hint = Self.doubleQuotedStringHint(error) {
            return hint
        }
        if isReadonly, error.resultCode == .readonly {
            return "--readonly opens the database for reading only; omit it to write"
        }
        // The commands have no option for the busy timeout.
        if error.resultCode.primary == .busy {
            return "Another program is using the database: try again when it has finished"
        }
        if let command = Self.shellCommand(in: error) { return command.hint }
        return error.recoverySuggestion
    }

    /// The function or virtual table that an untrusted schema must not use
    /// (<https://sqlite.org/pragma.html#pragma_trusted_schema>).
    ///
    /// If SQLite cannot read the schema because of it, the error is that the schema is malformed.
    static func unsafeName(in error: SQLiteError) -> String? {
        let message = error.message[...]
        let mark = "unsafe use of "
        switch error.resultCode.primary {
        case .error where message.hasPrefix(mark):
            return TerminalText.printable(message.dropFirst(mark.count))
        case .corrupt:
            guard let range = message.firstRange(of: " - " + mark) else { return nil }
            return TerminalText.printable(message[range.upperBound...])
        default:
            return nil
        }
    }

    /// The hint for a column that may be a string in double quotes.
    private static func doubleQuotedStringHint(_ error: SQLiteError) -> String? {
        guard error.message.hasPrefix("no such column: "), let name = error.missingColumn,
            let sql = error.sql
        else {
            return nil
        }
        let tokens = SQLTokens(sql).filter { $0.name == name }
        let option = "--double-quoted-strings"
        let printable = TerminalText.printable(name[...])
        if tokens.contains(where: { $0.text.hasPrefix("\"") }) {
            return "\"\(printable)\" is a name; for a string, write '\(printable)', "
                + "or use \(option)"
        }
        guard tokens.isEmpty, !name.contains(".") else { return nil }
        return "\(printable) is in the schema; if it is a string in double quotes, use \(option)"
    }

    /// The command of SQLite's shell at the start of the SQL.
    private static func shellCommand(in error: SQLiteError) -> ShellDotCommand? {
        guard error.message == #"near ".": syntax error"#, let sql = error.sql else { return nil }
        let tokens = SQLTokens(sql).prefix(2).map { $0 }
        guard tokens.count == 2, tokens[0].isPunctuation(".") else { return nil }
        return ShellDotCommand(name: tokens[1].text.lowercased())
    }
}

/// A command of SQLite's shell, such as `.tables`.
struct ShellDotCommand {
    /// The name without its dot.
    let name: String

    /// The equivalent query, if there is one.
    var query: String? {
        switch name {
        case "tables":
            "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name"
        case "schema", "fullschema": "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"
        case "indexes", "indices": "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index'"
        case "databases": "SELECT name, file FROM pragma_database_list"
        default: nil
        }
    }

    var hint: String {
        let command = ".\(TerminalText.printable(name[...]))"
        guard let query else {
            return "\(command) looks like a command of SQLite's shell; this command runs SQL only"
        }
        return "\(command) is a command of SQLite's shell; the query is: \(query)"
    }
}
