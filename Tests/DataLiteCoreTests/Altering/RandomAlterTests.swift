import DataLiteAltering
import DataLiteCore
import DataLiteTestSupport
import Testing

@Suite("Random changes of random tables")
struct RandomAlterTests {
    private static let seeds = RandomSeeds.range(count: 25)

    @Test("Rows, rowids, keys, indexes, triggers and views are preserved, or nothing changes")
    func preserved() throws {
        print("RandomAlterTests: seeds \(Self.seeds)")
        for seed in Self.seeds {
            var random = SeededGenerator(seed: UInt64(seed))
            let world = try RandomWorld(&random)
            for step in 0..<4 { try alter(world, "seed \(seed), step \(step)", &random) }
        }
    }

    private func alter(_ world: RandomWorld, _ title: String, _ random: inout SeededGenerator)
        throws
    {
        guard let table = world.tables.randomElement(using: &random) else { return }
        let before = try world.state()
        let current = try #require(try world.db.schema(of: world.schema).table(table.name))
        let change = RandomChange(table, current, &random)
        let comment: Comment = "\(title): \(change.text)"
        guard change.isPossible else {
            #expect(throws: SQLiteError.self, comment) {
                try world.db.alterTable(table.name, of: world.schema, change.apply)
            }
            #expect(try world.state() == before, comment)
            return
        }
        do {
            try world.db.alterTable(table.name, of: world.schema, change.apply)
        } catch {
            Issue.record("\(title): \(change.text): \(error)\n\(current.sql)")
            return
        }
        let after = try world.state(without: [table.name: change.added])
        let expected = before.dropping(change.dropped, of: table.name)
        #expect(after.rows == expected.rows, comment)
        #expect(after.objects == expected.objects, comment)
        #expect(after.sequence == expected.sequence, comment)
        #expect(try world.db.rows("PRAGMA integrity_check", as: String.self) == ["ok"], comment)
        #expect(try world.db.foreignKeyViolations(of: world.schema) == [], comment)
        #expect(world.db.isAutocommit)
    }
}

/// A change of a table, and what it adds and drops.
private struct RandomChange {
    var text = ""
    var isPossible = true
    var added: [String] = []
    var dropped: [String] = []
    private var steps: [@Sendable (inout TableAlteration) -> Void] = []

    init(_ table: RandomTable, _ current: DatabaseSchema.Table, _ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: drop(table, current, &random)
            case 1: add(current)
            case 2:
                text += "check; "
                steps.append { $0.addConstraint("CONSTRAINT \"c\" CHECK (1 /* ) */) -- x") }
            case 3: redefine(table, current, &random)
            default:
                let options =
                    (current.isStrict ? ["STRICT"] : [])
                    + (current.hasRowID ? [] : ["WITHOUT ROWID"])
                steps.append { $0.changeOptions(to: options.joined(separator: ",")) }
            }
        }
    }

    func apply(_ alteration: inout TableAlteration) {
        for step in steps { step(&alteration) }
    }

    private mutating func drop(
        _ table: RandomTable, _ current: DatabaseSchema.Table, _ random: inout SeededGenerator
    ) {
        let columns = (table.used + table.free).filter {
            current.column($0) != nil && !dropped.contains($0)
        }
        guard columns.count > 1, let column = columns.randomElement(using: &random) else { return }
        text += "drop \(column); "
        if table.used.contains(column) { isPossible = false }
        dropped.append(column)
        steps.append { $0.dropColumn(column) }
    }

    private mutating func add(_ current: DatabaseSchema.Table) {
        var number = 1
        while current.column("new \(number)") != nil || added.contains("new \(number)") {
            number += 1
        }
        let column = "new \(number)"
        added.append(column)
        text += "add \(column); "
        steps.append { $0.addColumn("\"\(column)\" TEXT NOT NULL DEFAULT ('d' || 1)") }
    }

    /// Gives a column a default, and keeps its type and collation.
    private mutating func redefine(
        _ table: RandomTable, _ current: DatabaseSchema.Table, _ random: inout SeededGenerator
    ) {
        let columns = table.free.filter { current.column($0) != nil && !dropped.contains($0) }
        guard let name = columns.randomElement(using: &random), let column = current.column(name)
        else { return }
        text += "change \(name); "
        let collation = column.collation.map { " COLLATE \($0)" } ?? ""
        let definition = "\(RandomTable.quoted(name)) \(column.type)\(collation) DEFAULT NULL"
        steps.append { $0.changeColumn(name, to: definition) }
    }
}

/// Some random tables in the main or an attached database. The later ones refer to the earlier ones.
private struct RandomWorld {
    let db: Connection
    let schema: String
    var tables: [RandomTable] = []

    /// The content of the database, without what a change is expected to change.
    struct State: Equatable {
        var rows: [String: [[String: SQLiteValue]]]
        var objects: [String]
        var sequence: [[SQLiteValue]]

        func dropping(_ columns: [String], of table: String) -> State {
            var state = self
            state.rows[table] = state.rows[table].map { rows in
                Self.sorted(rows.map { row in row.filter { !columns.contains($0.key) } })
            }
            return state
        }

        /// Rows in an order of their own: without ORDER BY, it depends on the indexes.
        static func sorted(_ rows: [[String: SQLiteValue]]) -> [[String: SQLiteValue]] {
            func text(_ row: [String: SQLiteValue]) -> String {
                row.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined()
            }
            return rows.map { (text($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    init(_ random: inout SeededGenerator) throws {
        db = try Connection(location: .inMemory)
        schema = Bool.random(using: &random) ? "main" : "other \"db"
        if schema != "main" { try db.execute("ATTACH ':memory:' AS \(identifier: schema)") }
        try db.execute("CREATE TABLE \(identifier: schema).log(name, value)")
        for name in ["t", "T two", "u\"v"].prefix(Int.random(in: 1...3, using: &random)) {
            let table = RandomTable(name, parents: tables, &random)
            try table.create(in: db, schema)
            tables.append(table)
        }
        try db.setForeignKeys(false)
        for index in tables.indices {
            try tables[index].fill(db, schema, &random)
            try tables[index].createObjects(in: db, schema, &random)
        }
        for table in tables { try clearViolations(table) }
        try db.setForeignKeys(true)
    }

    /// Sets references to missing rows to NULL.
    private func clearViolations(_ table: RandomTable) throws {
        let keys = try db.schema(of: schema).table(table.name)?.foreignKeys ?? []
        for key in keys {
            guard let column = key.columns.first, let parentKey = key.parentColumns.first else {
                continue
            }
            try db.execute(
                """
                UPDATE \(identifier: schema).\(identifier: table.name) SET \(identifier: column) = NULL
                WHERE \(identifier: column) NOT IN
                    (SELECT \(identifier: parentKey) FROM \(identifier: schema).\(identifier: key.parent))
                """)
        }
    }

    func state(without added: [String: [String]] = [:]) throws -> State {
        var rows: [String: [[String: SQLiteValue]]] = [:]
        let current = try db.schema(of: schema)
        for table in current.tables {
            let rowID: SQL = table.kind == .table && table.hasRowID ? ", _rowid_ AS \"#\"" : ""
            let found = try db.rows(
                "SELECT *\(rowID) FROM \(identifier: schema).\(identifier: table.name)"
            ).map { row in
                var values: [String: SQLiteValue] = [:]
                for (name, value) in row
                where added[table.name]?.contains(name) != true {
                    values[name] = value
                }
                return values
            }
            rows[table.name] = State.sorted(found)
        }
        let objects = try db.rows(
            """
            SELECT type || name || tbl_name || sql FROM \(identifier: schema).sqlite_master
            WHERE type <> 'table' AND sql IS NOT NULL ORDER BY 1
            """, as: String.self)
        let keys = current.tables.map {
            "\($0.name) \($0.foreignKeys) \($0.primaryKey) \($0.hasRowID) \($0.isStrict)"
        }
        var sequence: [[SQLiteValue]] = []
        if current.tables.contains(where: \.isAutoincrement) {
            sequence = try db.rows(
                "SELECT name, seq FROM \(identifier: schema).sqlite_sequence ORDER BY 1"
            ).map(\.values)
        }
        return State(rows: rows, objects: objects + keys.sorted(), sequence: sequence)
    }
}
