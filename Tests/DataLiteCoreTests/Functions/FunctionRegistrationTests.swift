import DataLiteC
import DataLiteCore
import Testing

@Suite("Adding and removing a function")
struct FunctionRegistrationTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(sql: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3)")
    }

    private func add(_ name: String, argc: Int32 = -1, result: Int = 0) throws {
        try connection.add(function: name, argc: argc) { _ in result }
    }

    // MARK: Names and argument counts

    @Test(
        "A function name can have 1 to 255 bytes",
        arguments: [
            "f", "größe", "距離", "🙂", "with space", "\"quoted\"", "select",
            String(repeating: "n", count: 255),
        ])
    func validName(_ name: String) throws {
        try add(name, result: 7)
        let query: SQL = "SELECT \(identifier: name)()"
        #expect(try connection.value(query) == 7)
    }

    @Test(
        "A function name that SQLite would truncate or not accept is rejected",
        arguments: [
            "", "a\0b", "\0", String(repeating: "n", count: 256),
            String(repeating: "é", count: 128),
        ])
    func invalidName(_ name: String) throws {
        try add("a")
        for attempt in [{ try add(name) }, { try connection.remove(function: name) }] {
            let error = try failure(of: attempt)
            #expect(error.resultCode == .misuse)
            #expect(error.message.contains("\"\(name.prefix(30))"))
        }
        #expect(try connection.value("SELECT a()") == 0)
    }

    @Test(
        "A function accepts an argument count from 0 to 127, and -1 for any number",
        arguments: [-1, 0, 1, 127])
    func validCount(_ argc: Int32) throws {
        try add("f", argc: argc, result: 5)
        let arguments = Array(repeating: "1", count: Int(max(argc, 0))).joined(separator: ",")
        #expect(try connection.value("SELECT f(\(raw: arguments))") == 5)
    }

    @Test("An argument count below -1 is rejected", arguments: [-2, -128, .min] as [Int32])
    func negativeCount(_ argc: Int32) throws {
        for attempt in [
            { try add("f", argc: argc) }, { try connection.remove(function: "f", argc: argc) },
        ] {
            let error = try failure(of: attempt)
            #expect(error.resultCode == .misuse)
            #expect(error.message == "function \"f\": \(argc) is not a valid argument count")
        }
    }

    @Test(
        "An argument count above SQLite's limit is rejected",
        // 127 before version 3.48, 1000 since then.
        arguments: [sqlite3_libversion_number() < 3_048_000 ? 128 : 1001, 40_000, .max] as [Int32])
    func largeCount(_ argc: Int32) throws {
        let census = InstanceCounter()
        let member = InstanceCounter.Member(of: census)
        let error = try failure {
            try connection.add(function: "f", argc: argc) { [member] _ in
                withExtendedLifetime(member) { 0 }
            }
        }
        #expect(error.resultCode == .misuse)
        #expect(error.message.contains("\"f\""))
        #expect(error.message.contains("\(argc)"))
    }

    @Test("Functions can have the same name and different argument counts")
    func overloads() throws {
        for argc in -1...2 as ClosedRange<Int32> { try add("f", argc: argc, result: Int(argc)) }
        #expect(try connection.value("SELECT f()") == 0)
        #expect(try connection.value("SELECT f(1)") == 1)
        #expect(try connection.value("SELECT f(1, 2)") == 2)
        #expect(try connection.value("SELECT f(1, 2, 3)") == -1)
        try connection.remove(function: "f", argc: 1)
        #expect(throws: SQLiteError.self) { try connection.execute(sql: "SELECT f(1)") }
        #expect(try connection.value("SELECT f(1, 2)") == 2)
    }

    // MARK: Replacing and removing

    @Test("Replacing a function takes effect even in prepared statements")
    func replacing() throws {
        try add("f", result: 1)
        let statement = try connection.statement("SELECT f()")
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == .int(1))
        try statement.reset()
        try add("F", result: 2)
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == .int(2))
    }

    @Test("A function replaces a built-in function until it is removed")
    func builtIn() throws {
        try add("upper", argc: 1, result: 7)
        #expect(try connection.value("SELECT upper('a')") == 7)
        try connection.remove(function: "upper", argc: 1)
        #expect(throws: SQLiteError.self) { try connection.execute(sql: "SELECT upper('a')") }
        try connection.remove(function: "lower", argc: 1)
        #expect(throws: SQLiteError.self) { try connection.execute(sql: "SELECT lower('A')") }
    }

    @Test("An aggregate replaces a scalar function, and a window function replaces an aggregate")
    func kinds() throws {
        try add("f", argc: 1, result: 1)
        #expect(try connection.rows("SELECT f(x) FROM t").count == 3)
        try connection.add(aggregate: "f", argc: 1, initial: 0) { count, _ in
            count += 1
        } finalize: {
            $0
        }
        #expect(try connection.rows("SELECT f(x) AS f FROM t") == [["f": 3]])
        try connection.add(window: "f", argc: 1, initial: 0) { count, _ in
            count += 1
        } inverse: { count, _ in
            count -= 1
        } value: {
            $0
        }
        #expect(try connection.rows("SELECT f(x) OVER (ORDER BY x) FROM t").count == 3)
    }

    @Test("Removing a function by type uses the type's argument count")
    func removingType() throws {
        try connection.add(function: Shout.self)
        try connection.remove(function: Shout.self)
        let error = try failure { try connection.execute(sql: "SELECT shout('a')") }
        #expect(error.message == "no such function: shout")
    }

    @Test("Removing a function that does not exist is not an error")
    func removingUnknown() throws {
        try connection.remove(function: Shout.self)
        try connection.remove(function: "nobody")
        try connection.remove(function: "nobody", argc: 3)
    }

    @Test("Removing by name removes functions of all argument counts, but no built-in function")
    func removingAll() throws {
        try connection.add(function: "Either") { 0 }
        try connection.add(function: "either") { (x: Int) in x }
        try connection.add(function: "EITHER", argc: -1) { args in args.count }
        try connection.remove(function: "eITHER")
        for call in ["either()", "either(1)", "either(1, 2)"] {
            let error = try failure { try connection.execute(sql: "SELECT \(call)") }
            #expect(error.message == "no such function: either")
        }
        try connection.add(function: "max", argc: 3) { _ in "ours" }
        try connection.remove(function: "max")
        #expect(try connection.value("SELECT max(1, 2)") == 2)
        #expect(try connection.value("SELECT max(x) FROM t") != nil as Int?)
    }

    @Test("A statement that uses a removed function fails at its next run")
    func removedInUse() throws {
        try add("f", result: 1)
        let statement = try connection.statement("SELECT f() FROM t")
        #expect(try statement.step())
        try statement.reset()
        try connection.remove(function: "f")
        for _ in 1...2 {
            let error = try failure { try statement.step() }
            #expect(error.message == "no such function: f")
        }
        try add("f", result: 2)
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == .int(2))
    }

    @Test("A cached statement that uses a removed function fails")
    func removedInCache() throws {
        try add("f", result: 1)
        #expect(try connection.value("SELECT f()") == 1)
        try connection.remove(function: "f")
        let error = try failure { try connection.value("SELECT f()", as: Int.self) }
        #expect(error.message == "no such function: f")
    }

    @Test("Replacing or removing a function fails with BUSY while a statement is mid-step")
    func midStep() throws {
        try add("f", result: 1)
        let cursor = try connection.cursor("SELECT f() FROM t")
        #expect(try cursor.step())
        for attempt in [{ try add("f", result: 2) }, { try connection.remove(function: "f") }] {
            let error = try failure(of: attempt)
            #expect(error.resultCode == .busy)
            #expect(error.message.contains("due to active statements"))
        }
        #expect(try cursor.step())
        #expect(cursor.columnValue(at: 0) == .int(1))
        try cursor.close()
        try connection.remove(function: "f")
    }

    @Test("A new function can be added while a statement is mid-step")
    func newMidStep() throws {
        let cursor = try connection.cursor("SELECT x FROM t")
        #expect(try cursor.step())
        try add("f", result: 1)
        #expect(try connection.value("SELECT f()") == 1)
        #expect(try cursor.step())
    }

    @Test("Adding or removing a function on a closed connection is misuse")
    func closed() throws {
        try connection.close()
        for attempt in [{ try add("f") }, { try connection.remove(function: "f") }] {
            let error = try failure(of: attempt)
            #expect(error.resultCode == .misuse)
            #expect(error.message == "connection is closed")
        }
    }
}
