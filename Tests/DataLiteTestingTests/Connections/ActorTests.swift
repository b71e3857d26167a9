import DataLiteCore
import DataLiteTesting
import Testing

@Suite("A mock in an actor")
struct ActorTests {
    private actor Counter {
        private let connection: any ConnectionProtocol

        init(_ make: @Sendable () throws -> MockConnection) rethrows {
            connection = try make()
        }

        func add(_ value: Int) throws {
            try connection.transaction {
                try connection.execute("INSERT INTO numbers VALUES (\(value))")
            }
        }

        func problems() -> [String] {
            (connection as? MockConnection)?.problems ?? ["no mock"]
        }

        func count() -> Int64 { connection.totalChanges }
    }

    @Test("is used by many tasks", arguments: [true, false])
    func tasks(isSpy: Bool) async throws {
        let counter = try Counter {
            guard !isSpy else { return try .spy(schema: "CREATE TABLE numbers(n)") }
            return MockConnection { call in
                if case .int = call.parameters.first { .changes(1) } else { nil }
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for value in 1...50 {
                group.addTask { try await counter.add(value) }
            }
            try await group.waitForAll()
        }
        #expect(await counter.count() == 50)
        #expect(await counter.problems() == [])
    }
}
