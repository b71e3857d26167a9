/// A statement from SQL text, whose rows are decoded as a type.
///
/// ```swift
/// let reminders = try #sql(
///     "SELECT \(Reminder.columns) FROM \(Reminder.self) WHERE \(Reminder.title) LIKE \(pattern)",
///     as: Reminder.self
/// ).fetchAll(db)
/// ```
///
/// Rows are decoded by position, so the text has to select the columns in the order of the type.
public struct RawQuery<Output>: Query {
    let text: RawSQL
    public let decoder: QueryDecoder<Output>

    init(_ text: RawSQL, decoder: QueryDecoder<Output>) {
        self.text = text
        self.decoder = decoder
    }

    public func write(to writer: inout SQLWriter) {
        text.write(to: &writer)
    }
}

extension RawQuery {
    /// A statement whose rows are values of a type. `#sql` checks the text; this initializer does not.
    public init(_ text: RawSQL, as row: Output.Type) where Output: RowDecodable & Sendable {
        self.init(text, decoder: QueryDecoder(direct: row))
    }

    /// A statement whose rows are tuples.
    public init<each Column: RowDecodable & Sendable>(
        _ text: RawSQL, as row: (repeat each Column).Type
    )
    where Output == (repeat each Column) {
        var count = 0
        for column in repeat (each Column).self { count += column.columnCount }
        self.init(
            text,
            decoder: QueryDecoder(columnCount: count) { row throws(SQLiteError) in
                (repeat try row.next(as: (each Column).self))
            })
    }
}

extension QueryDecoder where Output: RowDecodable & Sendable {
    fileprivate init(direct type: Output.Type) {
        columnCount = Output.columnCount
        forms = StoredForms()
        decode = { (row: inout RowColumns) throws(SQLiteError) in try Output(row: &row) }
        isDirect = true
    }
}
