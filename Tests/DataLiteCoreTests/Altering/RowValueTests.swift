import DataLiteAltering
import DataLiteCore
import Testing

@Suite("Values of columns when a table is altered")
struct RowValueTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute("CREATE TABLE people(id INTEGER PRIMARY KEY, age INT)")
    }

    private func rows() throws -> [[SQLiteValue]] {
        try db.rows("SELECT * FROM people ORDER BY id").map(\.values)
    }

    @Test(
        "An aggregate as the values of a column is an error, and every row stays",
        arguments: ["max(age)", "total(age) + 1", "count(*)", "(SELECT sum(people.age))"], 0...3)
    func aggregates(values: String, count: Int64) throws {
        for id in 0..<count { try db.execute("INSERT INTO people VALUES (\(id), \(id + 30))") }
        let before = try (rows(), db.schema)
        for change in [
            { $0.changeColumn("age", to: "age INT", values: SQL(raw: values)) },
            { $0.addColumn("age2 INT", values: SQL(raw: values)) },
        ] as [(inout TableAlteration) -> Void] {
            let error = #expect(throws: SQLiteError.self) { try db.alterTable("people", change) }
            #expect(error?.resultCode.primary == .misuse)
            #expect(error?.message.contains("the values for \"age") == true)
            #expect(error?.message.contains("aggregate") == true)
        }
        #expect(throws: SQLiteError.self) {
            try db.rebuildTable(
                "people", as: "CREATE TABLE people(id INTEGER PRIMARY KEY, age INT, m INT)",
                values: ["m": SQL(raw: values)])
        }
        #expect(try rows() == before.0)
        #expect(try db.schema == before.1)
    }

    @Test("Subqueries, window functions and the largest of several values keep every row")
    func others() throws {
        try db.execute("INSERT INTO people VALUES (1, 30), (2, 50), (3, 40)")
        try db.rebuildTable(
            "people",
            as: """
                CREATE TABLE people(id INTEGER PRIMARY KEY, age INT, oldest INT, place INT, x INT)
                """,
            values: [
                "oldest": "SELECT max(age) FROM people", "place": "rank() OVER (ORDER BY age)",
                "x": "max(age, 35)",
            ])
        #expect(try rows() == [[1, 30, 50, 1, 35], [2, 50, 50, 3, 50], [3, 40, 50, 2, 40]])
        try db.execute("DELETE FROM people")
        try db.alterTable("people") { $0.changeColumn("x", to: "x TEXT", values: "max(age, x)") }
        #expect(try rows() == [])
    }

    @Test("An expression with a comment cannot leave out rows")
    func comment() throws {
        try db.execute("INSERT INTO people VALUES (1, 30), (2, 50)")
        let error = #expect(throws: SQLiteError.self) {
            try db.alterTable("people") {
                $0.addColumn("x INT", values: "1) FROM people WHERE 0 --")
            }
        }
        #expect(error?.message.contains("0 of 2 rows") == true, "\(String(describing: error))")
        #expect(try rows() == [[1, 30], [2, 50]])
    }
}
