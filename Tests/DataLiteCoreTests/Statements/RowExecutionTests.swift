import DataLiteCore
import Testing

@Suite("Running a statement once per row")
struct RowExecutionTests {
    let connection: Connection
    let statement: any StatementProtocol

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        statement = try connection.prepare(sql: "INSERT INTO people VALUES (:id, @name)")
    }

    private func content() throws -> [SQLiteRow] {
        try connection.rows("SELECT * FROM people ORDER BY id")
    }

    /// Whether the statement is reset, its bindings are clear, and it works.
    private func expectFresh() throws {
        try statement.bind(1000, by: ":id")
        #expect(try !statement.step())
        try statement.reset()
        #expect(try connection.row("SELECT * FROM people WHERE id = 1000")?.values == [1000, nil])
    }

    @Test("Running a statement once per row binds by name and leaves it reset and cleared")
    func rows() throws {
        let rows: [SQLiteRow] = (1...3).map { (id: Int) in ["id": id, "name": "n\(id)"] }
        try statement.execute(rows)
        #expect(try content() == rows)
        try expectFresh()
    }

    @Test("Running a statement for no rows only clears its bindings")
    func none() throws {
        try statement.bind("old", by: "@name")
        try statement.execute([SQLiteRow]())
        #expect(try content().isEmpty)
        try expectFresh()
    }

    @Test("Rows to run a statement with can have their columns in different orders")
    func heterogeneous() throws {
        try statement.execute([
            ["id": 1, "name": "a"], ["name": "b", "id": 2], ["id": 3, "name": nil],
            ["id": 4, "name": "d", "id": 5],
        ])
        #expect(
            try content() == [
                ["id": 1, "name": "a"], ["id": 2, "name": "b"], ["id": 3, "name": nil],
                ["id": 4, "name": "d"],
            ])
    }

    @Test("Rows to run a statement with can be rows of a result")
    func copying() throws {
        try connection.execute("INSERT INTO people VALUES (1, 'a'), (2, 'b')")
        let rows = try connection.rows("SELECT id + 10 AS id, name || name AS name FROM people")
        try statement.execute(rows)
        #expect(try connection.value("SELECT count(*) FROM people") == 4)
        #expect(try connection.value("SELECT name FROM people WHERE id = 12") == "bb")
    }

    @Test("Running a statement once per row stops at the first failure and keeps earlier rows")
    func failure() throws {
        let error = #expect(throws: SQLiteError.self) {
            try statement.execute([
                ["id": 1, "name": "a"], ["id": 2, "name": "a"], ["id": 3, "name": "c"],
            ])
        }
        #expect(error?.resultCode == .constraintUnique)
        #expect(try content() == [["id": 1, "name": "a"]])
        try expectFresh()
    }

    @Test(
        "A row whose columns do not match the parameters is rejected with their names",
        arguments: [
            (["id": 2], "no value for parameter @name"),
            ([:], "no value for parameter :id, @name"),
            (["id": 2, "name": "b", "age": 36], "the statement has no parameter :age"),
            (["id": 2, "name": "b", "ID": 3], "two values for parameter :id"),
        ] as [(SQLiteRow, String)])
    func mismatch(row: SQLiteRow, message: String) throws {
        let error = #expect(throws: SQLiteError.self) {
            try statement.execute([["id": 1, "name": "a"], row])
        }
        #expect(error?.resultCode == .range)
        #expect(error?.message == message)
        #expect(error?.sql == statement.sql)
        #expect(try content() == [["id": 1, "name": "a"]])
        try expectFresh()
    }

    @Test("Running a statement with rows rejects parameters without names")
    func unnamed() throws {
        let statement = try connection.prepare(sql: "INSERT INTO people VALUES (?2, ?5)")
        let error = #expect(throws: SQLiteError.self) { try statement.execute([[:]]) }
        #expect(error?.resultCode == .range)
        #expect(error?.message.hasSuffix("?2, ?3, ?4, ?5") == true)
    }

    @Test("Running a statement with rows works if the statement is on a row")
    func midRun() throws {
        let select = try connection.prepare(
            sql: "INSERT INTO people VALUES (:id, :name) RETURNING id")
        try select.bind(["id": 1, "name": "a"] as SQLiteRow)
        #expect(try select.step())
        try select.execute([["id": 2, "name": "b"], ["id": 3, "name": "c"]])
        #expect(try content().map { try $0["id", as: Int.self] } == [1, 2, 3])
    }

    @Test("Running a statement with rows throws the error of the previous run and runs nothing")
    func pendingError() throws {
        try connection.execute(
            "CREATE TABLE pets(owner REFERENCES people DEFERRABLE INITIALLY DEFERRED)")
        let insert = try connection.prepare(sql: "INSERT INTO pets VALUES (:owner) RETURNING owner")
        try insert.bind(["owner": 7] as SQLiteRow)
        #expect(try insert.step())
        let error = #expect(throws: SQLiteError.self) { try insert.execute([["owner": nil]]) }
        #expect(error?.resultCode == .constraintForeignKey)
        #expect(try connection.value("SELECT count(*) FROM pets") == 0)
        try insert.execute([["owner": nil]])
        #expect(try connection.value("SELECT count(*) FROM pets") == 1)
    }
}
