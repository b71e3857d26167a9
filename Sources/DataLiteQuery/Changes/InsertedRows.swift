/// The rows of an `INSERT ... VALUES`.
struct InsertedRows: Sendable {
    var command: InsertCommand

    let sources: [InsertSource]

    let count: Int

    /// The positions of the columns to omit because SQLite computes them.
    let generatedColumns: [Int]

    /// - Parameter choosesColumns: Whether the statement names the columns to write.
    init(_ command: InsertCommand, _ sources: [InsertSource], choosesColumns: Bool = false) {
        self.command = command
        self.sources = sources
        generatedColumns = choosesColumns ? [] : command.table.generatedColumns
        count = sources.reduce(0) { $0 + $1.count }
    }
}

/// Consecutive rows of an insert.
@usableFromInline
struct InsertSource: Sendable {
    let count: Int

    /// Appends the columns of a row. A closure that is created where the type of the row is known calls its `encode`
    /// directly.
    let encode: @Sendable (Int, inout DraftValues) -> Void

    @usableFromInline
    init(count: Int, _ encode: @escaping @Sendable (Int, inout DraftValues) -> Void) {
        self.count = count
        self.encode = encode
    }
}

extension InsertedRows {
    func run(
        on db: any ConnectionProtocol, returning: _SelectList?,
        _ step: (StatementLease) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Int {
        var batches = InsertBatches(self, returning: returning)
        guard try batches.next() else { return 0 }
        if batches.isLast { return try batches.run(on: db, step) }
        var changes = 0
        try db.atomically {
            repeat { changes += try batches.run(on: db, step) } while try batches.next()
        }
        return changes
    }

    /// Writes all rows as one statement.
    func write(returning: _SelectList?, to writer: inout _SQLWriter) {
        var batches = InsertBatches(self, returning: returning, limit: .max)
        do {
            guard try batches.next() else {
                writer.fail(SQLiteError(.misuse, message: "there are no rows to insert"))
                return
            }
            guard batches.isLast else {
                writer.fail(
                    SQLiteError(
                        .misuse,
                        message: "the rows do not set the same columns and need several statements")
                )
                return
            }
            writer.write(sql: try batches.sql())
        } catch {
            writer.fail(error)
        }
    }
}

/// Divides rows into batches. The rows of a batch set the same columns and are inserted by one statement.
struct InsertBatches {
    private let rows: InsertedRows
    private let returning: _SelectList?
    private let limit: Int?

    private var source = 0
    private var index = 0

    /// The values of the batch, and of the next row if that row sets other columns.
    private var values = DraftValues()

    /// The number of rows in the batch, and the number of their values.
    private var batchCount = 0
    private var valueCount = 0

    /// The columns that the rows of the batch set.
    private var shape: [DraftValues.State] = []

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
    var isLast: Bool { source == rows.sources.count && valueCount == values.count }
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
        if !setsSameColumns(shape) {
            shape = values.states
            text = nil
        }
        let rowValueCount = values.count
        let limit = limit ?? max(1, Self.parameterLimit / max(1, rowValueCount))
        repeat {
            batchCount += 1
            valueCount += rowValueCount
            guard batchCount < limit, rowValueCount > 0, try readRow() else { return true }
        } while setsSameColumns(shape)
        return true
    }

    /// Appends the values of the next row.
    ///
    /// - Returns: Whether there is another row.
    private mutating func readRow() throws(SQLiteError) -> Bool {
        while source < rows.sources.count {
            if index < rows.sources[source].count {
                values.startRow()
                let start = values.count
                rows.sources[source].encode(index, &values)
                if !rows.generatedColumns.isEmpty {
                    values.omit(
                        rows.generatedColumns, of: rows.command.columns.count, from: start)
                }
                index += 1
                if let error = values.error { throw error }
                skipEmptySources()
                return true
            }
            source += 1
            index = 0
        }
        return false
    }

    private mutating func skipEmptySources() {
        while source < rows.sources.count, index == rows.sources[source].count {
            source += 1
            index = 0
        }
    }

    /// Whether the latest row sets the same columns as a batch. In an upsert, a default value is not the same as a
    /// value that was set.
    private func setsSameColumns(_ shape: [DraftValues.State]) -> Bool {
        guard shape.count == values.states.count else { return false }
        let isUpsert = rows.command.isUpsert
        return zip(shape, values.states).allSatisfy {
            $0 == $1 || !isUpsert && $0 != .omitted && $1 != .omitted
        }
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

    private func lease(
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
    private mutating func statement() throws(SQLiteError) -> SQL {
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
            let state = index < states.count ? states[index] : .set
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
