import DataLiteAltering
import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("Random migrations of primary keys")
struct RandomKeyTests {
    private static let seeds = RandomSeeds.range(count: 25)

    @Test("Every row and every reference is found again under the new keys")
    func preserved() throws {
        print("RandomKeyTests: seeds \(Self.seeds)")
        for seed in Self.seeds {
            var random = SeededGenerator(seed: UInt64(seed))
            let world = try KeyWorld(&random)
            let before = try world.joined()
            let chosen = world.closed(world.tables.filter { _ in Bool.random(using: &random) })
            let isBlob = Bool.random(using: &random)
            let names = chosen.isEmpty ? nil : chosen.shuffled(using: &random).map(\.name)
            try world.db.migratePrimaryKeys(of: names, type: isBlob ? "BLOB" : "TEXT") {
                table, old in
                let text = "\(table)/\(old)"
                return isBlob ? SQLiteValue.blob(Data(text.utf8)) : .text(text)
            }
            let comment: Comment = "seed \(seed): \(names ?? ["all"])"
            #expect(try world.joined() == before, comment)
            for table in world.tables where names?.contains(table.name) ?? true {
                try expectNewKeys(world, table, isBlob: isBlob, comment)
            }
            #expect(try world.db.foreignKeyViolations() == [], comment)
            #expect(try world.db.rows("PRAGMA integrity_check", as: String.self) == ["ok"], comment)
            #expect(try world.db.schema.tables.map(\.name).sorted() == world.names, comment)
            #expect(try world.objects() == world.expectedObjects, comment)
        }
    }

    private func expectNewKeys(
        _ world: KeyWorld, _ table: KeyTable, isBlob: Bool, _ comment: Comment
    ) throws {
        let rows = try world.db.rows(
            "SELECT typeof(id), CAST(id AS TEXT), mark FROM \(identifier: table.name)")
        for row in rows {
            #expect(row.lenientValue(at: 0) == (isBlob ? "blob" : "text"), comment)
            let old: Int = row.lenientValue(at: 2) ?? 0
            #expect(row.lenientValue(at: 1) == "\(table.root)/\(old)", comment)
        }
    }
}

private struct KeyTable {
    let name: String
    /// The table whose keys it has: another one if its key is a reference.
    var root: String
    var parents: [(column: String, table: String)] = []
    /// The table that the key refers to.
    var keyParent: String?
}

/// Tables with the old key of each row in `mark`.
private struct KeyWorld {
    let db: Connection
    private(set) var tables: [KeyTable] = []
    private(set) var names: [String] = ["log"]
    private(set) var expectedObjects: [String] = []

    init(_ random: inout SeededGenerator) throws {
        db = try Connection(location: .inMemory)
        try db.setForeignKeys(false)
        try db.execute("CREATE TABLE log(a)")
        for name in ["a", "B b", "c\"c", "d", "order"].prefix(Int.random(in: 2...5, using: &random))
        {
            try add(name, &random)
        }
        names += tables.map(\.name)
        names.sort()
        for table in tables { try fill(table, &random) }
        for table in tables { try clearViolations(table) }
        expectedObjects = try objects()
        try db.setForeignKeys(true)
    }

    private mutating func add(_ name: String, _ random: inout SeededGenerator) throws {
        var table = KeyTable(name: name, root: name)
        let quoted = RandomTable.quoted(name)
        let hasRowID = Int.random(in: 0..<4, using: &random) > 0
        var key =
            hasRowID
            ? [
                "id INTEGER PRIMARY KEY", "id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT",
                "id INT PRIMARY KEY",
            ]
            .randomElement(using: &random) ?? ""
            : "id INTEGER CONSTRAINT k PRIMARY KEY"
        if let parent = tables.randomElement(using: &random),
            Int.random(in: 0..<4, using: &random) == 0
        {
            key += " REFERENCES \(RandomTable.quoted(parent.name))"
            table.root = parent.root
            table.keyParent = parent.name
        }
        var definitions = [key, "mark INT"]
        for parent in tables + [table] where Bool.random(using: &random) {
            let column = "ref \(table.parents.count)"
            table.parents.append((column, parent.name))
            let type = ["INT", "INTEGER", ""].randomElement(using: &random) ?? ""
            let target = Bool.random(using: &random) ? "(id)" : ""
            definitions.append(
                "\"\(column)\" \(type) REFERENCES \(RandomTable.quoted(parent.name))\(target)")
        }
        tables.append(table)
        try db.execute(
            SQL(
                raw:
                    "CREATE TABLE \(quoted)(\(definitions.joined(separator: ", ")))\(hasRowID ? "" : " WITHOUT ROWID")"
            ))
        try db.execute(
            SQL(raw: "CREATE INDEX \(RandomTable.quoted("i " + name)) ON \(quoted)(mark, id)"))
        try db.execute(
            SQL(
                raw: """
                    CREATE TRIGGER \(RandomTable.quoted("t " + name)) AFTER UPDATE ON \(quoted) BEGIN
                        INSERT INTO log VALUES (new.id);
                    END
                    """))
    }

    /// Tables, with those that their keys refer to.
    func closed(_ chosen: [KeyTable]) -> [KeyTable] {
        var names = Set(chosen.map(\.name))
        // A parent comes before its children.
        for table in tables.reversed() where names.contains(table.name) {
            if let parent = table.keyParent { names.insert(parent) }
        }
        return tables.filter { names.contains($0.name) }
    }

    private func fill(_ table: KeyTable, _ random: inout SeededGenerator) throws {
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            let id = Int.random(in: -2...6, using: &random)
            let columns: [SQL] = ["id", "mark"] + table.parents.map { "\(identifier: $0.column)" }
            var values: [Int?] = [id, id]
            for _ in table.parents {
                values.append(
                    Bool.random(using: &random) ? Int.random(in: -2...6, using: &random) : nil)
            }
            try db.execute(
                """
                INSERT OR IGNORE INTO \(identifier: table.name)(\(columns.joined(separator: ", "))) VALUES \(list: values)
                """)
        }
    }

    private func clearViolations(_ table: KeyTable) throws {
        let name: SQL = "\(identifier: table.name)"
        if let parent = table.keyParent {
            try db.execute(
                "DELETE FROM \(name) WHERE id NOT IN (SELECT id FROM \(identifier: parent))")
        }
        for (column, parent) in table.parents {
            try db.execute(
                """
                UPDATE \(name) SET \(identifier: column) = NULL
                WHERE \(identifier: column) NOT IN (SELECT id FROM \(identifier: parent))
                """)
        }
        try db.execute("DELETE FROM log")
    }

    /// The marks of all rows, with the marks of the rows that they refer to.
    func joined() throws -> [String] {
        var lines: [String] = []
        for table in tables {
            let name: SQL = "\(identifier: table.name)"
            var columns: [SQL] = ["child.mark"]
            for (column, parent) in table.parents {
                columns.append(
                    "(SELECT mark FROM \(identifier: parent) AS parent WHERE parent.id = child.\(identifier: column))"
                )
                columns.append("child.\(identifier: column) IS NULL")
            }
            for row in try db.rows(
                "SELECT \(columns.joined(separator: ", ")) FROM \(name) AS child ORDER BY mark")
            {
                lines.append("\(table.name): \(row.values.map(\.description))")
            }
        }
        return lines
    }

    func objects() throws -> [String] {
        try db.rows(
            "SELECT sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY 1",
            as: String.self)
    }
}
