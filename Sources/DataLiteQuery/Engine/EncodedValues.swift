/// What a ``RowWriter`` has received, as a value that can be kept.
struct EncodedValues: Sendable {
    let values: [SQLiteValue]

    /// The first failure to encode a value.
    let error: SQLiteError?

    init(_ writer: RowWriter) {
        values = writer.values
        error = writer.error
    }
}
