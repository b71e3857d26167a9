import DataLiteSyntax

/// The views and triggers of a database, and the temporary ones, which may use its tables: which of them compile.
struct ObjectCheck {
    let connection: any ConnectionProtocol
    let database: String

    /// The statements that did not compile before the change.
    private var broken: Set<Probe> = []

    init(connection: any ConnectionProtocol, database: String) {
        self.connection = connection
        self.database = database
    }

    /// Finds what does not compile before the change.
    init(before connection: any ConnectionProtocol, database: String) throws(SQLiteError) {
        self.init(connection: connection, database: database)
        for probe in try probes() where try problem(of: probe) != nil { broken.insert(probe) }
    }

    /// - Throws: An error that names a view or a trigger that compiled before, and does no longer.
    func requireUnchanged() throws(SQLiteError) {
        for probe in try probes() where !broken.contains(probe) {
            guard let problem = try problem(of: probe) else { continue }
            if probe.action != .select, let error = try brokenTrigger() { throw error }
            throw Self.error("view", probe.table, problem)
        }
    }

    /// A statement that compiles a view, or the triggers of a table.
    private struct Probe: Hashable {
        enum Action { case select, insert, update, delete }

        let schema: String
        let table: String
        let action: Action

        static func == (lhs: Probe, rhs: Probe) -> Bool {
            lhs.schema == rhs.schema && lhs.action == rhs.action
                && SchemaName(lhs.table) == SchemaName(rhs.table)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(schema)
            hasher.combine(SchemaName(table))
            hasher.combine(action)
        }
    }

    /// A view or a trigger.
    struct Object {
        let schema: String
        let type: String
        let name: String
        let table: String
        let sql: String
    }

    private var schemas: [String] {
        SQLName.matches(database, "temp") ? [database] : [database, "temp"]
    }

    func objects() throws(SQLiteError) -> [Object] {
        var objects: [Object] = []
        for schema in schemas {
            objects += try connection.rows(
                """
                SELECT type, name, tbl_name, sql FROM \(identifier: schema).sqlite_master
                WHERE type IN ('view', 'trigger') ORDER BY rowid
                """
            ).map { row in
                Object(
                    schema: schema, type: row.lenientValue(at: 0) ?? "",
                    name: row.lenientValue(at: 1) ?? "", table: row.lenientValue(at: 2) ?? "",
                    sql: row.lenientValue(at: 3) ?? "")
            }
        }
        return objects
    }

    private func probes() throws(SQLiteError) -> [Probe] {
        var probes: [Probe] = []
        var found: Set<Probe> = []
        for object in try objects() {
            for probe in Self.probes(of: object, schemas) where found.insert(probe).inserted {
                probes.append(probe)
            }
        }
        return probes
    }

    private static func probes(of object: Object, _ schemas: [String]) -> [Probe] {
        guard object.type == "trigger" else {
            return [Probe(schema: object.schema, table: object.name, action: .select)]
        }
        // The table of a temporary trigger may be in any schema.
        let schemas = object.schema == "temp" ? schemas : [object.schema]
        return schemas.flatMap { schema in
            [.insert, .update, .delete].map {
                Probe(schema: schema, table: object.table, action: $0)
            }
        }
    }

    private func problem(of probe: Probe) throws(SQLiteError) -> String? {
        let name: SQL = "\(identifier: probe.schema).\(identifier: probe.table)"
        let sql: SQL
        switch probe.action {
        case .select: sql = "SELECT * FROM \(name)"
        case .insert: sql = "INSERT INTO \(name) DEFAULT VALUES"
        case .delete: sql = "DELETE FROM \(name)"
        case .update:
            let reader = SchemaReader(connection: connection, schema: probe.schema)
            let columns = try reader.columns(of: probe.table).filter { $0.storage == .ordinary }
            let assignments: [SQL] = columns.map {
                "\(identifier: $0.name) = \(identifier: $0.name)"
            }
            sql = "UPDATE \(name) SET \(assignments.joined(separator: ", "))"
        }
        return try problem(of: sql)
    }

    /// Why a statement does not compile.
    func problem(of sql: SQL) throws(SQLiteError) -> String? {
        do throws(SQLiteError) {
            _ = try connection.prepare(sql: sql.text, options: [])
            return nil
        } catch {
            guard error.resultCode.primary == .error else { throw error }
            return error.message
        }
    }

    /// Finds the trigger that does not compile by creating each of them alone. The transaction is rolled back anyway.
    private func brokenTrigger() throws(SQLiteError) -> SQLiteError? {
        let triggers = try objects().filter { $0.type == "trigger" }
        for trigger in triggers {
            try connection.execute(
                "DROP TRIGGER \(identifier: trigger.schema).\(identifier: trigger.name)")
        }
        for trigger in triggers {
            let statement = CreateStatement(trigger.sql)
            try connection.execute(SQL(raw: statement.qualified(by: trigger.schema)))
            for probe in Self.probes(of: trigger, schemas) where !broken.contains(probe) {
                guard let problem = try problem(of: probe) else { continue }
                return Self.error("trigger", trigger.name, problem)
            }
            try connection.execute(
                "DROP TRIGGER \(identifier: trigger.schema).\(identifier: trigger.name)")
        }
        return nil
    }

    static func error(_ type: String, _ name: String, _ problem: String) -> SQLiteError {
        SQLiteError(
            .error,
            message:
                "\(type) \(MessageText.names([name])) would no longer work: \(problem); drop it "
                + "before the change, and create it again afterwards")
    }
}
