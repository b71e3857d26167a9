import DataLiteDatabase
import DataLiteTestSupport

/// A random history of migrations, with valid SQL.
struct RandomHistory {
    struct Step {
        let name: String
        var sql: String
    }

    private struct Table {
        var name: String
        var columns: [String]
        var parent: Int?
        var ids = 0
        /// Whether a trigger, a view or a foreign key uses it, so that it is not dropped.
        var isUsed = false
        var indexes: [String] = []
    }

    private(set) var steps: [Step] = []
    private var tables: [Table] = []
    private var counter = 0
    private let prefix: String

    var names: [String] { steps.map(\.name) }

    init(prefix: String = "", _ random: inout SeededGenerator) {
        self.prefix = prefix
        for number in 1...Int.random(in: 2...7, using: &random) {
            var statements = number == 1 ? [createTable(&random)] : []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                if let statement = statement(&random) { statements.append(statement) }
            }
            if statements.isEmpty { statements = [createTable(&random)] }
            steps.append(
                Step(
                    name: "\(prefix)step \(number)", sql: statements.joined(separator: ";\n") + ";")
            )
        }
    }

    /// A migrator of the whole history.
    func migrator(table: String = "datalite_migrations") -> Migrator {
        var migrator = Migrator(table: table)
        for step in steps { migrator.add(step.name, sql: step.sql) }
        return migrator
    }

    private mutating func new(_ kind: String) -> String {
        counter += 1
        return "\(prefix)\(kind) \(counter)"
    }

    private func quoted(_ name: String) -> String { "\"\(name)\"" }

    private mutating func createTable(_ random: inout SeededGenerator) -> String {
        var table = Table(name: new("table"), columns: [])
        var definitions = ["id INTEGER PRIMARY KEY"]
        let types = ["TEXT", "INT", "VARCHAR(9) COLLATE NOCASE", "REAL DEFAULT (1 + 1)", "BLOB"]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let column = new("column")
            table.columns.append(column)
            definitions.append("\(quoted(column)) \(types.randomElement(using: &random) ?? "")")
        }
        if Bool.random(using: &random), let parent = tables.indices.randomElement(using: &random) {
            tables[parent].isUsed = true
            table.parent = parent
            definitions.append(
                "parent INT REFERENCES \(quoted(tables[parent].name)) ON DELETE SET NULL")
        }
        if Bool.random(using: &random) {
            definitions.append(
                "CONSTRAINT c CHECK (id > 0 AND \(quoted(table.columns[0])) IS NOT 'no')")
            table.isUsed = true
        }
        let options = Int.random(in: 0..<4, using: &random) == 0 ? " WITHOUT ROWID" : ""
        tables.append(table)
        return
            "CREATE TABLE \(quoted(table.name))(\(definitions.joined(separator: ", ")))\(options)"
    }

    private mutating func statement(_ random: inout SeededGenerator) -> String? {
        guard let position = tables.indices.randomElement(using: &random) else {
            return createTable(&random)
        }
        let table = quoted(tables[position].name)
        let column = tables[position].columns.randomElement(using: &random) ?? "id"
        switch Int.random(in: 0..<11, using: &random) {
        case 0: return createTable(&random)
        case 1:
            let added = new("column")
            tables[position].columns.append(added)
            return "ALTER TABLE \(table) ADD COLUMN \(quoted(added)) TEXT DEFAULT 'x'"
        case 2:
            let name = new("index")
            tables[position].indexes.append(name)
            let condition = Bool.random(using: &random) ? " WHERE id > 1" : ""
            return
                "CREATE INDEX \(quoted(name)) ON \(table)(\(quoted(column)) DESC, id)\(condition)"
        case 3:
            guard let index = tables[position].indexes.popLast() else { return nil }
            return "DROP INDEX \(quoted(index))"
        case 4:
            guard let place = tables[position].columns.firstIndex(of: column) else { return nil }
            let renamed = new("column")
            tables[position].columns[place] = renamed
            return "ALTER TABLE \(table) RENAME COLUMN \(quoted(column)) TO \(quoted(renamed))"
        case 5:
            tables[position].name = new("table")
            return "ALTER TABLE \(table) RENAME TO \(quoted(tables[position].name))"
        case 6:
            tables[position].isUsed = true
            return """
                CREATE TRIGGER \(quoted(new("trigger"))) AFTER INSERT ON \(table) BEGIN
                    UPDATE \(table) SET \(quoted(column)) = 'set' WHERE id = new.id;
                END
                """
        case 7:
            tables[position].isUsed = true
            return
                "CREATE VIEW \(quoted(new("view"))) AS SELECT id, \(quoted(column)) AS v FROM \(table)"
        case 8:
            let table = tables.remove(at: position)
            let isParent = tables.contains { $0.parent == position }
            guard !table.isUsed, !isParent, tables.allSatisfy({ $0.parent ?? -1 < position }) else {
                tables.insert(table, at: position)
                return insert(position, &random)
            }
            return "DROP TABLE \(quoted(table.name))"
        case 9: return "UPDATE \(table) SET \(quoted(column)) = id * 2 WHERE id > 1"
        default: return insert(position, &random)
        }
    }

    private mutating func insert(_ position: Int, _ random: inout SeededGenerator) -> String {
        tables[position].ids += 1
        let id = tables[position].ids
        let value =
            ["'it''s'", "3", "NULL", "2.5", "x'00'"].randomElement(using: &random) ?? "NULL"
        var columns = ["id", quoted(tables[position].columns[0])]
        var values = ["\(id)", value]
        if let parent = tables[position].parent, tables[parent].ids > 0 {
            columns.append("parent")
            values.append("\(Int.random(in: 1...tables[parent].ids, using: &random))")
        }
        return """
            INSERT INTO \(quoted(tables[position].name))(\(columns.joined(separator: ", "))) \
            VALUES (\(values.joined(separator: ", ")))
            """
    }
}

extension RandomHistory {
    /// SQL that creates the schema and the rows of a database without records.
    static func script(of db: Connection) throws -> String {
        let objects = try db.rows(
            """
            SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'datalite_migrations'
            ORDER BY type <> 'table', type = 'trigger', rowid
            """)
        var statements: [String] = []
        for object in objects {
            if object.lenientValue(at: 0) == "trigger" { continue }
            statements.append(object.lenientValue(at: 2) ?? "")
            guard object.lenientValue(at: 0) == "table" else { continue }
            let name: String = object.lenientValue(at: 1) ?? ""
            for row in try db.rows("SELECT * FROM \(identifier: name) ORDER BY id") {
                let columns = row.columns.names.map { "\"\($0)\"" }.joined(separator: ", ")
                let values = row.values.map(\.sqliteLiteral).joined(separator: ", ")
                statements.append("INSERT INTO \"\(name)\"(\(columns)) VALUES (\(values))")
            }
        }
        for object in objects where object.lenientValue(at: 0) == "trigger" {
            statements.append(object.lenientValue(at: 2) ?? "")
        }
        // A migration needs a statement.
        return statements.isEmpty ? "SELECT 1" : statements.joined(separator: ";\n") + ";"
    }

    /// The rows of all tables except the records of migrations.
    static func rows(_ db: Connection) throws -> [String: [SQLiteRow]] {
        var rows: [String: [SQLiteRow]] = [:]
        for table in try db.schema.tables where !table.name.hasSuffix("_migrations") {
            rows[table.name] = try db.rows("SELECT * FROM \(identifier: table.name) ORDER BY 1, 2")
        }
        return rows
    }

    /// Records that are not part of the schema.
    static func schema(_ db: Connection) throws -> DatabaseSchema {
        let copy = try Connection(location: .inMemory)
        let statements = try db.rows(
            """
            SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name NOT LIKE '%!_migrations' ESCAPE '!'
            ORDER BY type <> 'table', type = 'trigger', rowid
            """, as: String.self)
        for statement in statements { try copy.execute(SQL(raw: statement)) }
        return try copy.schema
    }
}
