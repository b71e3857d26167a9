import DataLiteC
import DataLiteCore
import DataLiteMite3
import DataLiteTestSupport
import Testing

@Suite("A statement that is stepped manually")
struct StatementTests {
    private let connection: Connection

    init() throws { connection = try .inMemory("CREATE TABLE users(id INTEGER PRIMARY KEY, name)") }

    private struct Person: Codable, Equatable {
        var id: Int?
        var name: String
    }

    @Test("A prepared statement binds parameters and reads rows of Codable types")
    func prepared() throws {
        try connection.insert(contentsOf: [Person(name: "a"), Person(name: "b")], into: "users")
        let statement = try connection.prepare(
            sql: "SELECT * FROM users WHERE id >= :id ORDER BY id")
        #expect(throws: SQLiteError.self) { try statement.bind(params: ["other": 1]) }
        try statement.bind(params: ["ID": 1])
        #expect(try statement.step())
        #expect(try statement.readRow() == Person(id: 1, name: "a"))
        #expect(try statement.readRows() == [Person(id: 2, name: "b")])
        #expect(try statement.readRows(as: Int.self) == [1, 2])
    }

    @Test("`readRows` returns the remaining rows of a C statement and resets it")
    func rawRows() throws {
        let people = (1...3).map { (k: Int) in Person(id: k, name: "p\(k)") }
        try connection.insert(contentsOf: people, into: "users")
        try connection.withUnsafeHandle { database in
            var statement: OpaquePointer?
            try check(
                sqlite3_prepare_v2(
                    database, "SELECT * FROM users ORDER BY id", -1, &statement, nil),
                on: database)
            let pointer = try #require(statement)
            defer { sqlite3_finalize(pointer) }
            let borrowed = Statement(borrowing: pointer)
            for _ in 0..<2 { #expect(try borrowed.readRows() == people) }
            #expect(try check(sqlite3_step(pointer), on: database) == .row)
            #expect(try borrowed.readRows(as: Int.self) == [2, 3])

            let error = #expect(throws: DecodingError.self) {
                try borrowed.readRows(as: [Double].self)
            }
            #expect(error.map { "\($0)".contains("of row 1") } == true)
            #expect(sqlite3_stmt_busy(pointer) == 0)
        }
    }
}
