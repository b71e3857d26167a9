import DataLiteMite3
import DataLiteTestSupport
import Testing

@Suite("A schema that another connection changes")
struct SchemaChangeTests {
    private struct Pair: Codable, Equatable { var a: Int; var b: Int? }

    /// Two connections to one file.
    private func withConnections(
        _ schema: String, _ body: (_ here: Connection, _ other: Connection) throws -> Void
    ) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/test.db"
            let (here, other) = (try Connection(path: path), try Connection(path: path))
            try other.execute(sql: schema)
            try body(here, other)
            try here.close()
            try other.close()
        }
    }

    private static let swapped = """
        DROP TABLE t; CREATE TABLE t(b INTEGER, a INTEGER); INSERT INTO t(a, b) VALUES (1, 2), (3, 4)
        """
    private static let original = """
        CREATE TABLE t(a INTEGER, b INTEGER); INSERT INTO t(a, b) VALUES (1, 2), (3, 4)
        """
    private let pairs = [Pair(a: 1, b: 2), Pair(a: 3, b: 4)]

    @Test("The first run of a prepared statement detects a schema change")
    func firstRun() throws {
        try withConnections(Self.original) { here, other in
            let statement = try here.prepare(sql: "SELECT * FROM t ORDER BY a")
            try other.execute(sql: Self.swapped)
            #expect(try statement.readRows() == pairs)
        }
    }

    @Test("Later runs of a statement detect a schema change")
    func laterRun() throws {
        try withConnections(Self.original) { here, other in
            let statement = try here.prepare(sql: "SELECT * FROM t ORDER BY a")
            #expect(try statement.readRows() == pairs)
            try other.execute(sql: Self.swapped)
            #expect(try statement.readRows() == pairs)
            try other.execute(sql: "ALTER TABLE t DROP COLUMN b")
            #expect(try statement.readRows() == [Pair(a: 1), Pair(a: 3)])
            try other.execute(sql: "ALTER TABLE t ADD COLUMN b DEFAULT 7")
            #expect(try statement.readRows() == [Pair(a: 1, b: 7), Pair(a: 3, b: 7)])
        }
    }

    @Test("Rows that are read one at a time reflect a schema change")
    func singleRows() throws {
        try withConnections(Self.original) { here, other in
            let statement = try here.prepare(sql: "SELECT * FROM t ORDER BY a")
            for script in [nil, Self.swapped] {
                if let script { try other.execute(sql: script) }
                var rows: [Pair] = []
                while try statement.step() { rows.append(try statement.readRow()) }
                try statement.reset()
                #expect(rows == pairs)
            }
        }
    }

    @Test("Cached statements and cursors detect a schema change")
    func cached() throws {
        try withConnections(Self.original) { here, other in
            for script in [nil, Self.swapped, nil] {
                if let script { try other.execute(sql: script) }
                #expect(try here.query("SELECT * FROM t ORDER BY a") == pairs)
                let cursor = try here.decodedCursor("SELECT * FROM t ORDER BY a", as: Pair.self)
                var rows: [Pair] = []
                while let row = try cursor.nextRow() { rows.append(row) }
                #expect(rows == pairs)
            }
        }
    }

    @Test("An existing cursor detects a schema change")
    func openCursor() throws {
        try withConnections(Self.original) { here, other in
            _ = try here.query("SELECT * FROM t ORDER BY a", as: Pair.self)
            let cursor = try here.decodedCursor("SELECT * FROM t ORDER BY a", as: Pair.self)
            try other.execute(sql: Self.swapped)
            #expect(try cursor.nextRow() == pairs[0])
            #expect(try cursor.nextRow() == pairs[1])
        }
    }

    @Test("An upsert detects a schema change and keeps the new primary key")
    func upsert() throws {
        let schema = "CREATE TABLE t(a INTEGER UNIQUE, b INTEGER)"
        try withConnections(schema) { here, other in
            for b in [1, 2] { try here.upsert(Pair(a: 1, b: b), into: "t", onConflict: "a") }
            #expect(try here.query("SELECT * FROM t") == [Pair(a: 1, b: 2)])
            try other.execute(
                sql: """
                    DROP TABLE t; CREATE TABLE t(a INTEGER UNIQUE, b INTEGER PRIMARY KEY);
                    INSERT INTO t VALUES (1, 5)
                    """)
            try here.upsert(Pair(a: 1, b: 6), into: "t", onConflict: "a")
            #expect(try here.query("SELECT * FROM t") == [Pair(a: 1, b: 5)])
        }
    }

    @Test("Inserted and returned rows reflect a schema change")
    func returning() throws {
        try withConnections(Self.original) { here, other in
            let pair = Pair(a: 5, b: 6)
            #expect(try here.insert(pair, into: "t", returning: Pair.self) == pair)
            try other.execute(sql: Self.swapped)
            #expect(try here.insert(pair, into: "t", returning: Pair.self) == pair)
            try here.insert(pair, into: "t")
            #expect(try here.query("SELECT * FROM t WHERE a = 5") == [pair, pair])
        }
    }
}
