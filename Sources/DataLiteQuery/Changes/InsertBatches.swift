/// Divides rows into batches. The rows of a batch set the same columns and are inserted by one statement.
struct InsertBatches {
    let rows: InsertedRows
    private let returning: _SelectList?
    private let limit: Int?

    /// The position of an integer key that is written as NULL where a row omits it, which has the same effect.
    private let nullableKey: Int?

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

    /// Whether `values` contains the next row, which can be empty.
    private var holdsNextRow = false

    /// The number of rows in the batch, and the number of their values.
    private var batchCount = 0
    private var valueCount = 0

    /// The columns that the rows of the batch set, and the number of values of a row.
    private(set) var shape = ColumnStates()
    private(set) var rowValueCount = 0

    /// Whether the rows of the next batch are expected to set the same columns as those of this one.
    var isUniform = true

    /// The latest statement and its number of rows. It contains only the parameters after the values of the rows.
    private var text: (rows: Int, sql: SQL)?

    /// The Swift functions that the latest statement calls.
    private var functions = UsedFunctions()

    /// - Parameters:
    ///   - limit: The maximum number of rows in a batch, or `nil` for as many as is efficient.
    ///   - nullableKey: The position of an integer key that is written as NULL where a row omits it.
    init(
        _ rows: InsertedRows, returning: _SelectList?, limit: Int? = nil, nullableKey: Int? = nil
    ) {
        self.rows = rows
        self.nullableKey = nullableKey
        self.returning = returning
        self.limit = limit
        values.reserveCapacity(Self.parameterLimit + rows.command.columns.count)
    }

    /// The maximum number of parameters in a statement, unless one row has more. Larger batches gain nothing: SQLite
    /// copies long strings, and strings after this many parameters.
    private static let parameterLimit = 128

    /// Whether no rows follow the batch.
    var isLast: Bool { position.count == rows.count && !holdsNextRow }

    // MARK: - Reading

    /// Reads the next batch.
    ///
    /// - Returns: Whether there is another batch.
    mutating func next() throws(SQLiteError) -> Bool {
        values.removeFirst(valueCount)
        batchCount = 0
        valueCount = 0
        if !holdsNextRow {
            guard try readRow() else { return false }
        }
        holdsNextRow = false
        isUniform = true
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
        holdsNextRow = true
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
        if let nullableKey { values.writeNull(at: nullableKey, from: start) }
        position.index += 1
        position.count += 1
        if let error = values.error { throw error }
        try requireWidth(values.count - start)
        return true
    }

    /// Throws if the latest row does not have a value for each of its columns.
    private func requireWidth(_ count: Int) throws(SQLiteError) {
        let (states, columns) = (values.states, rows.command.columns)
        guard states.count == 0 || states.count == columns.count else {
            throw .wrongWidth(rows.command.table, states.count)
        }
        let expected = states.writtenCount(of: columns.count)
        guard count == expected else { throw .wrongWidth(rows.command.table, count, of: expected) }
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

    // MARK: - Running

    /// Runs the statement for the batch.
    ///
    /// - Returns: The number of changed rows.
    mutating func run(
        on db: any ConnectionProtocol, _ step: (StatementLease) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Int {
        let sql = try statement(rows: batchCount)
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
        let sql = try statement(rows: batchCount)
        return SQL(
            raw: sql.text, parameters: values.values.values[..<valueCount] + sql.parameters)
    }

    /// The statement, with only the parameters after the values of the rows.
    mutating func statement(rows count: Int) throws(SQLiteError) -> SQL {
        if let text, text.rows == count { return text.sql }
        let sql = try makeStatement(count)
        text = (count, sql)
        return sql
    }

    private mutating func makeStatement(_ count: Int) throws(SQLiteError) -> SQL {
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
        for row in 0..<count {
            writer.write(row == 0 ? "(?" : ", (?")
            for _ in 1..<set.count { writer.write(", ?") }
            writer.write(")")
        }
        command.writeTail(updating: updated, returning: returning, to: &writer)
        functions = writer.functions
        return try writer.finish()
    }
}

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
