import DataLiteC
import DataLiteCore
import Testing

/// Not every build of SQLite reports the origin of columns.
private let hasColumnMetadata = datalite_symbol("sqlite3_column_origin_name") != nil

@Suite("Properties of a statement")
struct InspectionTests {
    let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute(
            "CREATE TABLE people(id INTEGER PRIMARY KEY, name VARCHAR(10), note, age INT)")
        try connection.execute(
            "INSERT INTO people VALUES (1, 'Ada', 'x', 36), (2, 'Jean', 'y', 70)")
    }

    @Test(
        "A statement reports whether it only reads, and whether it explains",
        arguments: [
            ("SELECT * FROM people", true, false), ("DELETE FROM people", false, false),
            ("BEGIN", true, false), ("EXPLAIN DELETE FROM people", false, true),
            ("EXPLAIN QUERY PLAN SELECT 1", true, true),
            ("INSERT INTO people(id) VALUES (3) RETURNING id", false, false),
        ])
    func kind(sql: String, isReadonly: Bool, isExplain: Bool) throws {
        let statement = try connection.statement(sql)
        #expect(statement.isReadonly == isReadonly)
        #expect(statement.isExplain == isExplain)
        #expect(statement.sql == sql)
    }

    @Test("A statement reports whether it is running")
    func busy() throws {
        let statement = try connection.statement("SELECT id FROM people")
        #expect(!statement.isBusy)
        #expect(try statement.step())
        #expect(statement.isBusy)
        #expect(try statement.step())
        #expect(try !statement.step())
        #expect(!statement.isBusy)
        #expect(try statement.step())
        try statement.reset()
        #expect(!statement.isBusy)
    }

    @Test("A statement reports its SQL without the text that follows")
    func text() throws {
        #expect(try connection.statement("SELECT 1; -- one").sql == "SELECT 1;")
        #expect(try connection.statement("SELECT 'grüße 🦊'").sql == "SELECT 'grüße 🦊'")
    }

    @Test("A statement reports its SQL with the bound values")
    func expanded() throws {
        let statement = try connection.statement("SELECT ?1, :name, ?2, ?1")
        #expect(statement.expandedSQL == "SELECT NULL, NULL, NULL, NULL")
        try statement.bind(1, at: 1)
        try statement.bind("O'Brien", by: ":name")
        #expect(statement.expandedSQL == "SELECT 1, 'O''Brien', 'O''Brien', 1")
        try statement.bind([0xAB, 0x01].withUnsafeBytes { SQLiteValue.blob(.init($0)) }, at: 2)
        #expect(statement.sql == "SELECT ?1, :name, ?2, ?1")
    }

    @Test("A statement reports no expanded SQL when it would be too long")
    func expandedTooLong() throws {
        let statement = try connection.statement("SELECT ?1, ?1")
        try statement.bind(String(repeating: "x", count: 800), at: 1)
        _ = try connection.withUnsafeHandle { sqlite3_limit($0, SQLITE_LIMIT_LENGTH, 1000) }
        #expect(statement.expandedSQL == nil)
    }

    @Test("A statement reports its columns by name and by index")
    func columns() throws {
        let statement = try connection.statement("SELECT id, name AS Name, 1 AS id FROM people")
        #expect(statement.columnCount() == 3)
        #expect(statement.columnNames() == ["id", "Name", "id"])
        #expect((0..<3).map(statement.columnName) == ["id", "Name", "id"])
        #expect(["id", "Name", "name", ""].map(statement.columnIndex) == [0, 1, 1, nil])
        for index in [-1, 3, .max, .min] as [Int32] {
            #expect(statement.columnName(at: index) == nil)
            #expect(statement.columnDeclaredType(at: index) == nil)
            #expect(statement.columnOrigin(at: index) == nil)
        }
    }

    @Test("A statement reports that it has no columns when it returns no rows")
    func noColumns() throws {
        let statement = try connection.statement("DELETE FROM people")
        #expect(statement.columnCount() == 0)
        #expect(statement.columnNames() == [])
        #expect(try !statement.step())
        #expect(statement.currentRow() == nil)
    }

    @Test("A statement reports the declared types of its columns")
    func declaredTypes() throws {
        let statement = try connection.statement("SELECT name, id, age, note, age + 1 FROM people")
        #expect(
            (0..<5).map(statement.columnDeclaredType)
                == ["VARCHAR(10)", "INTEGER", "INT", nil, nil])
    }

    @Test("A statement reports the origin of its columns", .enabled(if: hasColumnMetadata))
    func origins() throws {
        let statement = try connection.statement("SELECT p.name AS n, p.age + 1 FROM people AS p")
        let origin = try #require(statement.columnOrigin(at: 0))
        #expect(origin.schema == "main")
        #expect(origin.table == "people")
        #expect(origin.column == "name")
        #expect(statement.columnOrigin(at: 1) == nil)
    }

    @Test(
        "A statement reports no origin of an unknown column",
        .disabled(if: hasColumnMetadata))
    func noOrigins() throws {
        #expect(try connection.statement("SELECT name FROM people").columnOrigin(at: 0) == nil)
    }

    @Test("A statement reports the cost of its runs until the counter is reset")
    func counters() throws {
        let statement = try connection.statement("SELECT id FROM people ORDER BY note")
        #expect(statement.status(.runs) == 0)
        for _ in 0..<3 {
            while try statement.step() {}
            try statement.reset()
        }
        #expect(statement.status(.runs) == 3)
        #expect(statement.status(.sorts) == 3)
        #expect(statement.status(.fullScanSteps) > 0)
        #expect(statement.status(.virtualMachineSteps) > 0)
        #expect(statement.status(.reprepares) == 0)
        #expect(statement.status(.automaticIndexRows) == 0)
        #expect(statement.status(.sorts, resetting: true) == 3)
        #expect(statement.status(.sorts) == 0)
        #expect(statement.status(.memoryUsed) > 0)
        try connection.execute("CREATE TABLE other(x)")
        #expect(try statement.step())
        #expect(statement.status(.reprepares) == 1)
    }

    @Test("A statement reports its handle for calls that the library does not wrap")
    func handle() throws {
        let statement = try connection.statement("SELECT 1, 2")
        #expect(statement.withUnsafeHandle { sqlite3_column_count($0) } == 2)
    }

    @Test("A statement reports its counters by the numbers of the C interface")
    func counterNumbers() {
        let numbers: [Statement.Counter: Int32] = [
            .fullScanSteps: SQLITE_STMTSTATUS_FULLSCAN_STEP, .sorts: SQLITE_STMTSTATUS_SORT,
            .automaticIndexRows: SQLITE_STMTSTATUS_AUTOINDEX,
            .virtualMachineSteps: SQLITE_STMTSTATUS_VM_STEP,
            .reprepares: SQLITE_STMTSTATUS_REPREPARE, .runs: SQLITE_STMTSTATUS_RUN,
            .filterMisses: SQLITE_STMTSTATUS_FILTER_MISS,
            .filterHits: SQLITE_STMTSTATUS_FILTER_HIT, .memoryUsed: SQLITE_STMTSTATUS_MEMUSED,
        ]
        for counter in Statement.Counter.allCases {
            #expect(numbers[counter] == counter.rawValue)
        }
    }
}
