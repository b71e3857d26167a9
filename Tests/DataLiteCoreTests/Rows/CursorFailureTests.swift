import DataLiteCore
import Foundation
import Testing

@Suite("A cursor that meets an error")
struct CursorFailureTests {
    private enum Kind: String, SQLiteRepresentable { case a, b }

    private struct Pair: RowDecodable {
        static let columnCount = 2
        let first: Int
        let kind: Kind

        init(row: inout RowReader) throws(SQLiteError) {
            first = try row.next()
            kind = try row.next()
        }
    }

    private let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute(
            script: """
                CREATE TABLE items(id INTEGER PRIMARY KEY, kind TEXT);
                INSERT INTO items(kind) VALUES ('a'), ('new'), ('b'), ('a');
                """)
    }

    /// What a cursor returns for each row, with `nil` for an error.
    private func elements<T>(_ cursor: Cursor<T>) -> [T?] {
        var found: [T?] = []
        while found.count < 10 {
            do {
                guard let element = try cursor.next() else { return found }
                found.append(element)
            } catch {
                found.append(nil)
            }
        }
        return found
    }

    @Test("A row that cannot be decoded is followed by the next row")
    func nextRow() throws {
        let kinds = try connection.cursor("SELECT kind FROM items ORDER BY id", as: Kind.self)
        #expect(elements(kinds) == [.a, nil, .b, .a])
        let pairs = try connection.cursor("SELECT id, kind FROM items ORDER BY id", as: Pair.self)
        #expect(elements(pairs).map { $0?.first } == [1, nil, 3, 4])
        let statement = try connection.prepare(sql: "SELECT kind FROM items ORDER BY id")
        #expect(elements(try statement.cursor(as: Kind.self)) == [.a, nil, .b, .a])
    }

    @Test("A sequence of results has a failure for a row that cannot be decoded")
    func results() throws {
        let cursor = try connection.cursor("SELECT kind FROM items ORDER BY id", as: Kind.self)
        #expect(cursor.results.map { try? $0.get() } == [.a, nil, .b, .a])
    }

    @Test("A failure in the last row, and a result without the columns, end the cursor")
    func end() throws {
        let last = try connection.cursor("SELECT kind FROM items WHERE id = 2", as: Kind.self)
        #expect(throws: SQLiteError.self) { try last.next() }
        let pairs = try connection.cursor("SELECT id FROM items", as: Pair.self)
        #expect(throws: SQLiteError.self) { try pairs.next() }
        #expect(connection.openStatements.isEmpty)
        #expect(try last.next() == nil)
        #expect(try pairs.next() == nil)
    }

    @Test("An error of SQLite after a row that cannot be decoded follows it")
    func nextError() throws {
        let cursor = try connection.cursor(
            """
            SELECT CASE id WHEN 3 THEN abs(-9223372036854775808) ELSE kind END FROM items
            ORDER BY id
            """, as: Kind.self)
        #expect(try cursor.next() == .a)
        #expect(try failure { try cursor.next() }.resultCode == .mismatch)
        #expect(try failure { try cursor.next() }.resultCode == .error)
        #expect(try cursor.next() == nil)
    }

    // MARK: Locks

    private struct Files {
        let db: Connection
        let other: Connection

        init(_ url: URL) throws {
            other = try Connection(path: url.path, configuration: .init { $0.journalMode = .wal })
            try other.execute("CREATE TABLE t(x)")
            db = try Connection(
                path: url.path, configuration: .init { $0.busyTimeout = .milliseconds(1) })
            try other.beginTransaction(.immediate)
        }
    }

    private func withFiles(_ body: (Files) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "\(UUID().uuidString).db")
        defer {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: url.path + suffix)
            }
        }
        try body(Files(url))
    }

    @Test(
        "A kept cursor whose first step lacked the lock prevents no commit, and can be stepped again"
    )
    func busyCursor() throws {
        try withFiles { files in
            let cursor = try files.db.cursor("INSERT INTO t VALUES (1) RETURNING x", as: Int.self)
            #expect(throws: SQLiteError.self) { try cursor.next() }
            try files.other.rollbackTransaction()
            try files.db.transaction { _ = try files.db.execute("INSERT INTO t VALUES (2)") }
            #expect(try cursor.next() == 1)
            #expect(try cursor.next() == nil)
            #expect(try files.db.rows("SELECT x FROM t", as: Int.self) == [2, 1])
        }
    }

    @Test("A kept statement whose first step lacked the lock prevents no commit")
    func busyStatement() throws {
        try withFiles { files in
            let statement = try files.db.prepare(sql: "INSERT INTO t VALUES (1)")
            let error = try failure { try statement.step() }
            #expect(error.resultCode.primary == .busy)
            #expect(!statement.isBusy)
            try files.other.rollbackTransaction()
            try files.db.transaction { _ = try files.db.execute("INSERT INTO t VALUES (2)") }
            try statement.step()
            #expect(try files.db.value("SELECT count(*) FROM t") == 2)
        }
    }

    @Test("A commit that a running statement prevents names the statement")
    func runningStatement() throws {
        try connection.beginTransaction()
        let reading = try connection.cursor("SELECT * FROM items")
        try reading.step()
        let cursor = try connection.cursor(
            "INSERT INTO items(kind) VALUES ('x'), ('y') RETURNING id")
        try cursor.step()
        let error = try failure { try connection.commitTransaction() }
        #expect(
            error.message == "cannot commit transaction - SQL statements in progress: "
                + "INSERT INTO items(kind) VALUES ('x'), ('y') RETURNING id")
        try cursor.close()
        try connection.commitTransaction()
    }

    // MARK: Changes

    @Test("A change whose row cannot be decoded is undone outside a transaction")
    func undone() throws {
        let insert: SQL = "INSERT INTO items(kind) VALUES ('a'), ('c') RETURNING kind"
        let attempts: [() throws -> Void] = [
            { _ = try connection.rows(insert, as: Kind.self) },
            {
                _ = try connection.row(
                    "INSERT INTO items(kind) VALUES ('c') RETURNING kind", as: Kind.self)
            },
            {
                _ = try connection.value(
                    "INSERT INTO items(kind) VALUES ('c') RETURNING kind", as: Int.self)
            },
            { _ = try connection.rows(insert) { _ in throw Refused() } },
        ]
        for attempt in attempts {
            #expect(throws: (any Error).self) { try attempt() }
            #expect(connection.isAutocommit)
            #expect(try connection.value("SELECT count(*) FROM items") == 4)
        }
        try connection.transaction {
            #expect(throws: SQLiteError.self) { try connection.rows(insert, as: Kind.self) }
        }
        #expect(try connection.value("SELECT count(*) FROM items") == 6)
    }

    @Test("A failed change in a function does not undo the statement that calls the function")
    func nested() throws {
        try connection.add(function: "fail", argc: 0) { [unowned connection] _ in
            (try? connection.value(
                "INSERT INTO items(kind) VALUES ('c') RETURNING kind", as: Int.self)) ?? 0
        }
        #expect(try connection.rows("SELECT fail() FROM items", as: Int.self) == [0, 0, 0, 0])
        #expect(try connection.value("SELECT count(*) FROM items") == 4)
        try connection.execute("CREATE TABLE others(x)")
        try connection.execute("INSERT INTO others SELECT fail() FROM items LIMIT 2")
        #expect(try connection.value("SELECT count(*) FROM others") == 2)
        #expect(connection.isAutocommit)
    }
}
