import DataLiteCore
import DataLiteTestSupport
import Testing

@Suite("Values of a row that are located once")
struct RowValuesTests {
    private let connection: Connection

    init() throws {
        connection = try Connection.inMemory()
    }

    /// A row of `Width.count` columns.
    private struct Wide<Width: Count>: RowDecodable {
        static var columnCount: Int { Width.count }
        let values: [SQLiteValue]

        init(row: inout RowReader) throws(SQLiteError) {
            var values: [SQLiteValue] = []
            for _ in 0..<Width.count {
                values.append(try row.next(as: SQLiteValue?.self) ?? .null)
            }
            self.values = values
        }
    }

    private protocol Count { static var count: Int { get } }
    private enum Three: Count { static let count = 3 }
    private enum Four: Count { static let count = 4 }
    private enum Seven: Count { static let count = 7 }
    private enum Many: Count { static let count = 2000 }

    /// Compares the rows that a reader, `SQLiteRow` and each column's own lookup return.
    private func compare<Width: Count>(_ sql: String, _ width: Width.Type) throws {
        let expected = try lookedUpRows(sql)
        let rows = try connection.rows(SQL(raw: sql), as: Wide<Width>.self)
        #expect(rows.map(\.values) == expected, "\(sql)")
        let cursor = try connection.cursor(SQL(raw: sql), as: Wide<Width>.self)
        var read: [[SQLiteValue]] = []
        while let row = try cursor.next() { read.append(row.values) }
        #expect(read == expected, "\(sql)")
        let first = try connection.row(SQL(raw: sql), as: Wide<Width>.self)
        #expect(first?.values == expected.first, "\(sql)")
        #expect(try connection.rows(SQL(raw: sql)).map { $0.map(\.value) } == expected, "\(sql)")
    }

    private func lookedUpRows(_ sql: String) throws -> [[SQLiteValue]] {
        let statement = try connection.prepare(sql: sql)
        var rows: [[SQLiteValue]] = []
        while try statement.step() {
            rows.append((0..<statement.columnCount()).map { statement.columnValue(at: $0) })
        }
        return rows
    }

    @Test("Results of every kind of query are read alike")
    func queries() throws {
        try connection.execute("CREATE TABLE t(a PRIMARY KEY, b, c, d, e, f, g) WITHOUT ROWID")
        try connection.execute("CREATE TABLE u(a, b DEFAULT 'b')")
        let seed = UInt64.random(in: 0 ... .max)
        print("Random rows with the seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for key in Int64(0)..<40 {
            let values = (0..<6).map { _ in Self.value(&generator) }
            try connection.execute(
                "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?)", SQLParameters([.int(key)] + values))
            try connection.execute("INSERT INTO u(a) VALUES (\(key / 2))")
        }
        // A stored row does not have this column.
        try connection.execute("ALTER TABLE u ADD c DEFAULT 'added'")
        try compare("SELECT * FROM t", Seven.self)
        try compare("SELECT * FROM t ORDER BY b, c DESC", Seven.self)
        try compare("SELECT a, b, c FROM t", Three.self)
        try compare("SELECT a, b, c, d FROM t", Four.self)
        try compare("SELECT a, b, c, d FROM t UNION ALL SELECT 1, a, b, 'x' FROM u", Four.self)
        try compare("SELECT a, b, c, d FROM t UNION SELECT d, c, b, a FROM t", Four.self)
        try compare("VALUES (1, 'two', 3.5, x'04'), (NULL, NULL, NULL, NULL)", Four.self)
        try compare(
            "SELECT t.a, u.*, g FROM t LEFT JOIN u ON u.a = t.a AND t.a % 3 = 0",
            FiveColumns.self)
        try compare("SELECT b, count(*), max(c), group_concat(d) FROM t GROUP BY b", Four.self)
        try compare(
            "SELECT a, sum(a) OVER (ORDER BY a), lag(b) OVER (ORDER BY a), 1 FROM t", Four.self)
        try compare(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
            SELECT i, i * 2, 'n' || i, NULL FROM n
            """, Four.self)
        try compare("EXPLAIN QUERY PLAN SELECT * FROM t ORDER BY b", Four.self)
        try compare("PRAGMA table_xinfo(t)", Seven.self)
    }

    private enum FiveColumns: Count { static let count = 5 }

    private static func value(_ generator: inout SeededGenerator) -> SQLiteValue {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: .null
        case 1: .int(Int64.random(in: .min ... .max, using: &generator))
        case 2: .real(Double.random(in: -1e9...1e9, using: &generator))
        case 3: .text(String(repeating: "é", count: Int.random(in: 0..<500, using: &generator)))
        default: .blob(.init(repeating: 7, count: Int.random(in: 0..<500, using: &generator)))
        }
    }

    @Test("2,000 columns")
    func manyColumns() throws {
        let columns = (0..<2000).map { $0.isMultiple(of: 2) ? "\($0)" : "'\($0)'" }
        let select = "SELECT " + columns.joined(separator: ", ")
        try compare("\(select) UNION ALL \(select)", Many.self)
    }

    @Test("Columns added between two runs of a cached statement")
    func addedColumns() throws {
        try connection.execute("CREATE TABLE t(a, b, c, d)")
        try connection.execute("INSERT INTO t VALUES (1, 2, 3, 4), (5, 6, 7, 8)")
        try compare("SELECT * FROM t", Four.self)
        for name in ["e", "f", "g"] {
            try connection.execute("ALTER TABLE t ADD \(raw: name) DEFAULT 1")
        }
        try compare("SELECT * FROM t", Seven.self)
    }

    @Test("A reader finds no column after the last one")
    func afterTheLastColumn() throws {
        struct TooMany: RowDecodable {
            static let columnCount = 4

            init(row: inout RowReader) throws(SQLiteError) {
                for _ in 0..<4 { _ = try row.next(as: Int.self) }
                let isNull = row.nextIsNull
                #expect(isNull)
                _ = try row.next(as: Int.self)
            }
        }
        #expect(throws: SQLiteError.self) {
            try connection.rows("SELECT 1, 2, 3, 4", as: TooMany.self)
        }
    }
}

// MARK: - Steps while a row is decoded

extension RowValuesTests {
    /// A row that runs other code between its columns.
    private struct Interrupted: RowDecodable {
        @TaskLocal static var action: Action?
        static let columnCount = 5
        let values: [String?]

        struct Action: @unchecked Sendable {
            // SAFETY: set and called on the thread of one test.
            let run: () throws -> Void
        }

        init(row: inout RowReader) throws(SQLiteError) {
            var values = [try row.next(as: String?.self), try row.next(as: String?.self)]
            // The error of the action is checked by what is read afterwards.
            try? Self.action?.run()
            for _ in 0..<3 { values.append(try row.next(as: String?.self)) }
            self.values = values
        }
    }

    /// Text that SQLite allocates for each row.
    private static let rows: SQL = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3)
        SELECT 'a' || i, 'b' || i, hex(zeroblob(1000)) || 'c' || i, 'd' || i, 'e' || i FROM n
        """

    private func read(
        _ cursor: Cursor<Interrupted>, while action: @escaping () throws -> Void
    ) throws -> [String?] {
        var isFirst = true
        let once = Interrupted.Action {
            guard isFirst else { return }
            isFirst = false
            try action()
        }
        return try Interrupted.$action.withValue(once) {
            try #require(try cursor.next()).values.map { $0.map { String($0.suffix(2)) } }
        }
    }

    @Test("After a step, the columns of the next row are read")
    func nextRow() throws {
        let cursor = try connection.cursor(Self.rows, as: Interrupted.self)
        let values = try read(cursor) { _ = try cursor.next() }
        #expect(values == ["a1", "b1", "c2", "d2", "e2"])
    }

    @Test("After a step without a reader, the columns of the next row are read")
    func stepped() throws {
        let cursor = try connection.cursor(Self.rows, as: Interrupted.self)
        let values = try read(cursor) { _ = try cursor.step() }
        #expect(values == ["a1", "b1", "c2", "d2", "e2"])
    }

    @Test("After the last row and after the end of the cursor, the columns are NULL")
    func end() throws {
        for action: (Cursor<Interrupted>) throws -> Void in [
            { while try $0.next() != nil {} }, { try $0.close() },
        ] {
            let cursor = try connection.cursor(Self.rows, as: Interrupted.self)
            let values = try read(cursor) { try action(cursor) }
            #expect(values == ["a1", "b1", nil, nil, nil])
        }
    }

    @Test("After another statement has used the cached statement, the columns are NULL")
    func reused() throws {
        let cursor = try connection.cursor(Self.rows, as: Interrupted.self)
        let values = try read(cursor) {
            try cursor.close()
            _ = try connection.rows(Self.rows)
        }
        #expect(values == ["a1", "b1", nil, nil, nil])
    }

    @Test("After a rollback that ends the run, the columns are NULL or unchanged")
    func rollback() throws {
        try connection.execute("BEGIN")
        let cursor = try connection.cursor(Self.rows, as: Interrupted.self)
        let values = try read(cursor) { try connection.execute("ROLLBACK") }
        #expect(values.prefix(2) == ["a1", "b1"])
        #expect([[nil, nil, nil], ["c1", "d1", "e1"]].contains(Array(values.suffix(3))))
    }
}
