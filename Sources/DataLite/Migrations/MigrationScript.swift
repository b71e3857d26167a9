import DataLiteSyntax

/// The SQL text of a migration.
struct MigrationScript: Sendable {
    let text: String

    /// The name of the file that the text comes from.
    let file: String?

    /// Whether there is no statement in the text.
    var isEmpty: Bool { SQLTokens(text).allSatisfy(\.isSemicolon) }

    /// The first statement is the value of the setting; it is not run, because SQLite ignores it
    /// in a transaction (<https://www.sqlite.org/pragma.html#pragma_foreign_keys>).
    var foreignKeys: Migrator.ForeignKeys? {
        guard let first = statements.first, let value = Self.foreignKeys(first.sql) else {
            return nil
        }
        return value ? .enforced : .checkedAtEnd
    }

    /// Refuses statements that cannot have their effect inside the transaction of a migration.
    ///
    /// - Parameter name: The name of the migration.
    func requireRunnable(_ name: String) throws(MigrationError) {
        guard !isEmpty else { throw .emptyScript(name) }
        for (index, statement) in statements.enumerated() {
            let reason: String? =
                switch SQLText.kind(statement.sql) {
                case .begin, .commit, .rollback:
                    "the statement begins or ends a transaction, but a migration runs in one of "
                        + "its own"
                case .pragma("foreign_keys", .some) where index > 0:
                    "PRAGMA foreign_keys has no effect here; it must be the first statement"
                default: nil
                }
            guard let reason else { continue }
            let place = place(name, at: statement.range.lowerBound)
            throw .refusedStatement(place: place, reason: reason)
        }
    }

    /// Runs the statements.
    func run(on connection: any ConnectionProtocol) throws(LocatedError) {
        let skipsFirst = foreignKeys != nil
        for statement in statements.dropFirst(skipsFirst ? 1 : 0) {
            do {
                try connection.execute(script: statement.sql)
            } catch {
                throw LocatedError(error, in: self, statement.range)
            }
        }
    }

    /// Where something is, for people: `001 create.sql:12` or `migration "create", line 12`.
    func place(_ name: String, at offset: Int) -> String {
        let line = text.utf8.prefix(offset).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        guard let file else { return "migration \"\(name)\", line \(line)" }
        return "\(file):\(line)"
    }

    /// Each statement with the text up to the next one, because SQLite describes a syntax error at
    /// a semicolon better than one at the end of the text.
    private var statements: [(sql: String, range: Range<Int>)] {
        let bytes = Array(text.utf8)
        let ranges = SQLText.statementRanges(text)
        let ends = ranges.dropFirst().map(\.lowerBound) + [bytes.count]
        return zip(ranges, ends).map { range, end in
            (String(decoding: bytes[range.lowerBound..<end], as: UTF8.self), range)
        }
    }

    /// The value of a `PRAGMA foreign_keys`; `nil` for any other statement. SQLite takes these
    /// words and any number but zero as true.
    private static func foreignKeys(_ sql: String) -> Bool? {
        guard case .pragma("foreign_keys", let value?) = SQLText.kind(sql) else { return nil }
        return ["on", "yes", "true"].contains(value.lowercased()) || (Int(value) ?? 0) != 0
    }
}

/// An error of SQLite in a script, and where its statement is.
struct LocatedError: Error {
    private let error: SQLiteError
    private let script: MigrationScript
    private let offset: Int

    /// - Parameters:
    ///   - error: The error of a statement, with its offset in that statement, if SQLite knows one.
    ///   - range: The statement in the script.
    init(_ error: SQLiteError, in script: MigrationScript, _ range: Range<Int>) {
        self.script = script
        guard let offset = error.offset else {
            self.error = error
            self.offset = range.lowerBound
            return
        }
        self.offset = range.lowerBound + offset
        self.error = SQLiteError(
            error.resultCode, message: error.message, sql: script.text, offset: self.offset,
            underlyingError: error.underlyingError)
    }

    func named(_ name: String) -> SQLiteError {
        error.prefixed(script.place(name, at: offset) + ": ")
    }
}
