/// What a ``RowWriter`` has received, as a value that can be kept.
package struct EncodedValues: Sendable {
    package let values: [SQLiteValue]

    /// The first failure to encode a value.
    package let error: SQLiteError?

    package init(_ writer: RowWriter) {
        values = writer.values
        error = writer.error
    }
}
