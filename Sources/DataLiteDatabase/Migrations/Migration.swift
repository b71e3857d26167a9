import DataLiteSyntax

/// A migration of a ``Migrator``.
package struct Migration: Sendable {
    enum Body: Sendable {
        case code(@Sendable (any ConnectionProtocol) throws -> Void)
        case script(MigrationScript)
        /// The body of another migration, whose statements are recorded.
        indirect case recorded(Migration, StatementRecorder)
    }

    package let name: String
    let foreignKeys: Migrator.ForeignKeys
    let body: Body

    /// Whether it runs in a transaction, which also records it.
    var isInTransaction = true

    /// The names of the migrations that this one replaces in new databases: it is a baseline. Usually empty.
    package var replaces: [String] = []

    /// The script to record; `nil` for a closure.
    var sql: String? {
        switch body {
        case .code: nil
        case .script(let script): script.text
        case .recorded(let migration, _): migration.sql
        }
    }

    /// Whether the script differs from the recorded script in more than whitespace, comments and the letter case of
    /// keywords. `false` if either has no script.
    func isChanged(from recorded: String?) -> Bool {
        guard let recorded, let sql, recorded != sql else { return false }
        return SQLScanner.normalizedTokens(recorded) != SQLScanner.normalizedTokens(sql)
    }

    /// Makes the changes. Call this inside a transaction.
    ///
    /// - Throws: A `LocatedError` if a script fails; the error of a closure.
    func run(on connection: any ConnectionProtocol) throws {
        switch body {
        case .code(let body): try body(connection)
        case .script(let script): try script.run(on: connection)
        case .recorded(let migration, let recorder):
            try recorder.record { try migration.run(on: connection) }
        }
    }

    /// Adds the name of the migration to the message of an `SQLiteError`, or the file and line of the statement if they
    /// are known. Other errors are returned unchanged.
    func named(_ error: any Error) -> any Error {
        switch error {
        case let error as LocatedError: error.named(name)
        case let error as SQLiteError: error.prefixed("migration \"\(MessageText.name(name))\": ")
        default: error
        }
    }
}
