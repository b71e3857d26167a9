import DataLiteCore
import DataLiteTesting
import Testing

@Suite("Running SQL, on a real connection and on a mock")
struct SharedRunningTests {
    @Test("A query returns rows, a row or a value", arguments: ConnectionKind.allCases)
    func reading(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        let all = "SELECT id, name, age FROM people ORDER BY id"
        #expect(try connection.rows(SQL(raw: all)) == ConnectionKind.people)
        #expect(try connection.rows(SQL(raw: all)) == ConnectionKind.people)
        #expect(
            try connection.row("SELECT id, name, age FROM people WHERE id = \(1)")
                == ConnectionKind.people[0])
        #expect(
            try connection.value("SELECT name FROM people WHERE id = ? AND name = ?", [1, "Ada"])
                == "Ada")
        #expect(
            try connection.value("SELECT name FROM people WHERE id = :id", ["id": 1])
                == "Ada")
        #expect(try connection.row("SELECT name FROM people WHERE id = 3") == nil)
        #expect(try connection.value("SELECT age FROM people WHERE id = 2", as: Int.self) == nil)
    }

    @Test("A cursor is stepped to its end", arguments: ConnectionKind.allCases)
    func cursor(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        let cursor = try connection.cursor("SELECT id, name, age FROM people ORDER BY id")
        #expect(cursor.columnNames == ["id", "name", "age"])
        #expect(try cursor.next() == ConnectionKind.people[0])
        #expect(try cursor.step())
        #expect(cursor.columnValue(at: 1) == "Jean")
        #expect(cursor.columnValue(at: 9) as Int? == nil)
        #expect(cursor.columnValue(named: "name") == "Jean")
        #expect(cursor.columnValue(named: "id") == .int(2))
        #expect(cursor.columnValue(named: "age") as Int? == nil)
        #expect(cursor.columnValue(named: "none") as Int? == nil)
        #expect(try cursor.next() == nil)
        #expect(try !cursor.step())
    }

    @Test("Columns are read by position and by name", arguments: ConnectionKind.allCases)
    func columns(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        let statement = try connection.prepare(sql: "SELECT id, name, age FROM people ORDER BY id")
        #expect(statement.columnCount() == 3)
        #expect(statement.columnNames() == ["id", "name", "age"])
        #expect(statement.columnIndex(of: "age") == 2)
        #expect(statement.currentRow() == nil)
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) as Int? == 1)
        #expect(statement.columnValue(at: 1) as SQLiteValue == .text("Ada"))
        #expect(statement.columnValue(at: 1) as Int? == nil)
        #expect(statement.columnName(at: 3) == nil)
        for index: Int32 in [-1, 3, .max, .min] {
            #expect(statement.columnValue(at: index) as SQLiteValue == .null)
        }
        #expect(statement.columnIndex(of: "age") == 2)
        #expect(statement.columnIndex(of: "Age") == 2)
        #expect(statement.columnValue(named: "name") == "Ada")
        #expect(statement.columnValue(named: "name") as Int? == nil)
        #expect(statement.columnValue(named: "id") == .int(1))
        #expect(statement.columnValue(named: "none") == .null)
        #expect(statement.currentRow() == ConnectionKind.people[0])
        #expect(try statement.step())
        #expect(try !statement.step())
        #expect(statement.columnValue(named: "id") == .null)
        #expect(statement.currentRow() == nil)
        #expect(statement.columnValue(at: 0) as SQLiteValue == .null)
    }

    @Test(
        "A statement runs again after its end with the same bindings",
        arguments: ConnectionKind.allCases)
    func again(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        let statement = try connection.prepare(
            sql: "SELECT id, name, age FROM people WHERE id = ?")
        try statement.bind(1, at: 1)
        for _ in 1...2 {
            #expect(try statement.step())
            #expect(try !statement.step())
        }
        try statement.reset()
        #expect(try statement.step())
        #expect(statement.columnValue(at: 1) == "Ada")
    }

    @Test("Changes and the last rowid are reported", arguments: ConnectionKind.allCases)
    func changes(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        let before = connection.totalChanges
        try connection.execute("INSERT INTO people(name) VALUES (\("Grace"))")
        #expect(connection.changes == 1)
        #expect(connection.lastInsertRowID == 3)
        #expect(connection.totalChanges == before + 1)
        if contender == .mock {
            try connection.execute("UPDATE people SET age = 1")
            #expect(connection.changes == 2)
            #expect(connection.lastInsertRowID == 3)
        }
    }

    @Test("The statements of a script are run in order", arguments: ConnectionKind.allCases)
    func script(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        try connection.execute(
            sql: "UPDATE people SET age = 1; -- first\n UPDATE people SET age = 2;;")
        #expect(connection.changes == 2)
        try connection.execute(sql: " -- nothing \n")
    }

    private struct Misuse: CustomTestStringConvertible {
        let testDescription: String
        let code: ResultCode
        let message: String?
        let action: @Sendable (any ConnectionProtocol) throws -> Void

        init(
            _ testDescription: String, _ code: ResultCode, _ message: String?,
            _ action: @escaping @Sendable (any ConnectionProtocol) throws -> Void
        ) {
            self.testDescription = testDescription
            self.code = code
            self.message = message
            self.action = action
        }
    }

    private static let byID = "SELECT id, name, age FROM people WHERE id = ?"

    private static let misuses = [
        Misuse("too few values", .range, nil) { _ = try $0.rows(SQL(raw: byID)) },
        Misuse("too many values", .range, nil) { _ = try $0.rows(SQL(raw: byID), [1, 2]) },
        Misuse("an unknown name", .range, nil) {
            _ = try $0.rows("SELECT name FROM people WHERE id = :id", ["age": 1])
        },
        Misuse("a script with parameters", .range, nil) {
            try $0.execute(sql: "UPDATE people SET age = 1; UPDATE people SET name = ?")
        },
        Misuse("a parameter 0", .range, "no parameter 0: the statement has 1") {
            try $0.prepare(sql: byID).bind(1, at: 0)
        },
        Misuse("a parameter 2", .range, "no parameter 2: the statement has 1") {
            try $0.prepare(sql: byID).bind(1, at: 2)
        },
        Misuse(
            "binding on a row", .misuse, "the statement is running: reset it before binding"
        ) { connection in
            let statement = try connection.prepare(sql: byID)
            try statement.bind(1, at: 1)
            _ = try statement.step()
            try statement.bind(2, at: 1)
        },
        Misuse(
            "binding after the end", .misuse,
            "the statement has run to its end: reset it before binding"
        ) { connection in
            let statement = try connection.prepare(sql: "UPDATE people SET age = 1")
            _ = try statement.step()
            try statement.bind(2, at: 1)
        },
        Misuse(
            "clearing on a row", .misuse, "the statement is running: reset it before binding"
        ) { connection in
            let statement = try connection.prepare(sql: byID)
            try statement.bind(1, at: 1)
            _ = try statement.step()
            try statement.clearBindings()
        },
        Misuse("two statements", .misuse, nil) { _ = try $0.prepare(sql: "SELECT 1; SELECT 2") },
        Misuse("no statement", .misuse, "the text contains no SQL statement") {
            _ = try $0.prepare(sql: " -- nothing")
        },
        Misuse("a missing table", .error, "no such table: nowhere") {
            _ = try $0.prepare(sql: "SELECT * FROM nowhere")
        },
        Misuse("closing with a statement alive", .busy, nil) { connection in
            let statement = try connection.prepare(sql: byID)
            try withExtendedLifetime(statement) { try connection.close() }
        },
        Misuse("preparing after closing", .misuse, "connection is closed") {
            try $0.close()
            _ = try $0.prepare(sql: byID)
        },
        Misuse("closing twice", .misuse, "connection is closed") {
            try $0.close()
            try $0.close()
        },
        Misuse("a function without a name", .misuse, nil) {
            try $0.add(function: "", argc: 1) { _ in nil }
        },
        Misuse("a function of -2 arguments", .misuse, nil) {
            try $0.add(function: "f", argc: -2) { _ in nil }
        },
    ]

    @Test("Misuse is rejected with SQLite's code", arguments: ConnectionKind.allCases, misuses)
    private func misuse(contender: ConnectionKind, misuse: Misuse) throws {
        let connection = try contender.connect()
        let error = #expect(throws: SQLiteError.self) { try misuse.action(connection) }
        #expect(error?.resultCode == misuse.code)
        if let message = misuse.message { #expect(error?.message == message) }
    }
}
