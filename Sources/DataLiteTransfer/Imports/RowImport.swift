import DataLiteCore

/// Inserts rows into a table in transactions.
struct RowImport {
    let connection: any ConnectionProtocol
    let table: DatabaseSchema.Table
    let options: ImportOptions

    /// The columns of the table by their names, because a table can have thousands.
    private let columnsByName: [SchemaName: DatabaseSchema.Column]

    /// - Throws: `SQLITE_ERROR` if the main database has no such table.
    init(
        _ connection: any ConnectionProtocol, _ table: String, _ options: ImportOptions
    ) throws(SQLiteError) {
        guard let found = try connection.schema.table(table) else {
            throw SQLiteError(.error, message: "no such table: \(MessageText.name(table))")
        }
        self.connection = connection
        self.table = found
        columnsByName = Dictionary(
            found.columns.map { (SchemaName($0.name), $0) }, uniquingKeysWith: { first, _ in first }
        )
        self.options = options
    }

    /// The names of the columns that can be written.
    var columns: [String] { table.columns.filter { $0.storage == .ordinary }.map(\.name) }

    /// The column for a name in the imported text; `nil` to ignore its values.
    ///
    /// - Throws: `SQLITE_ERROR` if there is no such column and unknown columns are not ignored.
    func column(named name: String, _ line: Int) throws(SQLiteError) -> String? {
        let mapped = options.columnNames[name]
        let name = mapped ?? name
        let column = columnsByName[SchemaName(name)]
        if let column, column.storage == .ordinary { return column.name }
        // Where unknown columns are expected, `oid` may be one of another database.
        if isRowID(name), mapped != nil || !options.ignoresUnknownColumns { return name }
        guard !options.ignoresUnknownColumns else { return nil }
        let reason =
            column == nil
            ? "the table \"\(MessageText.name(table.name))\" has no such column"
            : "the column cannot be written"
        throw SQLiteError(.error, message: "\(Self.place(line, name)): \(reason)")
    }

    /// Whether a name is that of the rowid, which is not among the columns.
    private func isRowID(_ name: String) -> Bool {
        table.hasRowID && columnsByName[SchemaName(name)] == nil
            && ["rowid", "oid", "_rowid_"].contains(name.lowercasedASCII)
    }

    /// What the text for a column means.
    func meaning(_ name: String) -> ImportedText {
        if isRowID(name) { return .rowID }
        return columnsByName[SchemaName(name)].map {
            ImportedText($0, decodesBLOBs: options.decodesBLOBs)
        } ?? .any
    }

    /// Whether a column stores numbers as text.
    func storesText(_ name: String) -> Bool {
        columnsByName[SchemaName(name)].map { Affinity($0.type) == .text } ?? false
    }

    /// The statement that inserts a row of some columns.
    func insert(_ columns: [String]) -> String {
        let (name, list) = (
            SQLLiteral.identifier(table.name),
            columns.map(SQLLiteral.identifier).joined(separator: ", ")
        )
        let start = "INSERT OR \(options.onConflict.rawValue) INTO main.\(name)"
        guard !columns.isEmpty else { return start + " DEFAULT VALUES" }
        let values = repeatElement("?", count: columns.count).joined(separator: ", ")
        return "\(start)(\(list)) VALUES (\(values))"
    }

    /// Inserts rows until there are no more.
    ///
    /// - Parameter nextRow: Inserts the next row; returns `nil` at the end, otherwise the number of inserted rows.
    /// - Returns: The number of inserted rows.
    func run(_ nextRow: () throws -> Int?) throws -> Int {
        guard let batchSize = options.batchSize else { return try runBatch(.max, nextRow).rows }
        // In an open transaction, the batches are not committed yet.
        let commitsBatches = connection.isAutocommit
        var (rows, isAtEnd) = (0, false)
        while !isAtEnd {
            do {
                let batch = try runBatch(max(batchSize, 1), nextRow)
                rows += batch.rows
                isAtEnd = batch.isAtEnd
            } catch let error as SQLiteError where rows > 0 && commitsBatches {
                throw SQLiteError(
                    error.resultCode,
                    message: "\(error.message) (\(rows.counted("row")) imported before)",
                    sql: error.sql, underlyingError: error.underlyingError)
            }
        }
        return rows
    }

    private func runBatch(
        _ limit: Int, _ nextRow: () throws -> Int?
    ) throws -> (rows: Int, isAtEnd: Bool) {
        try connection.transaction {
            var (rows, lines) = (0, 0)
            while lines < limit {
                guard let inserted = try nextRow() else { return (rows, true) }
                rows += inserted
                lines += 1
            }
            return (rows, false)
        }
    }

    /// Inserts a row.
    ///
    /// - Returns: The number of inserted rows: 0 if the row was skipped. A row of a view counts if its trigger has
    ///   changed rows, which SQLite does not count as changes of the statement.
    func insertRow(
        _ sql: String, _ values: [SQLiteValue], _ line: Int
    ) throws(SQLiteError) -> Int {
        let changes = connection.totalChanges
        do {
            let count = try connection.execute(SQL(raw: sql, parameters: values))
            guard count == 0, table.kind == .view else { return count }
            return connection.totalChanges == changes ? 0 : 1
        } catch {
            throw Self.failure(error, "line \(line) of the import")
        }
    }

    /// `line 3 of the import, column "year"`
    static func place(_ line: Int, _ column: String) -> String {
        "line \(line) of the import, column \"\(MessageText.name(column))\""
    }

    /// The error with the place where it happened.
    static func failure(_ error: SQLiteError, _ place: String) -> SQLiteError {
        SQLiteError(
            error.resultCode, message: "\(place): \(error.message)", sql: error.sql,
            underlyingError: error.underlyingError)
    }
}
