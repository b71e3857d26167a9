public import DataLiteCore

/// Turns `Encodable` values into rows: a column for each property, one column named `value` for a
/// simple type, and columns named `0`, `1`, ... for an array.
public struct RowEncoder: Sendable {
    /// The forms of dates, keys and so on.
    public var coder: SQLiteCoder

    /// Whether properties that are `nil` are left out, so that the defaults of a table's columns
    /// apply. They are NULL otherwise.
    public var omitsNil: Bool

    /// The columns that are left out, as generated columns must be. Letter case is ignored.
    public var excludedColumns: [String]

    /// An encoder.
    ///
    /// - Parameters:
    ///   - coder: The forms of dates, keys and so on.
    ///   - omitsNil: Whether properties that are `nil` are left out.
    ///   - excludedColumns: The columns that are left out.
    public init(
        coder: SQLiteCoder = .default, omitsNil: Bool = false,
        excluding excludedColumns: [String] = []
    ) {
        self.coder = coder
        self.omitsNil = omitsNil
        self.excludedColumns = excludedColumns
    }

    /// The row of a value.
    ///
    /// - Throws: what the value's `encode(to:)` throws; an `EncodingError` for a number that the
    ///   coder does not write.
    public func encode(_ value: some Encodable) throws -> SQLiteRow {
        try writer().row(of: value)
    }

    /// The rows of values, in their order. Rows with the same columns share their names.
    ///
    /// - Throws: as ``encode(_:)``; an `EncodingError` names the position of the value, from 0 on.
    public func encode(contentsOf values: some Sequence<some Encodable>) throws -> [SQLiteRow] {
        let writer = writer()
        var rows: [SQLiteRow] = []
        for value in values {
            rows.append(
                try EncodingError.locating("element \(rows.count)", IndexKey(rows.count)) {
                    try writer.row(of: value)
                })
        }
        return rows
    }

    private func writer() -> CodableRowWriter {
        let writer = CodableRowWriter(nils: omitsNil ? .omitted : .null, excluded: excludedColumns)
        writer.beginRun(coder)
        return writer
    }
}
