import DataLiteC
import DataLiteCore
import Foundation
import Testing

@Suite("A parameter of a statement")
struct ParameterTests {
    let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
    }

    @Test("A parameter has an index, starting at 1, and possibly a name")
    func names() throws {
        let statement = try connection.statement("SELECT :a, @b, $c, ?, ?9, :a")
        #expect(statement.parameterCount() == 9)
        #expect(
            (1...9).map(statement.parameterNameBy) == [":a", "@b", "$c"] + [
                nil, nil, nil, nil, nil, "?9",
            ])
        #expect([":a", "@b", "$c", "?9"].map(statement.parameterIndexBy) == [1, 2, 3, 9])
        #expect([":A", "@B", "$C"].map(statement.parameterIndexBy) == [1, 2, 3])
        for name in ["a", ":b", "?4", "?", "", ":a\0", "\0"] {
            #expect(statement.parameterIndexBy(name) == 0, "\(name)")
        }
        for index in [-1, 0, 10, .max, .min] as [Int32] {
            #expect(statement.parameterNameBy(index) == nil)
        }
    }

    @Test(
        "A parameter that does not exist cannot be bound",
        arguments: [-1, 0, 3, .max, .min] as [Int32],
        [1, 0.5, "x", "", .blob(Data([1])), .blob(Data()), nil] as [SQLiteValue])
    func outOfRange(index: Int32, value: SQLiteValue) throws {
        let statement = try connection.prepare(sql: "SELECT ?, ?")
        try statement.bind("kept", at: 2)
        let error = #expect(throws: SQLiteError.self) { try statement.bind(value, at: index) }
        #expect(error?.resultCode == .range)
        #expect(error?.message == "no parameter \(index): the statement has 2")
        #expect(error?.sql == "SELECT ?, ?")
        #expect(try statement.step())
        #expect(statement.currentRow()?.values == [nil, "kept"])
    }

    @Test("A parameter is NULL until it is bound, and after the bindings are cleared")
    func clearing() throws {
        let statement = try connection.prepare(sql: "SELECT ?2, ?5")
        #expect(statement.parameterCount() == 5)
        #expect(try run(statement) == [nil, nil])
        try statement.bind("two", at: 2)
        try statement.bind(5, at: 5)
        try statement.bind("unused", at: 3)
        #expect(try run(statement) == ["two", 5])
        #expect(try run(statement) == ["two", 5])
        try statement.clearBindings()
        #expect(try run(statement) == [nil, nil])
    }

    @Test("A parameter can be bound to a value, a Swift value, an optional or an existential value")
    func overloads() throws {
        let statement = try connection.prepare(sql: "SELECT :v")
        let existential: (any SQLiteBindable)? = Mood.calm
        let nothing: (any SQLiteBindable)? = nil
        try statement.bind(.int(1), at: 1)
        #expect(try run(statement) == [1])
        try statement.bind(2, at: 1)
        #expect(try run(statement) == [2])
        try statement.bind(Int?.none, at: 1)
        #expect(try run(statement) == [nil])
        try statement.bind(existential, at: 1)
        #expect(try run(statement) == ["calm"])
        try statement.bind(nothing, at: 1)
        #expect(try run(statement) == [nil])
        try statement.bind(.text("x"), by: ":v")
        #expect(try run(statement) == ["x"])
        try statement.bind(2.5, by: ":v")
        #expect(try run(statement) == [2.5])
        try statement.bind(existential, by: ":v")
        #expect(try run(statement) == ["calm"])
        try statement.bind(String?.none, by: ":v")
        #expect(try run(statement) == [nil])
    }

    @Test(
        "The error of an unknown parameter contains its name", arguments: [":b", "a", "@a", ""])
    func unknownName(name: String) throws {
        let statement = try connection.prepare(sql: "SELECT :a")
        let error = #expect(throws: SQLiteError.self) { try statement.bind(1, by: name) }
        #expect(error?.resultCode == .range)
        #expect(error?.message == "the statement has no parameter \(name)")
        #expect(error?.sql == "SELECT :a")
    }

    @Test("A parameter receives the column with its name, whatever its prefix")
    func row() throws {
        let statement = try connection.prepare(sql: "SELECT :a, @b, $c, ?4")
        try statement.bind("kept", at: 4)
        try statement.bind(["c": 3, "a": 1, "b": 2, "a": "second"] as SQLiteRow)
        #expect(try run(statement) == [1, 2, 3, "kept"])
        try statement.bind(["b": nil] as SQLiteRow)
        #expect(try run(statement) == [1, nil, 3, "kept"])
    }

    @Test("A column without a parameter is reported before any parameter is bound")
    func surplusColumn() throws {
        let statement = try connection.prepare(sql: "SELECT :a")
        let error = #expect(throws: SQLiteError.self) {
            try statement.bind(["a": 1, "b": 2] as SQLiteRow)
        }
        #expect(error?.resultCode == .range)
        #expect(error?.message == "the statement has no parameter :b")
        #expect(try run(statement) == [nil])
    }

    @Test("A parameter cannot be bound or cleared while the statement runs")
    func whileRunning() throws {
        let text = String(repeating: "bound ", count: 1000)
        let statement = try connection.prepare(
            sql: """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3)
                SELECT ?1 || i FROM n
                """)
        try statement.bind(text, at: 1)
        #expect(try statement.step())
        let binding = #expect(throws: SQLiteError.self) { try statement.bind("other", at: 1) }
        let clearing = #expect(throws: SQLiteError.self) { try statement.clearBindings() }
        for error in [binding, clearing] {
            #expect(error?.resultCode == .misuse)
            #expect(error?.message == "the statement is running: reset it before binding")
        }
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == text + "2")
        try statement.reset()
        try statement.clearBindings()
        #expect(try run(statement) == [nil])
    }

    @Test("A parameter cannot be bound between the end of a run and the reset")
    func afterTheEnd() throws {
        let statement = try connection.prepare(sql: "SELECT ?1")
        try statement.bind(1, at: 1)
        while try statement.step() {}
        let error = #expect(throws: SQLiteError.self) { try statement.bind(2, at: 1) }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message == "the statement has run to its end: reset it before binding")
        try statement.reset()
        try statement.bind(2, at: 1)
        #expect(try run(statement) == [2])
    }

    @Test(
        "The error names a parameter without a value and a value without a parameter",
        arguments: [
            (
                "SELECT ?, ?", [1],
                "the statement has 2 parameters and was given 1 value: no value for ?2"
            ),
            (
                "SELECT ?2, ?5", [1, 2],
                "the statement has 5 parameters and was given 2 values: no value for ?5; "
                    + "numbers that the statement omits need a value, too"
            ),
            (
                "SELECT :a, :b", [],
                "the statement has 2 parameters and was given 0 values: no value for :a, :b"
            ),
            (
                "SELECT ?", [1, 2, 3],
                "the statement has 1 parameter and was given 3 values: no parameter for value 2"
            ),
            (
                "SELECT 1", [1],
                "the statement has 0 parameters and was given 1 value: no parameter for value 1"
            ),
        ] as [(String, [SQLiteValue], String)])
    func count(sql: String, values: [SQLiteValue], message: String) throws {
        let query = SQL(raw: sql, parameters: values)
        for helper in OneLine.allCases {
            let error = #expect(throws: SQLiteError.self) { try helper.run(query, on: connection) }
            #expect(error?.resultCode == .range)
            #expect(error?.message == message)
            #expect(error?.sql == sql)
        }
    }

    @Test("The parameters ?2 and ?5 receive the second and fifth of five values")
    func skippedNumbers() throws {
        let row = try connection.row("SELECT ?2 AS a, ?5 AS b", [1, 2, 3, 4, 5])
        #expect(row == ["a": 2, "b": 5])
    }

    @Test("A parameter is found by name among 100,000 parameters", .timeLimit(.minutes(20)))
    func manyNames() throws {
        // Comparing each name with each other would take hours.
        let names = (0..<100_000).map { "name\($0)" }
        let log = Log()
        let statement = TinyStatement("", names.map { ":" + $0 }, [], log)
        try statement.execute([SQLiteRow(names.reversed().map { ($0, .null) })])
        #expect(log.events.count { $0.hasPrefix("bind") } == names.count)
    }

    @Test(
        "A parameter is found by the same names among many parameters as among few",
        arguments: [false, true])
    func namesAmongMany(ignoringCase: Bool) throws {
        let written = [":a", "@a", "$a", ":A", "?7", ":b", "$b::c(d)", "@é", ":e\u{301}"]
        let few = "SELECT " + written.joined(separator: ", ")
        let statements = try [few, few + (0..<40).map { ", :other\($0)" }.joined()].map {
            try connection.statement($0)
        }
        let names = statements.map { ParameterNames(of: $0, count: Int($0.parameterCount())) }
        for name in written + [
            "a", "A", "b", "B", ":B", "?", "7", "é", "e\u{301}", "É", "", "none",
        ] {
            let indexes = names.map { $0.indexes(of: name, ignoringCase: ignoringCase) }
            #expect(indexes[0] == indexes[1], "\(name)")
        }
        #expect(
            names[1].indexes(of: "a", ignoringCase: ignoringCase).count == (ignoringCase ? 4 : 3))
        #expect((1...9).map(names[0].isPlain) == (1...9).map(names[1].isPlain))
    }

    private func run(_ statement: any StatementProtocol) throws -> [SQLiteValue]? {
        defer { try? statement.reset() }
        return try statement.step() ? statement.currentRow()?.values : nil
    }

    /// The helpers that run SQL in one line.
    private enum OneLine: CaseIterable {
        case execute, rows, row, value, cursor

        func run(_ sql: SQL, on connection: Connection) throws {
            switch self {
            case .execute: try connection.execute(sql)
            case .rows: _ = try connection.rows(sql)
            case .row: _ = try connection.row(sql)
            case .value: _ = try connection.value(sql, as: Int.self)
            case .cursor: _ = try connection.cursor(sql)
            }
        }
    }
}
