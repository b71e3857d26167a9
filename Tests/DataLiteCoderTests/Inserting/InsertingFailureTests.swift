import DataLiteCoder
import DataLiteTestSupport
import DataLiteCore
import DataLiteTesting
import Foundation
import Testing

@Suite("Edge cases of inserting")
struct InsertingFailureTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT UNIQUE, note DEFAULT 'none')")
    }

    private struct Item: Codable, Equatable {
        var id: Int?
        var name: String
        var note: String?
    }

    private func names() throws -> [String] {
        try connection.rows("SELECT name FROM t ORDER BY id")
    }

    private static let odd = ["a\"b", "with space", "select", "'q'", "é", "a.b", "[x]", "?1", ":n"]

    @Test("An insert quotes the names of tables and columns", arguments: odd)
    func names(odd: String) throws {
        let connection = try Connection(location: .inMemory)
        let name: SQL = "\(identifier: odd)"
        try connection.execute("CREATE TABLE \(name)(\(name) PRIMARY KEY, other)")
        try connection.insert([odd: 1, "other": 2], into: odd)
        try connection.upsert([odd: 1, "other": 3], into: odd, onConflict: odd)
        #expect(
            try connection.requiredRow("SELECT * FROM \(name)", as: [String: Int].self)["other"]
                == 3)
    }

    private struct FailingValue: Encodable {
        struct Refusal: Error {}
        var id: Int
        func encode(to encoder: any Encoder) throws {
            if id == 70 { throw Refusal() }
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(id, forKey: .id)
        }
        enum Keys: String, CodingKey { case id }
    }

    @Test("No row is inserted if encoding a value fails", arguments: [false, true])
    func failingEncode(insideTransaction: Bool) throws {
        if insideTransaction { try connection.beginTransaction() }
        #expect(throws: FailingValue.Refusal.self) {
            try connection.insert(contentsOf: (1...100).map(FailingValue.init), into: "t")
        }
        #expect(connection.isAutocommit != insideTransaction)
        #expect(try connection.requiredValue("SELECT count(*) FROM t", as: Int.self) == 0)
        if insideTransaction { try connection.commitTransaction() }
        try connection.close()
    }

    @Test(
        "No row is inserted if one row violates a constraint, with any conflict rule",
        arguments: [nil, ConflictResolution.abort, .fail, .rollback], [false, true])
    func conflicts(conflict: ConflictResolution?, insideTransaction: Bool) throws {
        let items = (1...40).map { Item(id: $0, name: $0 == 40 ? "1" : "\($0)") }
        func insert() throws { try connection.insert(contentsOf: items, into: "t", or: conflict) }
        if insideTransaction {
            let inTransaction = {
                try connection.transaction {
                    try connection.insert(Item(id: 99, name: "before"), into: "t")
                    do { try insert() } catch ResultCode.constraint {}
                }
            }
            if conflict == .rollback {
                #expect(throws: SQLiteError.self) { try inTransaction() }
            } else {
                try inTransaction()
            }
        } else {
            #expect(throws: SQLiteError.self) { try insert() }
        }
        #expect(connection.isAutocommit)
        let before = insideTransaction && conflict != .rollback ? ["before"] : []
        #expect(try names() == before)
        try connection.insert(contentsOf: items.dropLast(), into: "t")
        #expect(try names().count == before.count + 39)
        try connection.close()
    }

    @Test("The number of inserted rows excludes ignored rows")
    func counts() throws {
        let items = (1...30).map { (k: Int) in Item(id: k, name: "\(k)") }
        #expect(try connection.insert(contentsOf: items[..<20], into: "t") == 20)
        #expect(try connection.insert(contentsOf: items, into: "t", or: .ignore) == 10)
        #expect(try connection.insert(contentsOf: items, into: "t", or: .replace) == 30)
        #expect(try connection.insert(contentsOf: items[..<0], into: "t") == 0)
    }

    @Test("Rows with different columns are inserted in order")
    func order() throws {
        let items = (1...50).map { (k: Int) in
            Item(name: "\(k)", note: k % 3 == 0 ? "n" : nil)
        }
        try connection.insert(contentsOf: items, into: "t", encoder: RowEncoder(omitsNil: true))
        #expect(try names() == items.map(\.name))
        #expect(
            try connection.requiredValue("SELECT count(*) FROM t WHERE note = 'none'", as: Int.self)
                == 34)
    }

    @Test("An upsert by several columns does nothing if there are no other columns")
    func upsert() throws {
        try connection.execute(sql: "CREATE TABLE p(a, b, c, PRIMARY KEY(a, b))")
        try connection.upsert(["a": 1, "b": 1, "c": 1], into: "p", onConflict: "a", "b")
        try connection.upsert(["a": 1, "B": 1, "c": 2], into: "p", onConflict: "a", "b")
        try connection.upsert(["a": 1, "b": 1], into: "p", onConflict: "a", "b")
        #expect(try connection.rows("SELECT a, b, c FROM p", as: [Int].self) == [[1, 1, 2]])
        let missing = #expect(throws: SQLiteError.self) {
            try connection.upsert(["a": 1, "c": 3], into: "p", onConflict: "a")
        }
        #expect(missing?.message.contains("ON CONFLICT") == true)
    }

    @Test("An insert finds the table in the given schema")
    func schema() throws {
        try connection.execute(sql: "ATTACH ':memory:' AS \"other db\"")
        try connection.execute(sql: "CREATE TABLE \"other db\".t(id PRIMARY KEY, name, note)")
        try connection.insert(Item(id: 1, name: "x"), into: "t", schema: "other db")
        try connection.insert(
            contentsOf: [Item(id: 2, name: "y")], into: "t", schema: "other db")
        try connection.upsert(
            Item(id: 2, name: "z"), into: "t", schema: "other db", onConflict: "id")
        #expect(try connection.rows("SELECT name FROM \"other db\".t") == ["x", "z"])
        #expect(try names().isEmpty)
    }
}
