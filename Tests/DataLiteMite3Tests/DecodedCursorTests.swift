import DataLiteMite3
import DataLiteTestSupport
import DataLiteCore
import DataLiteTesting
import Testing

@Suite("A cursor of Decodable values")
struct DecodedCursorTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute(sql: "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), ('x'), (4)")
    }

    private let sql = "SELECT a FROM t ORDER BY rowid"

    @Test("A decoded cursor decodes rows on demand and continues after an error")
    func lazy() throws {
        let cursor = try connection.decodedCursor(sql: sql, as: Int.self)
        #expect(try cursor.nextRow() == 1)
        #expect(try cursor.nextRow() == 2)
        #expect(throws: DecodingError.self) { try cursor.nextRow() }
        #expect(try cursor.nextRow() == 4)
        #expect(try cursor.next() == nil)
        try connection.close()
    }

    @Test("A cursor returns its statement when released, closed or left by a loop")
    func ending() throws {
        do {
            let cursor = try connection.decodedCursor(sql: sql, as: Int.self)
            _ = try cursor.nextRow()
            #expect(throws: SQLiteError.self) { try connection.close() }
        }
        let closed = try connection.decodedCursor(sql: sql, as: Int.self)
        _ = try closed.nextRow()
        try closed.close()
        try closed.close()
        #expect(try closed.nextRow() == nil)
        for row in try connection.decodedCursor(sql: sql, as: Int.self).results {
            #expect(try row.get() == 1)
            break
        }
        try connection.execute(sql: "DROP TABLE t")
        try connection.close()
    }

    @Test("Cursors with the same SQL are independent")
    func several() throws {
        let first = try connection.decodedCursor(sql: sql, as: SQLiteValue.self)
        let second = try connection.decodedCursor(sql: sql, as: SQLiteValue.self)
        #expect(try first.nextRow() == 1)
        #expect(try second.nextRow() == 1)
        #expect(try first.nextRow() == 2)
        #expect(try connection.query(sql: sql, as: SQLiteValue.self).count == 4)
        #expect(try second.nextRow() == 2)
    }

    @Test("A cursor that cannot be created keeps no statement")
    func refused() throws {
        #expect(throws: SQLiteError.self) {
            try connection.decodedCursor("SELECT :a", as: Int.self)
        }
        #expect(throws: SQLiteError.self) {
            try connection.decodedCursor("SELECT 1; SELECT 2", as: Int.self)
        }
        try connection.close()
    }

    /// Closes the cursor that it is decoded from.
    private struct Closing: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            try TestInfo.box(DecodedCursor<Closing>?.self, in: decoder).value?.close()
            _ = try container.decode(Int.self)
        }
    }

    @Test("A cursor can be closed by the value that it is decoding")
    func closedWhileReading() throws {
        let box = TestBox<DecodedCursor<Closing>?>(nil)
        let cursor = try connection.decodedCursor(
            sql: sql, as: Closing.self, coder: TestInfo.coder(box))
        box.value = cursor
        defer { box.value = nil }
        #expect(throws: DecodingError.self) { try cursor.nextRow() }
        try connection.close()
    }

    /// A function that uses the cursor that calls it.
    private final class Reentry: @unchecked Sendable {
        // SAFETY: used by one test, on its thread.
        var cursor: DecodedCursor<Int>?
        var action: (DecodedCursor<Int>) throws -> Void = { _ in }
        var errors: [ResultCode?] = []

        func act() {
            guard let cursor else { return }
            do { try action(cursor) } catch { errors.append((error as? SQLiteError)?.resultCode) }
        }
    }

    @Test(
        "A cursor cannot be closed or stepped from within its own step",
        arguments: [{ try $0.close() }, { _ = try $0.nextRow() }]
            as [@Sendable (DecodedCursor<Int>) throws -> Void])
    func reentry(action: @Sendable (DecodedCursor<Int>) throws -> Void) throws {
        let reentry = Reentry()
        let sql = "SELECT f(a) FROM t WHERE a < 3"
        var others: [DecodedCursor<Int>] = []
        try withoutActuallyEscaping(action) { action in
            reentry.action = action
            defer { reentry.action = { _ in } }
            try connection.add(function: "f") { (a: Int) -> Int in
                reentry.act()
                return a
            }
            reentry.cursor = try connection.decodedCursor(sql: sql, as: Int.self)
            #expect(try reentry.cursor?.nextRow() == 1)
            others.append(try connection.decodedCursor(sql: sql, as: Int.self))
            #expect(reentry.errors == [.misuse])
            #expect(try reentry.cursor?.nextRow() == 2)
            #expect(try reentry.cursor?.nextRow() == nil)
            reentry.cursor = nil
        }
        #expect(try others[0].nextRow() == 1)
        #expect(try others[0].nextRow() == 2)
        try others[0].close()
        try connection.remove(function: "f", argc: 1)
        try connection.execute(sql: "DROP TABLE t")
        try connection.close()
    }

    @Test("A decoded cursor runs on a mock")
    func mock() throws {
        let mock = MockConnection()
        mock.expectQuery("SELECT a FROM t ORDER BY rowid").returning(["a": 1], ["a": 2])
        let cursor = try mock.decodedCursor(sql: sql, as: Int.self)
        #expect(try cursor.nextRow() == 1)
        #expect(try cursor.nextRow() == 2)
        #expect(try cursor.nextRow() == nil)
        mock.verify()
    }
}
