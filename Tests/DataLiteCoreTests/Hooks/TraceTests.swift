import DataLiteC
import DataLiteCore
import Testing

@Suite("A trace delegate")
struct TraceTests {
    private func traced() throws -> (connection: Connection, log: StatementLog) {
        let (connection, log) = (try Connection.sample(), StatementLog())
        connection.add(traceDelegate: log)
        return (connection, log)
    }

    @Test("A trace delegate receives the SQL as written and with its values")
    func expansion() throws {
        let (connection, log) = try traced()
        try connection.execute("UPDATE t SET x = \("O'Brien") WHERE id = \(1)")
        #expect(
            log.traces == [
                SQLTrace(
                    unexpandedSQL: "UPDATE t SET x = ? WHERE id = ?",
                    expandedSQL: "UPDATE t SET x = 'O''Brien' WHERE id = 1")
            ])
    }

    @Test("A trace delegate receives the values of SQL that begins with a comment")
    func leadingComment() throws {
        let (connection, log) = try traced()
        try connection.execute("-- why\nDELETE FROM t WHERE id = :id", ["id": 2])
        #expect(log.traces.map(\.expandedSQL) == ["-- why\nDELETE FROM t WHERE id = 2"])
    }

    @Test("A trace delegate is called for the statements of a trigger, with its name")
    func triggers() throws {
        let (connection, log) = try traced()
        try connection.execute(
            sql: """
                CREATE TABLE u(y);
                CREATE TRIGGER echo AFTER DELETE ON t BEGIN INSERT INTO u VALUES (old.id); END
                """)
        try connection.execute("DELETE FROM t WHERE id = \(1)")
        #expect(log.texts.dropFirst(2).first == "DELETE FROM t WHERE id = ?")
        let inside = log.traces.dropFirst(3)
        #expect(inside.first?.unexpandedSQL == "-- TRIGGER echo")
        #expect(inside.allSatisfy { $0.expandedSQL == $0.unexpandedSQL })
    }

    @Test("A trace delegate is called for each run, each script statement and a failing statement")
    func runs() throws {
        let (connection, log) = try traced()
        let statement = try connection.prepare(sql: "SELECT id FROM t")
        #expect(log.texts == [])
        for _ in 1...2 {
            #expect(try statement.step())
            #expect(try statement.step())
            try statement.reset()
        }
        try? connection.execute(sql: "SELECT 1; INSERT INTO t(id) VALUES (1); SELECT 2")
        #expect(
            log.texts == [
                "SELECT id FROM t", "SELECT id FROM t", "SELECT 1;",
                " INSERT INTO t(id) VALUES (1);",
            ])
    }

    @Test("A trace delegate is called once, and not after it was removed or released")
    func many() throws {
        let (connection, log) = try traced()
        let second = StatementLog()
        connection.add(traceDelegate: log)
        connection.add(traceDelegate: second)
        connection.add(traceDelegate: StatementLog())
        try connection.execute("SELECT 1")
        connection.remove(traceDelegate: log)
        try connection.execute("SELECT 2")
        #expect(log.texts == ["SELECT 1"])
        #expect(second.texts == ["SELECT 1", "SELECT 2"])
    }

    @Test("A trace that is kept after the call has the same SQL")
    func retainedTraces() throws {
        let (connection, log) = try traced()
        do {
            let statement = try connection.prepare(sql: "SELECT ?, 'a text of some length'")
            for value in ["first", "second", "third"] {
                try statement.bind(value, at: 1)
                #expect(try statement.step())
                try statement.reset()
            }
        }
        connection.clearStatementCache()
        #expect(
            log.traces.map(\.expandedSQL) == [
                "SELECT 'first', 'a text of some length'",
                "SELECT 'second', 'a text of some length'",
                "SELECT 'third', 'a text of some length'",
            ])
        #expect(log.texts == Array(repeating: "SELECT ?, 'a text of some length'", count: 3))
        try connection.close()
        #expect(log.traces.count == 3)
        #expect(Set(log.traces.map(\.expandedSQL)).count == 3)
    }

    /// Calls a closure with each trace.
    private final class Reader: ConnectionTraceDelegate {
        let read: (SQLTrace) -> Void
        init(_ read: @escaping (SQLTrace) -> Void) { self.read = read }
        func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) { read(trace) }
    }

    @Test("A trace expands the SQL when it is read, and not before")
    func laziness() throws {
        let connection = try Connection.sample()
        let setLimit = { (limit: Int32) in
            _ = try? connection.withUnsafeHandle { sqlite3_limit($0, SQLITE_LIMIT_LENGTH, limit) }
        }
        let text = String(repeating: "x", count: 200)
        let statement = try connection.prepare(sql: "SELECT ?")
        try statement.bind(text, at: 1)
        var texts: [String] = []
        let reader = Reader { trace in
            // With the previous limit, the expansion fails.
            setLimit(1000)
            texts = [trace.unexpandedSQL, trace.expandedSQL]
        }
        connection.add(traceDelegate: reader)
        setLimit(100)
        #expect(try statement.step())
        #expect(texts == ["SELECT ?", "SELECT '\(text)'"])
    }

    /// Receives the statements and rows of a connection.
    private final class RowReader: ConnectionRowTraceDelegate {
        var texts: [String] = []
        var errors: [ResultCode] = []

        func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
            texts.append(trace.unexpandedSQL)
        }

        func connection(_ connection: any ConnectionProtocol, willReturn row: TracedRow) {
            texts.append("\(row.row)")
            do {
                try connection.execute("SELECT 1")
            } catch {
                errors.append(error.resultCode)
            }
        }
    }

    @Test(
        "A row trace delegate receives each row before the caller, until it is removed or released")
    func rows() throws {
        let connection = try Connection.sample()
        var reader: RowReader? = RowReader()
        try connection.add(traceDelegate: #require(reader))
        let statement = try connection.prepare(
            sql: "SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, NULL")
        #expect(try statement.step())
        #expect(reader?.texts.count == 2)
        while try statement.step() {}
        #expect(
            reader?.texts.dropFirst() == ["[a: 1, b: 'x']", "[a: 2, b: NULL]"])
        #expect(reader?.errors == [.misuse, .misuse])
        try connection.remove(traceDelegate: #require(reader))
        try connection.execute("SELECT 1")
        #expect(reader?.texts.count == 3)
        try connection.add(traceDelegate: #require(reader))
        reader = nil
        let other = StatementLog()
        connection.add(traceDelegate: other)
        #expect(try connection.value("SELECT 5") == 5)
        #expect(other.texts == ["SELECT 5"])
    }
}
