import DataLiteCore

/// What is found out about a statement once, and serves each of its runs.
///
/// A statement of a real SQLite keeps it; others are looked at anew for each run.
final class StatementNotes {
    private var reader: RowReader?
    private var binder: ParameterListBinder?

    private static func of(_ statement: Statement) -> StatementNotes {
        if let notes = statement.companions[StatementNotes.self] { return notes }
        let notes = StatementNotes()
        statement.companions[StatementNotes.self] = notes
        return notes
    }

    /// A reader for a statement that is on the first row of a run.
    static func reader(_ statement: any StatementProtocol, _ coder: SQLiteCoder) -> RowReader {
        guard let real = statement.sqliteStatement else { return RowReader(statement, coder) }
        return real._withUnsafeGuaranteedRef { real in
            let notes = of(real)
            if let reader = notes.reader, reader.suits(real, coder) {
                reader.begin(real, coder)
                return reader
            }
            let reader = RowReader(real, coder)
            notes.reader = reader
            return reader
        }
    }

    /// A binder for a statement that is about to run.
    static func binder(
        _ statement: any StatementProtocol, _ coder: SQLiteCoder
    ) -> ParameterListBinder {
        guard let real = statement.sqliteStatement else {
            return ParameterListBinder(statement, coder)
        }
        return real._withUnsafeGuaranteedRef { real in
            let notes = of(real)
            if let binder = notes.binder, binder.coderID === coder.id { return binder }
            let binder = ParameterListBinder(real, coder)
            notes.binder = binder
            return binder
        }
    }
}
