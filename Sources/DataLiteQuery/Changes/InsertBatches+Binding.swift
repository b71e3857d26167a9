// Rows that set the same columns as the rows before them are bound as they are encoded, without an array of their
// values. Which columns a row sets is known only then. If they differ, the rows of the batch are encoded again and
// collected first.
extension InsertBatches {
    /// Inserts as many of the next rows as a statement takes.
    ///
    /// - Returns: The number of changed rows; `nil` if there are no rows or they must be collected.
    mutating func runDirectly(
        on db: any ConnectionProtocol, _ step: (StatementLease) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Int? {
        guard isUniform, rowValueCount > 0, rows.generatedColumns.isEmpty,
            db.sqliteConnection != nil
        else { return nil }
        let count = min(rowLimit, rows.count - position.count)
        guard count > 0 else { return nil }
        let sql = try statement(rows: count)
        let start = position
        try lease(sql, on: db).use { (lease) throws(SQLiteError) in
            isUniform = try bindRows(count, to: lease)
            guard isUniform else { return }
            for (index, value) in zip(Int32(count * rowValueCount + 1)..., sql.parameters) {
                try lease.bind(value, at: index)
            }
            try step(lease)
        }
        if isUniform { return Int(db.changes) }
        position = start
        return nil
    }

    /// Encodes the next rows and binds their values.
    ///
    /// - Returns: `false` if a row does not have values for the same columns.
    private mutating func bindRows(
        _ count: Int, to lease: StatementLease
    ) throws(SQLiteError) -> Bool {
        guard let statement = lease.sqlite?.takeUnretainedValue() else { return false }
        let parameters = ParameterSequence(of: statement, limit: Int32(count * rowValueCount))
        defer { parameters.end() }
        var values = DraftValues(RowWriter(binding: parameters))
        var rest = count
        var boundCount: Int32 = 0
        while rest > 0 {
            skipReadSources()
            let end = min(rows.sources[position.source].count, position.index + rest)
            let encode = rows.sources[position.source].encode
            rest -= end - position.index
            while position.index < end {
                values.startRow()
                encode(position.index, &values)
                position.index += 1
                position.count += 1
                boundCount += Int32(rowValueCount)
                guard parameters.count == boundCount, setsSameColumns(values.states) else {
                    return false
                }
                if let error = values.error { throw error }
            }
        }
        return true
    }
}
