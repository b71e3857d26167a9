import DataLiteCore

/// The reader that is cached with an SQLite `Statement`, so that a run can reuse the lookups of earlier runs. Other
/// statements get a new reader for each run.
package final class StatementCoders {
    private var reader: CodableRowReader?

    private static func of(_ statement: Statement) -> StatementCoders {
        if let coders = statement.companion(StatementCoders.self) { return coders }
        let coders = StatementCoders()
        statement.companions[StatementCoders.self] = coders
        return coders
    }

    /// A reader for a statement that is on the first row of a run.
    package static func reader(_ statement: any StatementProtocol, _ coder: SQLiteCoder)
        -> CodableRowReader
    {
        guard let sqlite = statement.sqliteStatement else {
            return CodableRowReader(statement, coder)
        }
        return sqlite._withUnsafeGuaranteedRef { statement in
            let coders = of(statement)
            if let reader = coders.idleReader(), reader.canReuse(for: statement, coder) {
                reader.begin(statement, sqlite, coder)
                return reader
            }
            let reader = CodableRowReader(statement, coder)
            coders.reader = reader
            return reader
        }
    }

    /// The reader of the latest run, unless that run is still in progress or the caller kept one of the reader's
    /// containers or decoders.
    private func idleReader() -> CodableRowReader? {
        guard var idle = reader.take() else { return nil }
        defer { reader = idle }
        return isOnlyReference(&idle) ? idle : nil
    }
}
