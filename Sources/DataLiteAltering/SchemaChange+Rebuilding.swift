import DataLiteCore

extension SchemaChange {
    /// Runs a closure in a transaction, or in a savepoint of the open transaction, with foreign keys off.
    ///
    /// - Parameter names: The tables that the closure replaces. Empty if SQLite itself checks what the closure does.
    /// - Throws: An error that names a table that cannot be replaced, or a view, trigger, full-text table or foreign
    ///   key that no longer works afterwards.
    func run(
        rebuilding names: [String], _ body: () throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        guard !names.isEmpty else { return try requiringFullText(body) }
        try connection.inSchemaMethod { () throws(SQLiteError) in
            try runMarked(rebuilding: names, body)
        }
    }

    private func runMarked(
        rebuilding names: [String], _ body: () throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        var foreignKeys = try ForeignKeyEnforcement(connection)
        let isAlone = connection.isAutocommit
        do throws(SQLiteError) {
            if isAlone { try foreignKeys.set(false) }
            try requiringFullText { () throws(SQLiteError) in
                let schema = try connection.schema(of: database)
                try requireReplaceable(names, in: schema)
                if !isAlone, foreignKeys.initiallyEnabled { try requireUnreferenced(names, schema) }
                let objects = try CompiledObjects(before: connection, database: database)
                let keys = try ForeignKeyCheck(
                    connection: connection, database: database, tables: names, schema: schema)
                try body()
                try objects.requireUnchanged()
                try keys.requireUnchanged()
            }
            try foreignKeys.restore()
        } catch {
            try foreignKeys.restore(after: error, of: "change of the schema")
            throw error
        }
    }

    /// The current definition of a table.
    func table(_ name: String) throws(SQLiteError) -> DatabaseSchema.Table {
        guard let table = try connection.schema(of: database).table(name) else {
            throw SQLiteError(
                .error, message: "no such table: \(MessageText.name(database)).\(name)")
        }
        return table
    }

    /// A name that begins with a prefix and that nothing in the database has.
    func unusedName(_ prefix: String) throws(SQLiteError) -> String {
        let names = try connection.rows(
            "SELECT name FROM \(identifier: database).sqlite_master", as: String.self)
        let taken = Set(names.map(SchemaName.init))
        var number = 1
        while taken.contains(SchemaName("\(prefix) \(number)")) { number += 1 }
        return "\(prefix) \(number)"
    }

    private func requireReplaceable(
        _ names: [String], in schema: DatabaseSchema
    ) throws(SQLiteError) {
        for name in names {
            guard let table = schema.table(name) else {
                let title = "\(database).\(name)"
                throw SQLiteError(.error, message: "no such table: \(MessageText.name(title))")
            }
            let kind: String? =
                switch table.kind {
                case .table: table.problem.map { "a table that cannot be read (\($0))" }
                case .view: "a view; drop it and create it again"
                case .virtual: "a virtual table; create another one and copy its rows"
                case .shadow: "a part of a virtual table"
                }
            guard let kind else { continue }
            throw SQLiteError.misuse(
                "\(MessageText.names([name])) cannot be changed: it is \(kind)")
        }
    }

    /// Dropping a table deletes its rows first, which runs the actions of foreign keys, or violates them.
    private func requireUnreferenced(
        _ names: [String], _ schema: DatabaseSchema
    ) throws(SQLiteError) {
        let names = Set(names.map(SchemaName.init))
        for table in schema.tables {
            for key in table.foreignKeys where names.contains(SchemaName(key.parent)) {
                throw SQLiteError.misuse(
                    "table \(MessageText.names([key.parent])) cannot be changed in a "
                        + "transaction that enforces foreign keys, because "
                        + "\(MessageText.names([table.name])) refers to it; change it in a migration, "
                        + "or outside a transaction")
            }
        }
    }
}

/// The foreign keys of some tables and of the tables that refer to them.
private struct ForeignKeyCheck {
    let connection: any ConnectionProtocol
    let database: String
    let tables: Set<SchemaName>

    /// The number of violations of each table before the change; `nil` if SQLite cannot check a table.
    private var counts: [SchemaName: Int?] = [:]

    init(
        connection: any ConnectionProtocol, database: String, tables: [String],
        schema: DatabaseSchema
    ) throws(SQLiteError) {
        self.connection = connection
        self.database = database
        self.tables = Set(tables.map(SchemaName.init))
        for table in children(in: schema) {
            let count: Int?
            do throws(SQLiteError) {
                count = try violationCount(of: table.name)
            } catch {
                guard error.resultCode.primary == .error else { throw error }
                count = nil
            }
            counts.updateValue(count, forKey: SchemaName(table.name))
        }
    }

    func requireUnchanged() throws(SQLiteError) {
        for table in children(in: try connection.schema(of: database)) {
            // SQLite could not check its keys before the change either.
            guard let before = counts[SchemaName(table.name), default: 0] else { continue }
            do throws(SQLiteError) {
                guard try violationCount(of: table.name) > before else { continue }
            } catch {
                throw SQLiteError(
                    error.resultCode,
                    message: "a foreign key of table \(MessageText.names([table.name])) no longer "
                        + "works: \(error.message)", underlyingError: error)
            }
            let violations = try connection.foreignKeyViolations(
                in: table.name, of: database, limit: 10)
            throw SQLiteError(
                .constraintForeignKey,
                message: "the change violates foreign keys: "
                    + MessageText.lines(violations.map(\.description)).joined(separator: "; "))
        }
    }

    private func children(in schema: DatabaseSchema) -> [DatabaseSchema.Table] {
        schema.tables.filter { table in
            !table.foreignKeys.isEmpty
                && (tables.contains(SchemaName(table.name))
                    || table.foreignKeys.contains { tables.contains(SchemaName($0.parent)) })
        }
    }

    private func violationCount(of table: String) throws(SQLiteError) -> Int {
        try requiredCount("SELECT count(*) FROM pragma_foreign_key_check(\(table), \(database))")
    }

    private func requiredCount(_ sql: SQL) throws(SQLiteError) -> Int {
        try connection.value(sql, as: Int.self) ?? 0
    }
}
