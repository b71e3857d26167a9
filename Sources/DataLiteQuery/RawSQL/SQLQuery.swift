/// A statement from SQL text, whose rows are decoded as a type.
///
/// ```swift
/// let reminders = try #sql(
///     "SELECT \(Reminder.columns) FROM \(Reminder.self) WHERE \(Reminder.title) LIKE \(pattern)",
///     as: Reminder.self
/// ).fetchAll(db)
/// ```
///
/// Rows are decoded by position, so the text must select the columns in the order of the type.
public struct SQLQuery<Output>: Query {
    let text: SQLFragment
    public let _decoder: _QueryDecoder<Output>

    init(_ text: SQLFragment, decoder: _QueryDecoder<Output>) {
        self.text = text
        self._decoder = decoder
    }

    public func _write(to writer: inout _SQLWriter) {
        text.write(to: &writer)
    }
}

extension SQLQuery {
    /// A statement whose rows are values of a type. `#sql` checks the text; this initializer does not.
    public init(_ text: SQLFragment, as row: Output.Type) where Output: RowDecodable & Sendable {
        self.init(text, decoder: _QueryDecoder(direct: row))
    }

    /// A statement whose rows are tuples.
    public init<each Column: RowDecodable & Sendable>(
        _ text: SQLFragment, as row: (repeat each Column).Type
    )
    where Output == (repeat each Column) {
        var count = 0
        for column in repeat (each Column).self { count += column.columnCount }
        self.init(
            text,
            decoder: _QueryDecoder(columnCount: count) { row throws(SQLiteError) in
                (repeat try row.next(as: (each Column).self))
            })
    }
}

extension _QueryDecoder where Output: RowDecodable & Sendable {
    fileprivate init(direct type: Output.Type) {
        columnCount = Output.columnCount
        forms = StoredForms()
        decode = { (row: inout RowReader) throws(SQLiteError) in try Output(row: &row) }
        isDirect = true
    }
}
