import DataLiteCore
import DataLiteTestSupport

/// A database of tables that are open to SQL, and of one that is not, for ``RandomAuthorizerTests``. All text of the
/// closed table contains `secret`, all text of the column `hidden` contains `hidden`.
final class SandboxWorld {
    let db: Connection

    /// The calls of the function `spy`.
    private(set) var spyCalls = 0

    init() throws {
        db = try Connection.inMemory()
        try db.execute(
            script: """
                CREATE TABLE a(id INTEGER PRIMARY KEY, x, hidden);
                INSERT INTO a VALUES (1, 'one', 'hidden 1'), (2, 'two', 'hidden 2'), (3, NULL, 'hidden 3');
                CREATE TABLE b(id INTEGER PRIMARY KEY, x TEXT UNIQUE, y);
                INSERT INTO b VALUES (1, 'one', 1.5), (4, 'four', x'01');
                CREATE INDEX by_hidden ON a(hidden, x);
                CREATE TABLE s(id INTEGER PRIMARY KEY REFERENCES a, x);
                INSERT INTO s VALUES (1, 'secret 1'), (2, 'secret 2');
                CREATE VIEW open_view AS SELECT id, x FROM a UNION ALL SELECT id, x FROM b;
                CREATE VIEW leak AS SELECT id, x FROM s;
                CREATE TABLE fires(id INTEGER PRIMARY KEY, x);
                INSERT INTO fires SELECT id, x FROM b;
                CREATE TRIGGER copies AFTER INSERT ON fires BEGIN
                    INSERT INTO s(x) VALUES ('secret ' || new.x);
                END;
                CREATE TRIGGER reads AFTER UPDATE ON fires BEGIN
                    UPDATE b SET y = (SELECT max(x) FROM s) WHERE id = new.id;
                END;
                CREATE TEMP TABLE t(id INTEGER PRIMARY KEY, x);
                INSERT INTO t VALUES (1, 'secret of temp');
                """)
        try db.add(function: "spy", argc: 1) { [unowned self] args in
            spyCalls += 1
            return args[0]
        }
    }

    /// The rows of all tables, and the schema.
    func state() throws -> [String: [String]] {
        var state: [String: [String]] = [:]
        for table in ["a", "b", "s", "fires", "temp.t", "sqlite_schema", "temp.sqlite_schema"] {
            state[table] = try db.rows(SQL(raw: "SELECT * FROM \(table)")).map(\.description)
        }
        return state
    }
}

/// A random statement, with the names of what it uses.
struct SandboxStatement {
    private(set) var sql = ""

    /// The tables and views that are read or changed, with those of views and triggers.
    private(set) var tables: Set<String> = []

    private(set) var isRead = true
    private(set) var usesSpy = false
    private(set) var usesHidden = false

    init(_ random: inout SeededGenerator) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<6: sql = query(2, &random)
        case 6: sql = insert(&random)
        case 7: sql = update(&random)
        case 8:
            sql = "DELETE FROM \(target(&random)) WHERE id > \(value(1, &random)) RETURNING x"
            if isDelete(of: "a") { tables.insert("s") }
        default:
            isRead = false
            sql = "CREATE TABLE made AS \(query(1, &random))"
        }
    }

    private mutating func use(_ name: String) {
        tables.insert(name)
        switch name {
        case "open_view": tables.formUnion(["a", "b"])
        case "leak": tables.insert("s")
        default: break
        }
    }

    private mutating func source(_ random: inout SeededGenerator) -> String {
        let names = ["a", "b", "s", "leak", "open_view", "fires", "temp.t", "a", "b"]
        let name = names.randomElement(using: &random) ?? "a"
        use(name)
        return name
    }

    /// A table to change.
    private mutating func target(_ random: inout SeededGenerator) -> String {
        isRead = false
        let name = ["a", "b", "s", "fires", "a", "b"].randomElement(using: &random) ?? "a"
        use(name)
        return name
    }

    /// Inserts and deletes read the tables that refer to the changed one.
    private func isDelete(of table: String) -> Bool { sql.hasPrefix("DELETE FROM \(table) ") }

    /// An expression that has one value.
    private mutating func value(_ depth: Int, _ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 4), using: &random) {
        case 0: return "\(Int.random(in: 0..<4, using: &random))"
        case 1: return "'text'"
        case 2:
            usesSpy = true
            return "spy('x')"
        case 3: return "upper('a')"
        case 4: return "(SELECT max(x) FROM \(source(&random)))"
        case 5: return "(SELECT count(*) FROM \(source(&random)) WHERE id < 3)"
        case 6:
            (usesHidden, _) = (true, use("a"))
            return "(SELECT hidden FROM a ORDER BY id LIMIT 1)"
        case 7:
            return "coalesce(\(value(depth - 1, &random)), \(value(depth - 1, &random)))"
        default: return "(\(query(depth - 1, &random)))"
        }
    }

    /// A query of one column.
    private mutating func query(_ depth: Int, _ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 2), using: &random) {
        case 0: return "SELECT x FROM \(source(&random)) ORDER BY id"
        case 1: return "SELECT max(id) FROM \(source(&random))"
        case 2: return "SELECT \(value(depth - 1, &random)) AS v"
        case 3:
            return """
                SELECT l.x || r.x FROM \(source(&random)) AS l \
                LEFT JOIN \(source(&random)) AS r ON l.id = r.id AND r.x <> \(value(depth - 1, &random))
                """
        case 4:
            return """
                SELECT x FROM \(source(&random)) \
                WHERE id IN (SELECT id FROM \(source(&random))) OR x = \(value(depth - 1, &random))
                """
        case 5:
            return "WITH c(v) AS (\(query(depth - 1, &random))) SELECT v FROM c"
        case 6:
            return """
                SELECT * FROM (\(query(depth - 1, &random))) \
                UNION ALL SELECT * FROM (\(query(depth - 1, &random)))
                """
        case 7:
            (usesHidden, _) = (true, use("a"))
            return "SELECT lag(hidden) OVER (ORDER BY id) FROM a WHERE \(value(depth - 1, &random))"
        default:
            (usesHidden, _) = (true, use("a"))
            return "SELECT group_concat(hidden, ',') FROM a GROUP BY id % 2"
        }
    }

    private mutating func insert(_ random: inout SeededGenerator) -> String {
        let table = target(&random)
        if table == "fires" || table == "a" { tables.insert("s") }
        let conflict = [
            "", " ON CONFLICT DO NOTHING", " ON CONFLICT(id) DO UPDATE SET x = excluded.x",
        ].randomElement(using: &random)
        if table == "fires", conflict?.contains("UPDATE") == true { tables.insert("b") }
        return """
            INSERT INTO \(table)(x) SELECT * FROM (\(query(1, &random))) WHERE true\(conflict ?? "") \
            RETURNING x
            """
    }

    private mutating func update(_ random: inout SeededGenerator) -> String {
        let table = target(&random)
        if table == "fires" { tables.formUnion(["b", "s"]) }
        guard Bool.random(using: &random) else {
            return "UPDATE \(table) SET x = \(value(2, &random)) WHERE id = 1 RETURNING x"
        }
        return """
            UPDATE \(table) SET x = other.v FROM (\(query(1, &random).replacingFirstColumn())) AS other \
            WHERE \(table).id = 1 RETURNING \(table).x
            """
    }
}

extension String {
    /// The query as a derived table whose only column is `v`.
    fileprivate func replacingFirstColumn() -> String {
        "SELECT column1 AS v FROM (VALUES (NULL)) UNION ALL SELECT * FROM (\(self))"
    }
}
