import DataLiteCore
import DataLiteTesting
import Testing

@Suite("The size of a mock's message")
struct MessageSizeTests {
    private let long = String(repeating: "long", count: 25_000)

    private func requireBounded(_ messages: [String]) {
        #expect(!messages.isEmpty)
        for message in messages { #expect(message.utf8.count < 20_000) }
    }

    @Test("The message for an unexpected call is bounded")
    func unexpected() throws {
        let mock = MockConnection()
        mock.expectExecute("DELETE FROM \(long) WHERE '\(long)' = 1")
        let error = #expect(throws: SQLiteError.self) {
            try mock.execute("DELETE FROM \(raw: long) WHERE \(long) = 1")
        }
        requireBounded([error?.message ?? ""] + mock.problems)
    }

    @Test("The message for missing calls is bounded")
    func missing() {
        let mock = MockConnection()
        let pattern = SQLPattern.sql("DELETE FROM \(long)")
        for _ in 1...100 { mock.expectExecute(pattern) }
        mock.expectExecute("DELETE FROM jobs WHERE id IN (?, ?)").with(.equal(long), .any)
        requireBounded(mock.problems)
    }

    @Test("The message for a statement that is left open is bounded")
    func openStatement() throws {
        let mock = MockConnection { _ in .rows([["a": 1], ["a": 2]]) }
        let statement = try mock.prepare(sql: "SELECT a FROM \(long)")
        #expect(try statement.step())
        requireBounded(mock.problems)
    }

    @Test("The message for parameters without values is bounded")
    func unbound() throws {
        let mock = MockConnection { _ in .done }
        let names = (1...5000).map { ":\(long.prefix(200))\($0)" }.joined(separator: ", ")
        let statement = try mock.prepare(sql: "INSERT INTO t VALUES (\(names))")
        let error = #expect(throws: SQLiteError.self) { try statement.step() }
        requireBounded([error?.message ?? ""] + mock.problems)
    }

    @Test("The message for an answer that does not match is bounded")
    func unfitting() throws {
        let answer = MockAnswer.rows([
            SQLiteRow((1...100).map { (column: "\(long)\($0)", value: .int(1)) }),
            SQLiteRow([(column: long, value: .int(1))]),
        ])
        let mock = MockConnection { _ in answer }
        let error = #expect(throws: SQLiteError.self) { try mock.rows("SELECT 1") }
        requireBounded([error?.message ?? ""] + mock.problems)
    }

    @Test("The messages for a missing savepoint and a stub's error are bounded")
    func refused() throws {
        struct Failure: Error, CustomStringConvertible { let description: String }
        let savepoint = #expect(throws: SQLiteError.self) {
            try MockConnection { _ in .done }.execute("RELEASE \(identifier: long)")
        }
        let stub = #expect(throws: SQLiteError.self) {
            try MockConnection { _ in throw Failure(description: long) }.execute("SELECT 1")
        }
        requireBounded([savepoint?.message ?? ""])
        #expect((stub?.message.utf8.count ?? .max) < 100_000)
    }

    @Test("The message for calls that were not run as expected is bounded")
    func notRan() throws {
        let mock = MockConnection { _ in .done }
        for k in 1...30 { try mock.execute("DELETE FROM \(raw: long) WHERE id = \(k)") }
        withKnownIssue {
            mock.verifyRan("DELETE FROM \(long) WHERE id = ?", with: "x")
        } matching: { issue in
            let texts = issue.comments.map(\.rawValue)
            return !texts.isEmpty && texts.allSatisfy { $0.utf8.count < 20_000 }
        }
    }
}
