import DataLiteCore
import DataLiteTesting
import Testing

@Suite("withMock")
struct WithMockTests {
    private struct Refusal: Error {}

    /// An actor that owns its connection, as code under test does.
    private actor Store {
        private let connection: any ConnectionProtocol

        init(connection: sending any ConnectionProtocol) { self.connection = connection }

        func add(_ value: Int) throws {
            try connection.transaction {
                try connection.execute("INSERT INTO numbers VALUES (\(value))")
            }
        }
    }

    @Test("`withMock` verifies the mock at the end")
    func verifies() throws {
        let line = #line + 2
        withKnownIssue {
            withMock { mock in
                _ = mock.expectExecute("DELETE FROM users")
            }
        } matching: { issue in
            issue.sourceLocation?.line == line
                && "\(issue)".contains("missing call: execute DELETE FROM users")
        }
    }

    @Test("`withMock` returns the closure's result with any style of mock")
    func result() throws {
        let stubbed = try withMock(MockConnection { _ in .row(["n": 3]) }) { mock in
            try mock.value("SELECT n", as: Int.self)
        }
        #expect(stubbed == 3)
        let spied = try withMock(.spy()) { mock in try mock.value("SELECT 4", as: Int.self) }
        #expect(spied == 4)
    }

    @Test("`withMock` reports nothing else if the closure throws")
    func throwing() {
        #expect(throws: Refusal.self) {
            try withMock { mock in
                mock.expectExecute("DELETE FROM users")
                throw Refusal()
            }
        }
        let error = #expect(throws: SQLiteError.self) {
            try withMock { mock in try mock.execute("DELETE FROM users") }
        }
        #expect(error?.message.hasPrefix("unexpected call") == true)
    }

    @Test("`withMock` reports an unexpected call that another error followed")
    func swallowed() {
        withKnownIssue {
            #expect(throws: Refusal.self) {
                try withMock { mock in
                    _ = try? mock.execute("DELETE FROM users")
                    throw Refusal()
                }
            }
        } matching: { issue in
            "\(issue)".contains("unexpected call: DELETE FROM users")
        }
    }

    @Test("`withMock` verifies a mock that was sent to an actor")
    func actor() async throws {
        try await withMock { mock in
            mock.expectBegin(.immediate)
            mock.expectExecute("INSERT INTO numbers VALUES (?)").with(7)
            mock.expectCommit()
            try await Store(connection: mock).add(7)
        }
        await withKnownIssue {
            await withMock { mock in
                mock.expectBegin(.immediate)
                mock.expectExecute("INSERT INTO numbers VALUES (?)").with(7).throwing(.busy)
                mock.expectRollback()
                mock.expectClose()
                let store = Store(connection: mock)
                await #expect(throws: SQLiteError.self) { try await store.add(7) }
            }
        } matching: { issue in
            "\(issue)".contains("missing call: close")
        }
    }

    @Test("A record verifies a mock that was sent to an actor")
    func record() async throws {
        let mock = try MockConnection.spy(schema: "CREATE TABLE numbers(n)")
        let record = mock.record
        let store = Store(connection: mock)
        try await store.add(7)
        #expect(record.problems.isEmpty)
        #expect(record.calls("INSERT INTO numbers VALUES (?)", with: 7).count == 1)
        #expect(record.verifyRan("INSERT INTO numbers VALUES (?)", with: 7))
        #expect(record.verify())
    }
}
