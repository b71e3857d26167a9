import DataLiteSyntax

/// One migration of a ``Migrator``.
struct Migration: Sendable {
    enum Body: Sendable {
        case code(@Sendable (any ConnectionProtocol) throws -> Void)
        case script(MigrationScript)
    }

    let name: String
    let foreignKeys: Migrator.ForeignKeys
    let body: Body

    /// The text to record; `nil` for a closure.
    var sql: String? {
        switch body {
        case .code: nil
        case .script(let script): script.text
        }
    }

    /// Whether the text differs from the recorded one in more than white space, comments and the
    /// letter case of keywords. `false` if one of them has no text.
    func isChanged(from recorded: String?) -> Bool {
        guard let recorded, let sql, recorded != sql else { return false }
        return SQLScanner.normalizedTokens(recorded) != SQLScanner.normalizedTokens(sql)
    }

    /// Makes the changes, in a transaction that has been begun.
    ///
    /// - Throws: an `SQLiteError` with the name of the migration in its message; what else a closure
    ///   throws.
    func run(on connection: any ConnectionProtocol) throws {
        switch body {
        case .code(let body): try body(connection)
        case .script(let script): try script.run(on: connection)
        }
    }

    /// An error of SQLite with the migration's name in its message, or the file and line of the
    /// statement where they are known. Other errors are returned unchanged.
    func named(_ error: any Error) -> any Error {
        switch error {
        case let error as LocatedError: error.named(name)
        case let error as SQLiteError: error.prefixed("migration \"\(MessageText.name(name))\": ")
        default: error
        }
    }
}

extension SQLiteError {
    func prefixed(_ prefix: String) -> SQLiteError {
        SQLiteError(
            resultCode, message: prefix + message, sql: sql, offset: offset,
            underlyingError: underlyingError)
    }
}
