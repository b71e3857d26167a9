import DataLiteCore
import DataLiteSyntax

/// Replaces a table by one with another definition and the same rows, inside a transaction.
///
/// The rows wait in a table without types, which changes no value, so the new table is created with its final name: no
/// `ALTER TABLE` rewrites the rest of the schema.
struct TableRebuild {
    /// Where the values of a new column come from, if not from the column with the same name.
    enum Source {
        case expression(SQL)
        case byDefault
    }

    let connection: any ConnectionProtocol
    let database: String

    /// The table before the change.
    let table: DatabaseSchema.Table

    /// The new `CREATE TABLE` statement.
    let definition: String

    let sources: [SchemaName: Source]

    private var name: SQL { "\(identifier: database).\(identifier: table.name)" }

    func run() throws(SQLiteError) {
        let copies = try copies()
        try requireRowValues(copies)
        try requireNoReader()
        let dependents = TableDependents(connection: connection, database: database, table: table)
        let saved = try dependents.saved()
        let indexes = try FullTextIndexes(before: self)
        let rowID = table.readableRowID
        let rowIDPosition = rowID.map { position(ofRowID: $0, in: copies) }
        // Not for the rowid if a column has it: a table with the greatest number of columns can be rebuilt.
        let waiting = try createWaitingTable(
            columns: max(copies.count, rowIDPosition.map { $0 + 1 } ?? 1))
        var values = copies.map(\.value)
        if let rowID, rowIDPosition == copies.count {
            values.append("\(identifier: table.name).\(identifier: rowID)")
        } else if values.isEmpty {
            values.append("NULL")
        }
        let order: SQL = rowID.map { " ORDER BY \(identifier: table.name).\(identifier: $0)" } ?? ""
        let count = try copyRows(
            to: waiting, "SELECT \(values.joined(separator: ", ")) FROM \(name)\(order)")
        try connection.execute("DROP TABLE \(name)")
        let statement = CreateStatement(definition)
        try connection.execute(SQL(raw: statement.qualified(by: database)))
        let created = try createdTable(with: copies)
        do throws(SQLiteError) {
            try insert(count, from: waiting, copies.map(\.name), into: created, rowIDPosition)
        } catch {
            throw error.prefixed("table \(MessageText.names([table.name])): ")
        }
        try connection.execute("DROP TABLE \(waiting)")
        try dependents.restore(saved, created)
        try ObjectCheck(connection: connection, database: database)
            .requireSameMeaning(table, created)
        try indexes.update()
    }

    /// A column of the new table and the expression for its values in the old one.
    private typealias Copy = (name: String, value: SQL)

    private func copies() throws(SQLiteError) -> [Copy] {
        let statement = CreateStatement(definition)
        guard statement.createsTable, SchemaName(statement.name ?? "") == SchemaName(table.name),
            statement.schema.map({ SQLName.matches($0, database) }) ?? true,
            !statement.isTemporary || SQLName.matches(database, "temp")
        else {
            throw SQLiteError.misuse(
                "the new definition does not create table \(MessageText.names([table.name])) "
                    + "with a list of columns: \(MessageText.sql(definition))")
        }
        let columns = CreateTableText(definition).columns.filter { $0.generated == nil }
        for (column, source) in sources {
            guard case .expression = source,
                !columns.contains(where: { SchemaName($0.name) == column })
            else { continue }
            throw SQLiteError.misuse(
                "there are values for \(MessageText.names([column.text])), which is not a "
                    + "column of table \(MessageText.names([table.name])) or is generated")
        }
        let positions = table.columnPositions
        return columns.compactMap { column in
            value(of: column.name, positions).map { (column.name, $0) }
        }
    }

    /// The position of the column that waits with the old rowid: that of a copied column, or after them.
    private func position(ofRowID rowID: String, in copies: [Copy]) -> Int {
        guard sources[SchemaName(rowID)] == nil, table.column(rowID) != nil else {
            return copies.count
        }
        return copies.firstIndex { SQLName.matches($0.name, rowID) } ?? copies.count
    }

    private func value(of column: String, _ positions: [SchemaName: Int]) -> SQL? {
        switch sources[SchemaName(column)] {
        case .expression(let value): "(\(value))"
        case .byDefault: nil
        case nil:
            positions[SchemaName(column)].map {
                "\(identifier: table.name).\(identifier: table.columns[$0].name)"
            }
        }
    }

    /// An aggregate makes one row of all rows, even of none.
    private func requireRowValues(_ copies: [Copy]) throws(SQLiteError) {
        for copy in copies {
            guard case .expression = sources[SchemaName(copy.name)],
                try connection.row("SELECT \(copy.value) FROM \(name) WHERE 0") != nil
            else { continue }
            throw SQLiteError.misuse(
                "the values for \(MessageText.names([copy.name])) are those of an "
                    + "aggregate function, but each row needs its own value; use a subquery: "
                    + "SELECT max(a) FROM t")
        }
    }

    /// SQLite drops no table while another statement of the connection reads any table. It would say so only after all
    /// rows have been copied, and without naming the statement.
    private func requireNoReader() throws(SQLiteError) {
        guard let connection = connection.sqliteConnection?.takeUnretainedValue() else { return }
        let running = connection.openStatements.filter(\.isRunning)
        guard !running.isEmpty else { return }
        do throws(SQLiteError) {
            // Some of them may read no table.
            try connection.execute("DROP TABLE \(createWaitingTable(columns: 1))")
        } catch {
            guard error.resultCode.primary == .locked else { throw error }
            throw SQLiteError(
                error.resultCode,
                message: "table \(MessageText.names([table.name])) cannot be changed while another "
                    + "statement is running: \(OpenStatement.list(running))",
                underlyingError: error)
        }
    }

    /// - Returns: The number of rows.
    private func copyRows(to waiting: SQL, _ query: SQL) throws(SQLiteError) -> Int {
        let expected: Int? = try connection.value("SELECT count(*) FROM \(name)")
        let count = try connection.execute("INSERT INTO \(waiting) \(query)")
        try Self.requireAll(count, of: expected ?? 0)
        return count
    }

    private static func requireAll(_ count: Int, of expected: Int) throws(SQLiteError) {
        guard count == expected else {
            throw SQLiteError(.error, message: "\(count) of \(expected) rows were copied")
        }
    }

    /// In the same schema: a temporary table would not be encrypted.
    private func createWaitingTable(columns count: Int) throws(SQLiteError) -> SQL {
        let change = SchemaChange(connection: connection, database: database)
        let unused = try change.unusedName("datalite rows")
        let name: SQL = "\(identifier: database).\(identifier: unused)"
        let columns: [SQL] = (0..<count).map { "\(identifier: "c\($0)")" }
        do throws(SQLiteError) {
            try connection.execute("CREATE TABLE \(name)(\(columns.joined(separator: ", ")))")
        } catch {
            guard error.message.hasPrefix("too many columns") else { throw error }
            throw SQLiteError(
                error.resultCode,
                message: "table \(MessageText.names([table.name])) cannot be changed: with its "
                    + "rowid, it has too many columns to copy (\(count))", underlyingError: error)
        }
        return name
    }

    private func createdTable(with copies: [Copy]) throws(SQLiteError) -> DatabaseSchema.Table {
        let change = SchemaChange(connection: connection, database: database)
        let created = try change.table(table.name)
        let positions = created.columnPositions
        for copy in copies
        where positions[SchemaName(copy.name)].map({ created.columns[$0].storage }) != .ordinary {
            throw SQLiteError.misuse(
                "column \(MessageText.names([copy.name])) of table "
                    + "\(MessageText.names([table.name])) cannot be written")
        }
        return created
    }

    private func insert(
        _ count: Int, from waiting: SQL, _ columns: [String], into created: DatabaseSchema.Table,
        _ rowIDPosition: Int?
    ) throws(SQLiteError) {
        var targets: [SQL] = columns.map { "\(identifier: $0)" }
        var values: [SQL] = columns.indices.map { "\(identifier: "c\($0)")" }
        let written = Set(columns.map(SchemaName.init))
        if let rowIDPosition, let rowID = created.writableRowID(written) {
            targets.append("\(identifier: rowID)")
            values.append("\(identifier: "c\(rowIDPosition)")")
        }
        guard count > 0 else { return }
        guard !targets.isEmpty else {
            throw SQLiteError(.misuse, message: "no column of the old table is copied")
        }
        // `OR ABORT` overrides the conflict clauses of constraints, which could leave out rows.
        let inserted = try connection.execute(
            """
            INSERT OR ABORT INTO \(name)(\(targets.joined(separator: ", "))) \
            SELECT \(values.joined(separator: ", ")) FROM \(waiting) ORDER BY rowid
            """)
        try Self.requireAll(inserted, of: count)
    }
}

extension DatabaseSchema.Table {
    /// A name for the rowid that no column has; `nil` if there is none, or if the table has no rowid.
    fileprivate var readableRowID: String? {
        guard hasRowID else { return nil }
        return columns.first(where: \.isRowID)?.name
            ?? ["rowid", "oid", "_rowid_"].first { column($0) == nil }
    }

    /// The name under which the old rowid is written, unless the column that has the rowid is among the written ones.
    fileprivate func writableRowID(_ written: Set<SchemaName>) -> String? {
        guard let name = readableRowID, !written.contains(SchemaName(name)) else { return nil }
        return name
    }
}
