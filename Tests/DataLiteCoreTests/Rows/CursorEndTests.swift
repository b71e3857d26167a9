import DataLiteCore
import Testing

@Suite("A cursor as a sequence, and one that ends early")
struct CursorEndTests {
    let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute(
            script: "CREATE TABLE numbers(n INTEGER); INSERT INTO numbers VALUES (1), (2), (3)")
    }

    private var failing: SQL {
        "SELECT n, abs(CASE n WHEN 2 THEN -9223372036854775808 END) FROM numbers"
    }

    @Test("A cursor is a sequence of results")
    func results() throws {
        var numbers: [Int?] = []
        for row in try connection.cursor("SELECT n FROM numbers").results {
            numbers.append(try row.get().lenientValue("n"))
        }
        #expect(numbers == [1, 2, 3])
    }

    @Test("A cursor as a sequence ends after the first failure")
    func failingResults() throws {
        let results = Array(try connection.cursor(failing).results)
        #expect(results.count == 2)
        #expect(throws: SQLiteError.self) { try results.last?.get() }
    }

    @Test("A cursor calls a closure for each row and is closed when the closure throws")
    func forEach() throws {
        var numbers: [Int?] = []
        let cursor = try connection.cursor("SELECT n FROM numbers")
        #expect(throws: Refused.self) {
            try cursor.forEach { row in
                numbers.append(row.lenientValue("n"))
                if numbers.count == 2 { throw Refused() }
            }
        }
        #expect(numbers == [1, 2])
        #expect(try cursor.next() == nil)
    }

    @Test("A cursor returns the remaining rows as an array")
    func remaining() throws {
        let cursor = try connection.cursor("SELECT n FROM numbers")
        #expect(try cursor.next() == ["n": 1])
        #expect(try cursor.remaining() == [["n": 2], ["n": 3]])
    }

    @Test("A cursor as a sequence ends after a rejected step")
    func refusedResults() throws {
        var cursor: Cursor<SQLiteRow>?
        var counts: [Int] = []
        try connection.add(function: "iterate", argc: 0) { _ in
            counts.append(cursor.map { Array($0.results).count } ?? 0)
            return 1
        }
        cursor = try connection.cursor("SELECT iterate() AS n")
        #expect(try cursor?.next() == ["n": 1])
        #expect(counts == [1])
        cursor = nil
    }

    @Test("A cursor keeps its run when a step is rejected in a delegate")
    func refusedStep() throws {
        final class Stepping: ConnectionTraceDelegate {
            var cursor: Cursor<SQLiteRow>?
            var codes: [ResultCode] = []
            func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
                do throws(SQLiteError) { try cursor?.step() } catch {
                    codes.append(error.resultCode)
                }
            }
        }
        let cursor = try connection.cursor("SELECT n FROM numbers ORDER BY n")
        try cursor.step()
        let delegate = Stepping()
        delegate.cursor = cursor
        connection.add(traceDelegate: delegate)
        try connection.execute("SELECT 1")
        #expect(delegate.codes == [.misuse])
        #expect(try cursor.remaining() == [["n": 2], ["n": 3]])
    }

    // MARK: A run that is ended early

    @Test("A closed cursor reports the error of the early step for its columns")
    func failingEarlyStep() throws {
        try connection.execute("CREATE UNIQUE INDEX unique_n ON numbers(n)")
        let cursor = try connection.cursor("INSERT INTO numbers VALUES (1) RETURNING n")
        _ = cursor.columnNames
        let error = try failure { try cursor.close() }
        #expect(error.resultCode == .constraintUnique)
    }

    /// Creates a table whose rows must refer to another table by the end of the transaction.
    private func makeDeferredKey() throws {
        try connection.execute(
            script: """
                CREATE TABLE parents(id INTEGER PRIMARY KEY);
                CREATE TABLE children(parent REFERENCES parents DEFERRABLE INITIALLY DEFERRED)
                """)
    }

    private let orphans: SQL = "INSERT INTO children VALUES (1), (2) RETURNING parent"

    @Test("A cursor that is closed early reports a commit that fails")
    func failingCommit() throws {
        try makeDeferredKey()
        let cursor = try connection.cursor(orphans)
        #expect(try cursor.next() == ["parent": 1])
        let error = try failure { try cursor.close() }
        #expect(error.resultCode == .constraintForeignKey)
        #expect(try connection.value("SELECT count(*) FROM children") == 0)
    }
}
