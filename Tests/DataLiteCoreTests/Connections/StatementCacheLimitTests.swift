import DataLiteC
import DataLiteCore
import Foundation
import Testing

@Suite("The limits of the statement cache")
struct StatementCacheLimitTests {
    /// A connection with nothing in its cache.
    private func cached(capacity: Int, byteCapacity: Int = 1_000_000) throws -> Connection {
        let connection = try Connection.sample(
            configuration: .init {
                $0.statementCacheCapacity = capacity
                $0.statementCacheByteCapacity = byteCapacity
            })
        connection.clearStatementCache()
        return connection
    }

    @Test(
        "The statement cache removes the least recently used statements above its memory capacity")
    func byteEviction() throws {
        let byteCapacity = 200_000
        let connection = try cached(capacity: 1000, byteCapacity: byteCapacity)
        let padding = String(repeating: "x", count: 10_000)
        let texts = (0..<100).map { "SELECT \($0), '\(padding)'" }
        for text in texts {
            try connection.execute(SQL(raw: text))
            try connection.execute("SELECT 1")
            #expect(try connection.statementMemory() <= byteCapacity)
        }
        let kept = try texts.map { try connection.runs(of: $0) != nil }
        let count = try connection.statementCount() - 1
        #expect((3...8).contains(count))
        #expect(kept == (0..<100).map { $0 >= 100 - count })
        #expect(try connection.runs(of: "SELECT 1") == 100)
    }

    @Test("New limits of the cache apply at once, to the least recently used statements first")
    func newLimits() throws {
        let connection = try cached(capacity: 10)
        for number in 0..<10 { try connection.execute(SQL(raw: "SELECT \(number)")) }
        #expect(try connection.statementCount() == 10)
        try connection.setStatementCacheCapacity(3)
        #expect(try connection.statementCount() == 3)
        let kept = try (0..<10).filter { try connection.runs(of: "SELECT \($0)") != nil }
        #expect(kept == [7, 8, 9])
        try connection.setStatementCacheCapacity(20)
        for number in 0..<10 { try connection.execute(SQL(raw: "SELECT \(number)")) }
        #expect(try connection.statementCount() == 10)
        try connection.setStatementCacheCapacity(20, bytes: 1)
        try connection.execute("SELECT 1")
        #expect(try connection.statementCount() == 0)
        try connection.setStatementCacheCapacity(-1, bytes: 100_000)
        try connection.execute("SELECT 1")
        #expect(try connection.statementCount() == 0)
        try connection.close()
        #expect(
            try failure { try connection.setStatementCacheCapacity(1) }.resultCode == .misuse)
    }

    private static let largeStatements = [
        "long text": "SELECT '\(String(repeating: "x", count: 30_000))'",
        "long program":
            "SELECT \(Array(repeating: "abs(x)", count: 1000).joined(separator: ",")) FROM t",
        "long program of a short text": "SELECT * FROM wide",
    ]

    @Test(
        "The statement cache does not keep a statement that needs more than a quarter of its memory",
        arguments: largeStatements.keys.sorted())
    func largeStatement(kind: String) throws {
        let sql = try #require(Self.largeStatements[kind])
        let connection = try cached(capacity: 4, byteCapacity: 100_000)
        let columns = (0..<1000).map { "x AS c\($0)" }.joined(separator: ",")
        try connection.execute(sql: "CREATE VIEW wide AS SELECT \(columns) FROM t")
        try connection.execute("SELECT 1")
        for _ in 1...2 { try connection.execute(SQL(raw: sql)) }
        #expect(try connection.statementCount() == 1)
        #expect(try connection.runs(of: "SELECT 1") == 1)
    }

    @Test(
        "The statement cache keeps nothing at a byte capacity of zero or less",
        arguments: [0, -1, .min])
    func noByteCapacity(byteCapacity: Int) throws {
        let connection = try cached(capacity: 4, byteCapacity: byteCapacity)
        for _ in 1...3 { #expect(try connection.value("SELECT \(7)") == 7) }
        #expect(try connection.statementCount() == 0)
    }

    @Test("The statement cache does not keep large values of an idle statement")
    func largeValues() throws {
        let connection = try cached(capacity: 4)
        let text = String(repeating: "å", count: 500_000)
        let data = Data(repeating: 1, count: 1_000_000)
        #expect(try connection.value("SELECT length(?) + length(?)", [text, data]) == 1_500_000)
        #expect(try connection.statementCount() == 1)
        #expect(try connection.statementMemory() < 20_000)
    }

    @Test("The statement cache behaves like a list in order of use, for random uses")
    func randomUses() throws {
        var generator = SeededGenerator(seed: 20)
        for capacity in [1, 2, 5, 40] {
            let connection = try cached(capacity: capacity)
            var model: [String] = []
            for _ in 0..<2000 {
                if Int.random(in: 0..<500, using: &generator) == 0 {
                    connection.clearStatementCache()
                    model = []
                }
                let number = Int.random(in: 0..<(capacity * 2), using: &generator)
                let text = "SELECT \(number)" + String(repeating: " ", count: number % 9)
                let isKept = model.contains(text)
                model = Array(([text] + model.filter { $0 != text }).prefix(capacity))
                let preparedBefore = try connection.runs(of: text)
                #expect((preparedBefore != nil) == isKept)
                try connection.execute(SQL(raw: text))
                #expect(try connection.statementCount() == model.count)
            }
        }
    }
}

extension Connection {
    /// The memory of all prepared statements of the connection, in bytes.
    fileprivate func statementMemory() throws -> Int {
        try withUnsafeHandle { pointer in
            var (current, highest): (Int32, Int32) = (0, 0)
            try check(
                sqlite3_db_status(pointer, SQLITE_DBSTATUS_STMT_USED, &current, &highest, 0))
            return Int(current)
        }
    }
}
