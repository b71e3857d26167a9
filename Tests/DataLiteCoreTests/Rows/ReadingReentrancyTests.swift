import DataLiteCore
import Testing

@Suite("Reading a column with a user-defined initializer")
struct ReadingReentrancyTests {
    let connection: Connection
    static let text = String(repeating: "content ", count: 500)

    /// A string type whose initializer runs other code before it reads the bytes.
    struct Meddler: SQLiteRepresentable, Equatable {
        @TaskLocal static var action: Action?
        let text: String

        struct Action: @unchecked Sendable {
            // SAFETY: set and called on the thread of one test.
            let run: () -> Void
        }

        var sqliteValue: SQLiteValue { .text(text) }

        init(_ text: String) { self.text = text }

        init?(_ value: SQLiteValue) {
            guard case .text(let text) = value else { return nil }
            self.text = text
        }

        init?(_ view: borrowing SQLiteValueView) {
            Self.action?.run()
            guard let text = view.text else { return nil }
            self.text = text
        }
    }

    init() throws {
        connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t(x)")
        try connection.execute("INSERT INTO t VALUES (\(Self.text)), ('two')")
    }

    private func read(
        _ body: () throws -> Meddler?, while action: @escaping () throws -> Void
    ) throws -> [ResultCode?] {
        var codes: [ResultCode?] = []
        let run = Meddler.Action {
            do {
                try action()
                codes.append(nil)
            } catch {
                codes.append((error as? SQLiteError)?.resultCode)
            }
        }
        let value = try Meddler.$action.withValue(run) { try body() }
        #expect(value == Meddler(Self.text))
        return codes
    }

    @Test("A user-defined initializer cannot step or reset the statement")
    func statement() throws {
        let statement = try connection.prepare(sql: "SELECT x FROM t")
        try statement.step()
        let stepping = try read({ statement.columnValue(at: 0) }, while: { try statement.step() })
        let resetting = try read({ statement.columnValue(at: 0) }, while: { try statement.reset() })
        #expect(stepping == [.misuse])
        #expect(resetting == [.misuse])
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == "two")
    }

    @Test("A user-defined initializer cannot step or close its cursor or close the connection")
    func cursor() throws {
        let cursor = try connection.cursor("SELECT x FROM t")
        #expect(try cursor.step())
        let closing = try read({ cursor.columnValue(at: 0) }, while: { try cursor.close() })
        let stepping = try read({ cursor.columnValue(named: "x") }, while: { try cursor.step() })
        let clearing = try read(
            { cursor.columnValue(at: 0) }, while: { connection.clearStatementCache() })
        let closingAll = try read(
            { cursor.columnValue(at: 0) }, while: { try connection.close() })
        #expect(closing == [.misuse])
        #expect(stepping == [.misuse])
        #expect(clearing == [nil])
        #expect(closingAll == [.busy])
        #expect(try cursor.step())
        #expect(cursor.columnValue(at: 0) == "two")
    }

    @Test("A user-defined initializer can release the last reference to its cursor")
    func lastReference() throws {
        var cursor: Cursor<SQLiteRow>? = try connection.cursor("SELECT x FROM t")
        #expect(try cursor?.step() == true)
        let codes = try read({ cursor?.columnValue(at: 0) }, while: { cursor = nil })
        #expect(codes == [nil])
        #expect(cursor == nil)
        #expect(try connection.value("SELECT count(*) FROM t") == 2)
    }

    @Test("A user-defined initializer can read other columns and run other statements")
    func nested() throws {
        let cursor = try connection.cursor("SELECT x, length(x) AS n FROM t")
        #expect(try cursor.step())
        var length: Int?
        let codes = try read({ cursor.columnValue(at: 0) }) {
            length = cursor.columnValue(at: 1)
            try connection.execute("INSERT INTO t VALUES ('three')")
        }
        #expect(codes == [nil])
        #expect(length == Self.text.count)
        #expect(try cursor.step())
    }

    @Test("A closure that reads a column cannot reset the statement")
    func closure() throws {
        let statement = try connection.prepare(sql: "SELECT x FROM t")
        try statement.step()
        let (text, wasReset) = statement.withColumn(at: 0) { view in
            (view.text, (try? statement.reset()) != nil)
        }
        #expect(!wasReset)
        #expect(text == Self.text)
        try statement.reset()
    }
}
