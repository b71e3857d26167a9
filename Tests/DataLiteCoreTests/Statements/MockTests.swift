import DataLiteCore
import Testing

@Suite("A minimal connection")
struct MockTests {
    let connection = TinyConnection()
    let people: [SQLiteRow] = [["id": 1, "name": "Ada"], ["id": 2, "name": "Jean"]]

    /// A query with two parameters that returns two people.
    private func givePeople(to names: [String?]) -> String {
        let sql = "SELECT * FROM people WHERE id > ? AND name <> ?"
        connection.results[sql] = people
        connection.parameters[sql] = names
        return sql
    }

    private let bound = ["bind 1 7", "bind 2 'x'"]

    @Test("A minimal connection runs SQL in one line, in all three forms")
    func execute() throws {
        let sql = givePeople(to: [nil, nil])
        try connection.execute("SELECT * FROM people WHERE id > \(7) AND name <> \("x")")
        try connection.execute(SQL(raw: sql), [7, "x"])
        connection.parameters[sql] = [":id", "$name"]
        try connection.execute(SQL(raw: sql), ["name": "x", "id": 7])
        let once = [sql] + bound + ["reset"]
        let named = [sql] + bound.reversed() + ["reset"]
        #expect(connection.log.events == once + once + named)
    }

    @Test("A minimal connection returns rows in one line, in all three forms")
    func rows() throws {
        let sql = givePeople(to: [nil, nil])
        let query = SQL(raw: sql, parameters: [7, "x"])
        #expect(try connection.rows(query) == people)
        #expect(try connection.rows(SQL(raw: sql), [7, "x"]) == people)
        #expect(try connection.row(query) == people[0])
        #expect(try connection.row(SQL(raw: sql), [7, "x"]) == people[0])
        #expect(try connection.value(query) == 1)
        #expect(try connection.value(SQL(raw: sql), [7, "x"]) == 1)
        connection.parameters[sql] = [":id", "@name"]
        let named: SQLiteRow = ["id": 7, "name": "x"]
        #expect(try connection.rows(SQL(raw: sql), SQLParameters(named)) == people)
        #expect(try connection.row(SQL(raw: sql), SQLParameters(named)) == people[0])
        #expect(try connection.value(SQL(raw: sql), SQLParameters(named)) == 1)
        #expect(connection.log.events.filter { $0 == "bind 1 7" }.count == 9)
        #expect(connection.log.events.filter { $0 == "reset" }.count == 9)
    }

    @Test("A minimal connection returns no row and no value for an empty result")
    func empty() throws {
        #expect(try connection.rows("SELECT 1").isEmpty)
        #expect(try connection.row("SELECT 1") == nil)
        #expect(try connection.value("SELECT 1", as: Int.self) == nil)
    }

    @Test("A minimal connection returns a cursor in all three forms, which returns its statement")
    func cursor() throws {
        let sql = givePeople(to: [":id", ":name"])
        let forms = [
            { () in try connection.cursor(SQL(raw: sql, parameters: [7, "x"])) },
            { () in try connection.cursor(SQL(raw: sql), [7, "x"]) },
            { () in try connection.cursor(SQL(raw: sql), ["id": 7, "name": "x"]) },
        ]
        for form in forms {
            connection.log.events = []
            let cursor = try form()
            #expect(cursor.columnNames == ["id", "name"])
            #expect(try cursor.next() == people[0])
            #expect(cursor.columnValue(at: 0) == 1)
            #expect(try cursor.step())
            #expect(cursor.columnValue(at: 1) == "Jean")
            #expect(try cursor.next() == nil)
            #expect(try !cursor.step())
            #expect(connection.log.events == [sql] + bound + ["reset"])
        }
    }

    @Test("A minimal connection gets back the statement of a released cursor")
    func releasedCursor() throws {
        let sql = givePeople(to: [])
        do {
            let cursor = try connection.cursor(SQL(raw: sql))
            #expect(try cursor.step())
        }
        #expect(connection.log.events == [sql, "reset"])
    }

    @Test("A minimal connection rejects mismatched parameters and names them")
    func mismatch() throws {
        let sql = givePeople(to: [":id", nil])
        let missing = #expect(throws: SQLiteError.self) {
            try connection.execute(SQL(raw: sql), ["id": 7])
        }
        #expect(missing?.message == "no value for parameter ?2")
        let surplus = #expect(throws: SQLiteError.self) {
            try connection.rows(SQL(raw: sql), [7, "x", 3])
        }
        #expect(surplus?.resultCode == .range)
        let unknown = #expect(throws: SQLiteError.self) {
            try connection.rows(SQL(raw: sql), ["id": 7, "age": 3])
        }
        #expect(unknown?.message == "the statement has no parameter :age")
        #expect(connection.log.events.filter { $0 == "reset" }.count == 3)
    }

    @Test("A minimal connection runs transactions and savepoints")
    func transactions() throws {
        struct Refusal: Error {}
        let result = try connection.transaction {
            try connection.savepoint { 42 }
        }
        #expect(result == 42)
        #expect(throws: Refusal.self) { try connection.transaction(.exclusive) { throw Refusal() } }
        #expect(throws: Refusal.self) { try connection.savepoint { throw Refusal() } }
        #expect(
            connection.log.events.filter { !["reset", "clear"].contains($0) } == [
                "BEGIN IMMEDIATE TRANSACTION", "SAVEPOINT datalite", "RELEASE SAVEPOINT datalite",
                "COMMIT TRANSACTION", "BEGIN EXCLUSIVE TRANSACTION", "ROLLBACK TRANSACTION",
                "SAVEPOINT datalite", "ROLLBACK TRANSACTION",
            ])
    }

    @Test("A minimal connection gets and sets pragmas")
    func pragmas() throws {
        connection.results["PRAGMA user_version"] = [["user_version": 3]]
        connection.results["PRAGMA journal_mode"] = [["journal_mode": "wal"]]
        connection.results["PRAGMA journal_mode = WAL"] = [["journal_mode": "wal"]]
        #expect(try connection.get(pragma: .userVersion) == 3)
        #expect(try connection.userVersion == 3)
        #expect(try connection.journalMode == .wal)
        try connection.setUserVersion(3)
        try connection.setJournalMode(.wal)
        #expect(throws: SQLiteError.self) { try connection.setUserVersion(4) }
        try connection.set(pragma: "cache_size", value: -2000)
        #expect(connection.log.events.contains("PRAGMA cache_size = -2000"))
    }

    @Test("A minimal connection binds and runs rows with its statements, and reads them typed")
    func statements() throws {
        let sql = givePeople(to: ["@id", ":name"])
        let statement = try connection.prepare(sql: sql)
        #expect(statement.expandedSQL == nil)
        #expect(statement.parameterIndexBy(":name") == 2)
        #expect(statement.parameterIndexBy(":none") == 0)
        try statement.bind("x", by: ":name")
        try statement.bind(["id": 7] as SQLiteRow)
        #expect(connection.log.events == [sql, "bind 2 'x'", "bind 1 7"])
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) as Int? == 1)
        #expect(statement.columnValue(at: 1) as Int? == nil)
        #expect(statement.withColumn(at: 1) { $0.withTextBytes { $0.count } } == 3)
        #expect(statement.columnIndex(of: "name") == 1)
        #expect(statement.currentRow() == people[0])
        try statement.execute([["id": 7, "name": "x"]])
        #expect(connection.log.events.suffix(5) == ["reset"] + bound + ["reset", "clear"])
    }

    @Test("A minimal connection does not support functions, collations or encryption")
    func unsupported() {
        #expect(
            throws: SQLiteError(.misuse, message: "TinyConnection does not support SQL functions")
        ) {
            try connection.add(function: "f", argc: 0) { _ in nil }
        }
        #expect(
            throws: SQLiteError(
                .misuse, message: "TinyConnection does not support collating sequences")
        ) {
            try connection.remove(collation: "c")
        }
        #expect(throws: SQLiteError(.misuse, message: "TinyConnection does not support encryption"))
        {
            try connection.apply(.passphrase("p"))
        }
    }
}
