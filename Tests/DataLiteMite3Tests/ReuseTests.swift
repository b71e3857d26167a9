import DataLiteMite3
import DataLiteTestSupport
import DataLiteCore
import Foundation
import Testing

/// Readers, binders and inserters are cached between runs.
@Suite("Objects cached between runs")
struct ReuseTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory(
            "CREATE TABLE t(a INTEGER, b TEXT); INSERT INTO t VALUES (1, 'x'), (2, 'y')")
    }

    private struct Pair: Codable, Equatable {
        var a: Int
        var b: String
    }

    /// The same columns in another order, with other types of keys and values.
    private struct Riap: Codable, Equatable {
        enum CodingKeys: CodingKey { case b, a }
        var a: String
        var b: String
    }

    private let pairs = [Pair(a: 1, b: "x"), Pair(a: 2, b: "y")]

    @Test("A cached statement decodes rows with other types and coders")
    func types() throws {
        let sql = "SELECT a, b FROM t ORDER BY a"
        for _ in 0..<3 {
            #expect(try connection.query(sql: sql) == pairs)
            #expect(try connection.query(sql: sql, as: Int.self) == [1, 2])
            #expect(try connection.query(sql: sql, as: SQLiteRow.self).map(\.count) == [2, 2])
            #expect(try connection.get(sql: sql, as: [SQLiteValue].self) == [1, "x"])
            #expect(throws: DecodingError.self) { try connection.get(sql: sql, as: Riap.self) }
            var coder = SQLiteCoder()
            coder.keys = .custom { $0 == "a" ? "b" : "a" }
            #expect(throws: DecodingError.self) {
                try connection.get(sql: sql, as: Pair.self, coder: coder)
            }
            coder.keys = .custom { $0 == "a" ? "b" : "b" }
            #expect(
                try connection.get(sql: sql, as: Riap.self, coder: coder) == Riap(a: "x", b: "x"))
        }
    }

    @Test("Columns are looked up again after a schema change")
    func schema() throws {
        #expect(try connection.query("SELECT * FROM t ORDER BY a") == pairs)
        try connection.execute(
            sql: "ALTER TABLE t RENAME TO o; CREATE TABLE t AS SELECT b, 0 AS c, a FROM o")
        #expect(try connection.query("SELECT * FROM t ORDER BY a") == pairs)
        try connection.execute(sql: "ALTER TABLE t RENAME COLUMN b TO d")
        let error = #expect(throws: DecodingError.self) {
            try connection.query("SELECT * FROM t ORDER BY a", as: Pair.self)
        }
        #expect(error.map { "\($0)".contains(#"no column "b", only "d", "c", "a""#) } == true)
        try connection.execute(sql: "ALTER TABLE t RENAME COLUMN d TO B")
        #expect(try connection.query("SELECT * FROM t ORDER BY a") == pairs)
    }

    /// Ends the cursor that it comes from, performs an action, and continues to read.
    private struct Ender: Decodable {
        struct State {
            var cursor: DecodedCursor<Ender>?
            let action: () throws -> Void
        }
        enum CodingKeys: CodingKey { case a, b }
        let a: Int
        let b: String

        init(from decoder: any Decoder) throws {
            let box = try TestInfo.box(State.self, in: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            a = try container.decode(Int.self, forKey: .a)
            try box.value.cursor?.close()
            try box.value.action()
            b = try container.decode(String.self, forKey: .b)
        }
    }

    @Test("A row that has ended cannot be read, whatever runs in between")
    func endedRow() throws {
        let sql = "SELECT * FROM t ORDER BY a"
        let actions: [() throws -> Void] = [
            {
                let pairs: [Pair] = try self.connection.query(sql: sql)
                #expect(pairs == self.pairs)
            },
            {
                try self.connection.execute(sql: "ALTER TABLE t ADD COLUMN c")
                let pairs: [Pair] = try self.connection.query(sql: sql)
                #expect(pairs == self.pairs)
            },
            { self.connection.clearStatementCache() },
            { #expect(throws: SQLiteError.self) { try self.connection.close() } },
        ]
        for action in actions {
            let box = TestBox(Ender.State(action: action))
            let cursor = try connection.decodedCursor(
                sql: sql, as: Ender.self, coder: TestInfo.coder(box))
            box.value.cursor = cursor
            defer { box.value.cursor = nil }
            #expect(throws: DecodingError.self) { try cursor.nextRow() }
            #expect(try cursor.nextRow() == nil)
        }
    }

    @Test("A cached reader handles any number of keys")
    func manyKeys() throws {
        struct Greedy: Decodable {
            init(from decoder: any Decoder) throws {
                let run = try TestInfo.box(Int.self, in: decoder).value
                let container = try decoder.container(keyedBy: AnyKey.self)
                for k in 0..<1500 {
                    #expect(!container.contains(AnyKey(stringValue: "\(run) \(k)")))
                }
                #expect(try container.decode(Int.self, forKey: AnyKey(stringValue: "A")) == 1)
            }
        }
        let box = TestBox(0)
        let coder = TestInfo.coder(box)
        for run in 0..<3 {
            box.value = run
            _ = try connection.get("SELECT a FROM t", as: Greedy.self, coder: coder)
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test("A cached binder binds other types, other orders and extra properties")
    func parameters() throws {
        struct Wide: Encodable { var z = 0, b = "w", a = 9 }
        let sql = "SELECT :a, :B, @a"
        for _ in 0..<3 {
            #expect(
                try connection.get(sql: sql, params: pairs[0]) == [1, "x", 1] as [SQLiteValue])
            #expect(
                try connection.get(sql: sql, params: Riap(a: "1", b: "2"))
                    == ["1", "2", "1"] as [SQLiteValue])
            #expect(
                try connection.get(sql: sql, params: Wide(), pairs[1], ["a": 7])
                    == [7, "y", 7] as [SQLiteValue])
            let error = #expect(throws: SQLiteError.self) {
                try connection.exec(sql: sql, params: ["a": 1])
            }
            #expect(error?.message == "no value for parameter :B")
        }
    }

    @Test("A missing value among many parameters is found")
    func manyParameters() throws {
        let names = (1...70).map { "p\($0)" }
        let sql = "SELECT " + names.map { ":\($0)" }.joined(separator: ", ")
        let values = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
        for _ in 0..<2 {
            #expect(try connection.get(sql: sql, params: values, as: [Int].self).count == 70)
            let error = #expect(throws: SQLiteError.self) {
                try connection.exec(sql: sql, params: values.filter { $0.key != "p69" })
            }
            #expect(error?.message == "no value for parameter :p69")
        }
    }

    @Test("Cached objects do not keep the connection alive")
    func lifetime() throws {
        weak var weakConnection: Connection?
        do {
            let connection = try Connection(location: .inMemory)
            weakConnection = connection
            try connection.exec("CREATE TABLE t(a, b)")
            try connection.insert(contentsOf: pairs, into: "t")
            #expect(try connection.query("SELECT * FROM t") == pairs)
            try connection.exec("DELETE FROM t WHERE a = :a", params: pairs[0])
        }
        #expect(weakConnection == nil)
    }
}
