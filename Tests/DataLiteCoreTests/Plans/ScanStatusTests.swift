import DataLiteCore
import DataLiteTestSupport
import Testing

@Suite("The status of scans, and the normalized text of a statement")
struct ScanStatusTests {
    private static let hasScanStatus = Connection.library.hasCompileOption("ENABLE_STMT_SCANSTATUS")

    private static let hasNormalizedText = Connection.library.hasCompileOption("ENABLE_NORMALIZE")

    private func connection() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                CREATE TABLE a(id INTEGER PRIMARY KEY, x); CREATE TABLE b(a INTEGER, y);
                CREATE INDEX b_a ON b(a);
                INSERT INTO a VALUES (1, 1), (2, 2), (3, 3);
                INSERT INTO b VALUES (1, 1), (1, 2), (2, 3);
                """)
        return connection
    }

    @Test("Each loop has the number of its runs and of its rows", .enabled(if: hasScanStatus))
    func loops() throws {
        let statement = try connection().prepare(
            sql: "SELECT x, y FROM a CROSS JOIN b ON b.a = a.id")
        #expect(statement.scanStatus()?.map(\.rows) == [0, 0])
        while try statement.step() {}
        let loops = try #require(statement.scanStatus())
        #expect(loops.map(\.loops) == [1, 3])
        #expect(loops.map(\.rows) == [3, 3])
        #expect(loops.map(\.name) == ["a", "b_a"])
        #expect(loops.map { $0.detail.prefix(4) } == ["SCAN", "SEAR"])
        #expect(loops.allSatisfy { $0.estimatedRows > 0 })
        try statement.reset()
        while try statement.step() {}
        #expect(statement.scanStatus()?.map(\.rows) == [6, 6])
        statement.resetScanStatus()
        #expect(statement.scanStatus()?.map(\.rows) == [0, 0])
    }

    @Test("A statement without a loop has no scans", .enabled(if: hasScanStatus))
    func noLoop() throws {
        #expect(try connection().prepare(sql: "SELECT 1").scanStatus()?.isEmpty == true)
    }

    @Test("Without the compile option, there is no status", .disabled(if: hasScanStatus))
    func missing() throws {
        let statement = try connection().prepare(sql: "SELECT x FROM a")
        statement.resetScanStatus()
        #expect(statement.scanStatus() == nil)
    }

    @Test("Statements that differ in literals have one text", .enabled(if: hasNormalizedText))
    func normalized() throws {
        let connection = try connection()
        let texts = try ["SELECT x FROM a WHERE id = 5", "select  X from A where ID=17"].map {
            try connection.prepare(sql: $0).normalizedSQL
        }
        #expect(texts[0] != nil && texts[0] == texts[1])
    }

    @Test("Without the compile option, there is no text", .disabled(if: hasNormalizedText))
    func noText() throws {
        #expect(try connection().prepare(sql: "SELECT 1").normalizedSQL == nil)
    }
}
