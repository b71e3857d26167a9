import DataLiteCore
import DataLiteTesting
import Testing

@Suite("A mock in an actor")
struct ActorTests {
    private actor Counter {
        private let connection: any ConnectionProtocol

        init(connection: sending any ConnectionProtocol) { self.connection = connection }

        func add(_ value: Int) throws {
            try connection.transaction {
                try connection.execute("INSERT INTO numbers VALUES (\(value))")
            }
        }

        func count() -> Int64 { connection.totalChanges }
    }

    private static func mock(isSpy: Bool) throws -> sending MockConnection {
        guard !isSpy else { return try .spy(schema: "CREATE TABLE numbers(n)") }
        return MockConnection { call in
            if case .int = call.parameters.first { .changes(1) } else { nil }
        }
    }

    @Test("A mock in an actor is used by many tasks", arguments: [true, false])
    func tasks(isSpy: Bool) async throws {
        let mock = try Self.mock(isSpy: isSpy)
        let record = mock.record
        let counter = Counter(connection: mock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for value in 1...50 {
                group.addTask { try await counter.add(value) }
            }
            try await group.waitForAll()
        }
        #expect(await counter.count() == 50)
        #expect(record.calls(.prefix("INSERT")).count == 50)
        #expect(record.problems == [])
    }
}
