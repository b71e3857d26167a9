import DataLiteC
import DataLiteCore
import Testing

@Suite("A running statement")
struct RunningTests {
    let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute(
            sql: """
                CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT UNIQUE);
                INSERT INTO people(name) VALUES ('Ada'), ('Grace');
                """)
    }

    @Test("A running statement returns its rows one by one, and no values without a row")
    func rows() throws {
        let statement = try connection.prepare(sql: "SELECT name FROM people ORDER BY id")
        #expect(statement.currentRow() == nil)
        #expect(statement.columnValue(at: 0) == .null)
        #expect(try statement.step())
        #expect(statement.currentRow() == ["name": "Ada"])
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == "Grace")
        #expect(try !statement.step())
        #expect(statement.currentRow() == nil)
        #expect(statement.columnValue(at: 0) == .null)
        #expect(statement.columnValue(at: 0) as String? == nil)
    }

    @Test(
        "A statement starts again when it is stepped after its end or after a reset",
        arguments: [true, false])
    func again(isReset: Bool) throws {
        let statement = try connection.prepare(sql: "SELECT name FROM people ORDER BY id")
        for _ in 0..<3 {
            #expect(try statement.step())
            #expect(statement.columnValue(at: 0) == "Ada")
            #expect(try statement.step())
            #expect(try !statement.step())
            if isReset { try statement.reset() }
        }
        #expect(try statement.step())
        try statement.reset()
        try statement.reset()
        #expect(statement.currentRow() == nil)
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == "Ada")
    }

    @Test("A statement throws its error once, at the step, and can run again after a reset")
    func error() throws {
        let statement = try connection.prepare(sql: "INSERT INTO people(name) VALUES (?)")
        try statement.bind("Ada", at: 1)
        let error = #expect(throws: SQLiteError.self) { try statement.step() }
        #expect(error?.resultCode == .constraintUnique)
        #expect(error?.sql == statement.sql)
        try statement.reset()
        try statement.reset()
        try statement.bind("Jean", at: 1)
        #expect(try !statement.step())
        try statement.reset()
        #expect(try connection.value("SELECT count(*) FROM people") == 3)
    }

    @Test("A statement that is stepped after an error without a reset throws it again")
    func stepAfterError() throws {
        let statement = try connection.prepare(sql: "INSERT INTO people(name) VALUES ('Ada')")
        for _ in 0..<2 {
            let error = #expect(throws: SQLiteError.self) { try statement.step() }
            #expect(error?.resultCode == .constraintUnique)
        }
        try statement.reset()
    }

    @Test("Resetting a statement does not throw the error of its step again")
    func errorAfterRow() throws {
        try connection.add(function: "fail_at", argc: 1) { args in
            if args[0] == 2 { throw SQLiteError(.error, message: "two is refused") }
            return args[0]
        }
        let statement = try connection.prepare(
            sql: "SELECT fail_at(id) FROM people ORDER BY id")
        #expect(try statement.step())
        let error = #expect(throws: SQLiteError.self) { try statement.step() }
        #expect(error?.message == "two is refused")
        #expect(statement.currentRow() == nil)
        try statement.reset()
        #expect(try statement.step())
    }

    @Test("A statement keeps its bindings when it is reset")
    func bindings() throws {
        let statement = try connection.prepare(sql: "SELECT name FROM people WHERE id = ?")
        try statement.bind(2, at: 1)
        for _ in 0..<2 {
            #expect(try statement.step())
            #expect(statement.columnValue(at: 0) == "Grace")
            try statement.reset()
        }
    }

    @Test("A statement keeps its connection open")
    func lifetime() throws {
        var statement: (any StatementProtocol)?
        weak var dropped: Connection?
        do {
            let connection = try Connection.inMemory()
            try connection.execute("CREATE TABLE t AS SELECT 1 AS x")
            statement = try connection.prepare(sql: "SELECT x FROM t")
            dropped = connection
        }
        #expect(try statement?.step() == true)
        #expect(statement?.columnValue(at: 0) == 1)
        #expect(dropped != nil)
        statement = nil
        #expect(dropped == nil)
    }

    @Test("A running statement cannot be stepped, reset or bound by a function that it calls")
    func reentrance() throws {
        var statement: (any StatementProtocol)?
        var codes: [ResultCode] = []
        func attempt(_ body: () throws(SQLiteError) -> Void) {
            do throws(SQLiteError) {
                try body()
                codes.append(.ok)
            } catch {
                codes.append(error.resultCode)
            }
        }
        try connection.add(function: "meddle", argc: 1) { args in
            guard let statement else { return nil }
            attempt { () throws(SQLiteError) in _ = try statement.step() }
            attempt { () throws(SQLiteError) in try statement.reset() }
            attempt { () throws(SQLiteError) in try statement.bind("other", at: 1) }
            attempt { () throws(SQLiteError) in try statement.clearBindings() }
            attempt { () throws(SQLiteError) in try statement.execute([["a": 1]]) }
            attempt { () throws(SQLiteError) in try statement.execute([]) }
            #expect(statement.currentRow() == nil)
            #expect(statement.columnValue(at: 0) == .null)
            return args[0]
        }
        let text = String(repeating: "x", count: 100)
        statement = try connection.prepare(sql: "SELECT meddle(id), :a FROM people")
        try statement?.bind(text, at: 1)
        #expect(try statement?.step() == true)
        #expect(statement?.columnValue(at: 1) == text)
        #expect(try statement?.step() == true)
        #expect(try statement?.step() == false)
        #expect(codes == Array(repeating: .misuse, count: 12))
        statement = nil
    }

    @Test("A statement can be stepped by a function that another statement calls")
    func nesting() throws {
        let inner = try connection.prepare(sql: "SELECT name FROM people WHERE id = ?")
        try connection.add(function: "name_of", argc: 1) { args in
            try inner.bind(args[0] as SQLiteValue, at: 1)
            defer { try? inner.reset() }
            return try inner.step() ? inner.columnValue(at: 0) as String? : nil
        }
        let rows = try connection.rows("SELECT name_of(id) AS name FROM people ORDER BY id")
        #expect(rows == [["name": "Ada"], ["name": "Grace"]])
        // The function holds a statement of the connection that holds the function.
        try connection.remove(function: "name_of", argc: 1)
    }
}

@Suite("A statement that writes and returns rows")
struct ReturningTests {
    let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute(
            sql: """
                CREATE TABLE parent(id INTEGER PRIMARY KEY);
                CREATE TABLE child(parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
                """)
    }

    static let sql = "INSERT INTO child VALUES (1), (2) RETURNING parent"

    @Test("A RETURNING statement throws a failed commit once, at its reset")
    func reset() throws {
        let statement = try connection.prepare(sql: Self.sql)
        #expect(try statement.step())
        let error = #expect(throws: SQLiteError.self) { try statement.reset() }
        #expect(error?.resultCode == .constraintForeignKey)
        #expect(error?.sql == Self.sql)
        try statement.reset()
        #expect(try connection.value("SELECT count(*) FROM child") == 0)
        try connection.execute("INSERT INTO parent VALUES (1), (2)")
        #expect(try statement.step())
        try statement.reset()
        #expect(try connection.value("SELECT count(*) FROM child") == 2)
    }

    @Test("A RETURNING statement throws a failed commit at its reset after a failed run")
    func resetAfterRetry() throws {
        var isRefused = true
        try connection.add(function: "refuse", argc: 1) { args in
            if isRefused { throw Refused(reason: "not yet") }
            return args[0]
        }
        let statement = try connection.prepare(
            sql: "INSERT INTO child VALUES (refuse(1)) RETURNING parent")
        let refusal = try failure { try statement.step() }
        #expect(refusal.underlyingError as? Refused == Refused(reason: "not yet"))
        isRefused = false
        #expect(try statement.step())
        let error = #expect(throws: SQLiteError.self) { try statement.reset() }
        #expect(error?.resultCode == .constraintForeignKey)
    }

    @Test("A RETURNING statement throws a failed commit at its last step")
    func step() throws {
        let statement = try connection.prepare(sql: Self.sql)
        #expect(try statement.step())
        #expect(try statement.step())
        let error = #expect(throws: SQLiteError.self) { try statement.step() }
        #expect(error?.resultCode == .constraintForeignKey)
        try statement.reset()
    }

    @Test("A RETURNING statement throws a failed commit from every one-line method")
    func helpers() throws {
        let sql = SQL(raw: Self.sql)
        let errors = [
            #expect(throws: SQLiteError.self) { try connection.execute(sql) },
            #expect(throws: SQLiteError.self) { try connection.rows(sql) },
            #expect(throws: SQLiteError.self) { try connection.row(sql) },
            #expect(throws: SQLiteError.self) { try connection.value(sql, as: Int.self) },
            #expect(throws: SQLiteError.self) {
                let cursor = try connection.cursor(sql)
                #expect(try cursor.step())
                try cursor.close()
            },
        ]
        #expect(errors.map { $0?.resultCode } == Array(repeating: .constraintForeignKey, count: 5))
        #expect(try connection.value("SELECT count(*) FROM child") == 0)
    }

    @Test("A RETURNING statement commits after only its first row was read")
    func commit() throws {
        try connection.execute("INSERT INTO parent VALUES (1), (2)")
        #expect(try connection.value(SQL(raw: Self.sql)) == 1)
        #expect(try connection.value("SELECT count(*) FROM child") == 2)
        #expect(connection.isAutocommit)
    }
}
