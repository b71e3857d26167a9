import DataLiteCore

/// The views and triggers of a database, and the temporary ones, which may use its tables: which of them compile.
struct CompiledObjects {
    private let check: ObjectCheck
    private var connection: any ConnectionProtocol { check.connection }

    /// The statements that did not compile before the change.
    private var broken: Set<Probe> = []

    /// Finds what does not compile before the change.
    init(before connection: any ConnectionProtocol, database: String) throws(SQLiteError) {
        check = ObjectCheck(connection: connection, database: database)
        for probe in try probes() where try problem(of: probe) != nil { broken.insert(probe) }
    }

    /// - Throws: An error that names a view or a trigger that no longer compiles.
    func requireUnchanged() throws(SQLiteError) {
        for probe in try probes() where !broken.contains(probe) {
            guard let problem = try problem(of: probe) else { continue }
            if probe.action != .select, let error = try brokenTrigger() { throw error }
            throw ObjectCheck.error("view", probe.table, problem)
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

    private func probes() throws(SQLiteError) -> [Probe] {
        var probes: [Probe] = []
        var found: Set<Probe> = []
        for object in try check.objects() {
            for probe in Self.probes(of: object, check.schemas) where found.insert(probe).inserted {
                probes.append(probe)
            }
        }
        return probes
    }

    private static func probes(of object: ObjectCheck.Object, _ schemas: [String]) -> [Probe] {
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
            let columns = try connection.rows(
                """
                SELECT name FROM pragma_table_xinfo(\(probe.table), \(probe.schema))
                WHERE hidden = 0 ORDER BY cid
                """, as: String.self)
            let assignments: [SQL] = columns.map { "\(identifier: $0) = \(identifier: $0)" }
            sql = "UPDATE \(name) SET \(assignments.joined(separator: ", "))"
        }
        return try check.problem(of: sql)
    }

    /// Finds the trigger that does not compile by creating each of them alone. The transaction is rolled back anyway.
    private func brokenTrigger() throws(SQLiteError) -> SQLiteError? {
        let triggers = try check.objects().filter { $0.type == "trigger" }
        for trigger in triggers {
            try connection.execute(
                "DROP TRIGGER \(identifier: trigger.schema).\(identifier: trigger.name)")
        }
        for trigger in triggers {
            let statement = CreateStatement(trigger.sql)
            try connection.execute(SQL(raw: statement.qualified(by: trigger.schema)))
            for probe in Self.probes(of: trigger, check.schemas) where !broken.contains(probe) {
                guard let problem = try problem(of: probe) else { continue }
                return ObjectCheck.error("trigger", trigger.name, problem)
            }
            try connection.execute(
                "DROP TRIGGER \(identifier: trigger.schema).\(identifier: trigger.name)")
        }
        return nil
    }
}
