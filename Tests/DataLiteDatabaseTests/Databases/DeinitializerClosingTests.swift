import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("Closing a database in a deinitializer")
struct DeinitializerClosingTests {
    private final class Owner: TransactionObserver, Sendable {
        let action: @Sendable () -> Void

        init(_ action: @escaping @Sendable () -> Void) { self.action = action }

        func transactionDidCommit(
            _ changes: CommittedChanges, on connection: any ConnectionProtocol
        ) {}

        deinit { action() }
    }

    enum Action: CaseIterable {
        case close
        case closeWithLimit
        case suspend

        func run(_ database: Database) throws {
            switch self {
            case .close: try database.close()
            case .closeWithLimit: try database.close(within: .seconds(60))
            case .suspend: try database.suspend(within: .seconds(60))
            }
        }
    }

    /// Records the result of the action in the deinitializer.
    private func owner(
        _ action: Action, of database: Shared<Database?>, _ results: Shared<[String]>
    ) -> Owner {
        Owner {
            guard let database = database.current else { return }
            let result = Result { try action.run(database) }
            results.change { $0.append("\(result)") }
        }
    }

    /// A close that waits for itself would never end.
    private func onThread(_ body: @escaping @Sendable () throws -> Void) {
        let threads = ThreadGroup()
        threads.run { #expect(throws: Never.self) { try body() } }
        threads.wait()
    }

    @Test(
        "The observer of a closing database closes it",
        .enabled(if: !ChangeCollector.isMissing), arguments: Action.allCases)
    func observer(action: Action) throws {
        let database = try Database.temporary()
        let results = Shared<[String]>([])
        try database.add(
            transactionObserver: owner(action, of: Shared(database), results),
            extent: .databaseLifetime)
        onThread { try database.close() }
        #expect(results.current == ["success()"])
    }

    @Test("A closure that waits for the next transaction closes a closing database")
    func waitingClosure() throws {
        let database = try Database.temporary()
        let results = Shared<[String]>([])
        try database.writeWithoutTransaction { db in
            let owner = owner(.close, of: Shared(database), results)
            try db.afterNextTransaction { _ in withExtendedLifetime(owner) {} }
        }
        onThread { try database.close() }
        #expect(results.current == ["success()"])
    }

    @Test(
        "An asynchronous close ends if an observer closes the database",
        .enabled(if: !ChangeCollector.isMissing), .timeLimit(.minutes(20)))
    func asynchronousClose() async throws {
        let database = try Database.temporary()
        let results = Shared<[String]>([])
        try database.add(
            transactionObserver: owner(.close, of: Shared(database), results),
            extent: .databaseLifetime)
        try await database.close()
        #expect(results.current == ["success()"])
    }

    @Test("The function of a closing snapshot closes the database", arguments: Action.allCases)
    func functionOfSnapshot(action: Action) throws {
        let (opened, results) = (Shared<Database?>(nil), Shared<[String]>([]))
        let database = try Database.temporary(
            configuration: .init { configuration in
                configuration.onOpen = { db in
                    let owner = owner(action, of: opened, results)
                    try db.add(function: "f", argc: 0) { _ in withExtendedLifetime(owner) { 1 } }
                }
            })
        let snapshot = try database.snapshot()
        opened.change { $0 = database }
        onThread { snapshot.close() }
        opened.change { $0 = nil }
        // Closing the database releases the functions of its other connections.
        #expect(Set(results.current) == ["success()"])
        #expect(throws: SQLiteError.self) { try database.read { _ in } }
    }
}
