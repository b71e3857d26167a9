/// Divides rows into batches. The rows of a batch set the same columns and are inserted by one statement.
struct InsertBatches {
    let rows: InsertedRows
    private let returning: _SelectList?
    private let limit: Int?

    /// The position of the next row.
    var position = Position()

    struct Position {
        var source = 0
        var index = 0
        /// The number of rows before it.
        var count = 0
    }

    /// The values of the batch, and of the next row if that row sets other columns.
    private var values = DraftValues()

    /// The number of rows in the batch, and the number of their values.
    var batchCount = 0
    private var valueCount = 0

    /// The columns that the rows of the batch set, and the number of values of a row.
    private(set) var shape = ColumnStates()
    private(set) var rowValueCount = 0

    /// Whether all rows so far set the same columns.
    var isUniform = true

    /// The parameters of the statement whose values are bound as they are encoded.
    lazy var parameters = ParameterSequence()

    /// The latest statement and its number of rows. It contains only the parameters after the values of the rows.
    private var text: (rows: Int, sql: SQL)?

    /// The Swift functions that the latest statement calls.
    private var functions = UsedFunctions()

    /// - Parameter limit: The maximum number of rows in a batch, or `nil` for as many as is efficient.
    init(_ rows: InsertedRows, returning: _SelectList?, limit: Int? = nil) {
        self.rows = rows
        self.returning = returning
        self.limit = limit
        values.reserveCapacity(Self.parameterLimit + rows.command.columns.count)
    }

    /// The maximum number of parameters in a statement, unless one row has more. Larger batches gain nothing: SQLite
    /// copies long strings, and strings after this many parameters.
    private static let parameterLimit = 64

    /// Whether no rows follow the batch.
    var isLast: Bool { position.count == rows.count && valueCount == values.count }
}

// MARK: - Reading

extension InsertBatches {
    /// Reads the next batch.
    ///
    /// - Returns: Whether there is another batch.
    mutating func next() throws(SQLiteError) -> Bool {
        values.removeFirst(valueCount)
        batchCount = 0
        valueCount = 0
        if values.count == 0 {
            guard try readRow() else { return false }
        }
        if !setsSameColumns(values.states) {
            shape = values.states
            text = nil
        }
        rowValueCount = values.count
        repeat {
            batchCount += 1
            valueCount += rowValueCount
            guard batchCount < rowLimit, rowValueCount > 0, try readRow() else { return true }
        } while setsSameColumns(values.states)
        isUniform = false
        return true
    }

    /// The maximum number of rows in a batch.
    var rowLimit: Int { limit ?? max(1, Self.parameterLimit / max(1, rowValueCount)) }

    /// Appends the values of the next row.
    ///
    /// - Returns: Whether there is another row.
    private mutating func readRow() throws(SQLiteError) -> Bool {
        guard position.count < rows.count else { return false }
        skipReadSources()
        values.startRow()
        let start = values.count
        rows.sources[position.source].encode(position.index, &values)
        if !rows.generatedColumns.isEmpty {
            values.omit(rows.generatedColumns, of: rows.command.columns.count, from: start)
        }
        position.index += 1
        position.count += 1
        if let error = values.error { throw error }
        return true
    }

    /// Moves to the source of the next row, which exists.
    mutating func skipReadSources() {
        while position.index == rows.sources[position.source].count {
            position.source += 1
            position.index = 0
        }
    }

    /// Whether a row sets the same columns as the batch.
    func setsSameColumns(_ states: ColumnStates) -> Bool {
        shape.matches(states, isUpsert: rows.command.isUpsert)
    }
}

// MARK: - Running

extension InsertBatches {
    /// Runs the statement for the batch.
    ///
    /// - Returns: The number of changed rows.
    mutating func run(
        on db: any ConnectionProtocol, _ step: (StatementLease) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Int {
        let sql = try statement()
        let values = values
        let valueCount = valueCount
        try lease(sql, on: db).use { (lease) throws(SQLiteError) in
            if sql.parameterCount == 0, valueCount == values.count {
                try lease.statement.bindAll(values.values.values)
            } else {
                let rows = values.values.values[..<valueCount]
                try lease.statement.bindAll(rows + sql.parameters)
            }
            try step(lease)
        }
        return Int(db.changes)
    }

    func lease(
        _ sql: SQL, on db: any ConnectionProtocol
    ) throws(SQLiteError) -> StatementLease {
        guard !functions.isEmpty else { return try db.lease(sql) }
        return try functions.adding(to: db) { () throws(SQLiteError) in try db.lease(sql) }
    }

    /// The statement with the values of the rows.
    mutating func sql() throws(SQLiteError) -> SQL {
        let sql = try statement()
        return SQL(
            raw: sql.text, parameters: values.values.values[..<valueCount] + sql.parameters)
    }

    /// The statement, with only the parameters after the values of the rows.
    mutating func statement() throws(SQLiteError) -> SQL {
        if let text, text.rows == batchCount { return text.sql }
        let sql = try makeStatement()
        text = (batchCount, sql)
        return sql
    }

    private mutating func makeStatement() throws(SQLiteError) -> SQL {
        var writer = _SQLWriter()
        let command = rows.command
        let states = shape
        var set: [ColumnDefinition] = []
        var updated: [ColumnDefinition] = []
        for (index, column) in command.columns.enumerated() {
            let state = states[index]
            if state != .omitted { set.append(column) }
            if state == .set { updated.append(column) }
        }
        command.writeHead(set, to: &writer)
        guard !set.isEmpty else {
            // ON CONFLICT cannot follow DEFAULT VALUES; a row without values has no key that could be in conflict.
            writer.write(" DEFAULT VALUES")
            writer.write(returning: returning, of: command.table.columns)
            functions = writer.functions
            return try writer.finish()
        }
        writer.write(" VALUES ")
        for row in 0..<batchCount {
            writer.write(row == 0 ? "(?" : ", (?")
            for _ in 1..<set.count { writer.write(", ?") }
            writer.write(")")
        }
        command.writeTail(updating: updated, returning: returning, to: &writer)
        functions = writer.functions
        return try writer.finish()
    }
}
