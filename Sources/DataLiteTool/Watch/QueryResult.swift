import DataLiteCore

/// All rows of a query.
struct QueryResult: Equatable {
    let columns: [String]
    let rows: [[SQLiteValue]]
}

extension QueryResult {
    init(of query: Statement) throws(SQLiteError) {
        defer { try? query.reset() }
        // The first step may prepare the statement again, with other columns.
        var hasRow = try query.step()
        let columns = query.columnNames()
        var rows: [[SQLiteValue]] = []
        while hasRow {
            rows.append(columns.indices.map { query.columnValue(at: Int32($0)) })
            hasRow = try query.step()
        }
        self.init(columns: columns, rows: rows)
    }
}
