import DataLiteC
import DataLiteCore
import Testing

@Suite("A cursor")
struct SQLiteCursorTests {
    let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE numbers(n INTEGER)")
        try connection.execute("INSERT INTO numbers VALUES (1), (2), (3)")
    }

    private func isAnyStatementBusy() throws -> Bool {
        try connection.withUnsafeHandle { pointer in
            var statement = sqlite3_next_stmt(pointer, nil)
            while let current = statement {
                if sqlite3_stmt_busy(current) != 0 { return true }
                statement = sqlite3_next_stmt(pointer, current)
            }
            return false
        }
    }

    @Test("A cursor returns its rows in order, and then always nil")
    func rows() throws {
        let cursor = try connection.cursor("SELECT n FROM numbers WHERE n > \(1) ORDER BY n")
        #expect(cursor.columnNames == ["n"])
        #expect(cursor.columnValue(at: 0) == .null)
        #expect(try cursor.next() == ["n": 2])
        #expect(try cursor.step())
        #expect(cursor.columnValue(at: 0) == 3)
        #expect(cursor.columnValue(at: 0) == .int(3))
        for _ in 0..<2 {
            #expect(try cursor.next() == nil)
            #expect(try !cursor.step())
            #expect(cursor.columnValue(at: 0) == .null)
            #expect(cursor.columnValue(at: 0) as Int? == nil)
            #expect(cursor.columnNames == [])
        }
    }

    @Test(
        "A cursor returns NULL for an out-of-range index",
        arguments: [-1, 1, .max, .min] as [Int32])
    func outOfRange(index: Int32) throws {
        let cursor = try connection.cursor("SELECT n FROM numbers")
        #expect(try cursor.step())
        #expect(cursor.columnValue(at: index) == .null)
        #expect(cursor.columnValue(at: index) as Int? == nil)
    }

    @Test("A cursor resets its statement at the end, when closed and when released")
    func reset() throws {
        var cursor: Cursor<SQLiteRow>? = try connection.cursor("SELECT n FROM numbers")
        while try cursor?.step() == true { #expect(try isAnyStatementBusy()) }
        #expect(try !isAnyStatementBusy())
        cursor = try connection.cursor("SELECT n FROM numbers")
        _ = try cursor?.step()
        try cursor?.close()
        try cursor?.close()
        #expect(try !isAnyStatementBusy())
        #expect(try cursor?.next() == nil)
        cursor = try connection.cursor("SELECT n FROM numbers")
        _ = try cursor?.step()
        #expect(try isAnyStatementBusy())
        cursor = nil
        #expect(try !isAnyStatementBusy())
    }

    @Test("A cursor ends with an error and throws the error once")
    func error() throws {
        struct Refusal: Error {}
        try connection.add(function: "check_two", argc: 1) { args in
            if args[0] == 2 { throw Refusal() }
            return args[0]
        }
        let cursor = try connection.cursor("SELECT check_two(n) FROM numbers")
        #expect(try cursor.step())
        let error = #expect(throws: SQLiteError.self) { try cursor.step() }
        #expect(error?.underlyingError is Refusal)
        #expect(try !isAnyStatementBusy())
        #expect(try !cursor.step())
    }

    @Test("A cursor does not affect another cursor with the same SQL")
    func sameText() throws {
        let sql: SQL = "SELECT a.n FROM numbers AS a ORDER BY n"
        let outer = try connection.cursor(sql)
        var pairs: [[Int?]] = []
        while let row = try outer.next() {
            let inner = try connection.cursor(sql)
            while try inner.step() {
                pairs.append([row.lenientValue("n"), inner.columnValue(at: 0)])
            }
        }
        #expect(pairs.count == 9)
        #expect(pairs.last == [3, 3])
    }

    @Test("A cursor keeps its connection open")
    func lifetime() throws {
        weak var dropped: Connection?
        var cursor: Cursor<SQLiteRow>?
        do {
            let connection = try Connection.inMemory()
            cursor = try connection.cursor("SELECT \(1) AS n")
            dropped = connection
        }
        #expect(try cursor?.next() == ["n": 1])
        #expect(dropped != nil)
        cursor = nil
        #expect(dropped == nil)
    }

    @Test("A cursor cannot be stepped or closed by a function that its statement calls")
    func reentrance() throws {
        var cursor: Cursor<SQLiteRow>?
        var codes: [ResultCode?] = []
        try connection.add(function: "meddle", argc: 1) { args in
            let stepping = #expect(throws: SQLiteError.self) { try cursor?.step() }
            let closing = #expect(throws: SQLiteError.self) { try cursor?.close() }
            codes += [stepping?.resultCode, closing?.resultCode]
            return args[0]
        }
        let sql: SQL = "SELECT meddle(n) AS n FROM numbers"
        cursor = try connection.cursor(sql)
        #expect(try cursor?.next() == ["n": 1])
        #expect(try cursor?.next() == ["n": 2])
        #expect(codes == [.misuse, .misuse, .misuse, .misuse])
        try cursor?.close()
        cursor = nil
        try connection.add(function: "meddle", argc: 1) { args in args[0] }
        #expect(try connection.rows(sql) == [["n": 1], ["n": 2], ["n": 3]])
    }
}
