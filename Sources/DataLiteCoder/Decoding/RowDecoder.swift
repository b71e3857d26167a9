public import DataLiteCore

/// Turns rows into `Decodable` values: by column name, letter case ignored, into a type with keys;
/// the first column into a simple type; all columns into an array.
public struct RowDecoder: Sendable {
    /// The forms of dates, keys and so on.
    public var coder: SQLiteCoder

    /// A decoder.
    public init(coder: SQLiteCoder = .default) { self.coder = coder }

    /// The value of a row.
    ///
    /// - Throws: a `DecodingError` that names the column, the type and the row.
    public func decode<T: Decodable>(_ type: T.Type = T.self, from row: SQLiteRow) throws -> T {
        let reader = RowReader(RowStatement(row), coder)
        defer { reader.end() }
        return try reader.read(type)
    }

    /// The values of rows, in their order.
    ///
    /// - Throws: as ``decode(_:from:)-(_,SQLiteRow)``.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self, from rows: some Sequence<SQLiteRow>
    ) throws -> [T] {
        var values: [T] = []
        var current: (columns: SQLiteRow.Columns, statement: RowStatement, reader: RowReader)?
        defer { current?.reader.end() }
        for row in rows {
            if current?.columns == row.columns {
                current?.statement.row = row
            } else {
                current?.reader.end()
                let statement = RowStatement(row)
                current = (row.columns, statement, RowReader(statement, coder, row: values.count))
            }
            if let reader = current?.reader { values.append(try reader.read(type)) }
        }
        return values
    }
}
