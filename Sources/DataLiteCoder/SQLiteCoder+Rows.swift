public import DataLiteCore

extension SQLiteCoder {
    /// Decodes a row: a keyed type by column name, ignoring case; a simple type from the first column; an array from
    /// all columns.
    ///
    /// - Throws: A `DecodingError` that names the column, the type and the row.
    public func decode<T: Decodable>(_ type: T.Type = T.self, from row: SQLiteRow) throws -> T {
        let reader = CodableRowReader(RowStatement(row), self)
        defer { reader.end() }
        return try reader.read(type)
    }

    /// Decodes rows, in order.
    ///
    /// - Throws: A `DecodingError` that names the column, the type and the row.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self, from rows: some Sequence<SQLiteRow>
    ) throws -> [T] {
        var values: [T] = []
        var current:
            (columns: SQLiteRow.Columns, statement: RowStatement, reader: CodableRowReader)?
        defer { current?.reader.end() }
        for row in rows {
            if current?.columns == row.columns {
                current?.statement.row = row
            } else {
                current?.reader.end()
                let statement = RowStatement(row)
                current = (
                    row.columns, statement, CodableRowReader(statement, self, row: values.count)
                )
            }
            if let reader = current?.reader { values.append(try reader.read(type)) }
        }
        return values
    }
}
