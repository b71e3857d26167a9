/// Decodes an enum whose cases are stored in columns. Exactly one case must be set.
///
/// ```swift
/// init(row: inout RowReader) throws(SQLiteError) {
///     var choice = _EnumRow<Self>(row)
///     try choice.next(&row) { .link($0) }
///     try choice.next(&row) { .note($0) }
///     self = try choice.value(in: row)
/// }
/// ```
public struct _EnumRow<Value> {
    private let start: Int
    private var value: Value?
    private var count = 0

    /// Begins with the next column of a row.
    public init(_ row: borrowing RowReader) {
        start = row.position
    }

    /// Reads the columns of a case, and selects the case if they are not all NULL.
    public mutating func next<Payload: RowDecodable>(
        _ row: inout RowReader, _ make: (Payload) -> Value
    ) throws(SQLiteError) {
        guard let payload = try row.next(as: Payload?.self) else { return }
        value = make(payload)
        count += 1
    }

    /// The case that is set.
    ///
    /// - Throws: `SQLITE_MISMATCH` if no case is set, or more than one.
    public func value(in row: borrowing RowReader) throws(SQLiteError) -> Value {
        guard count == 1, let value else {
            throw row.error(
                from: start,
                "expected the columns of exactly one case of \(Value.self) to be set, found \(count)"
            )
        }
        return value
    }
}

extension _EnumRow where Value: Selection {
    /// Checks that the columns of a case that were appended are not all NULL: the row could not be read.
    public static func requireCase(in values: inout RowWriter) {
        guard values.endsWithNulls(Value.columnCount) else { return }
        values.refuse(
            SQLiteError(
                .mismatch,
                message: "all columns of a case of \(Value.self) are NULL, so it could not be read")
        )
    }
}
