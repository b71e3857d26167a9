import DataLiteAltering
import DataLiteTestSupport
import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("What stops a call stops the migrations on its copy", .timeLimit(.minutes(20)))
struct StoppedRehearsalTests {
    enum Run: CaseIterable {
        case rehearsal, dryRun, adoption, comparison

        func callAsFunction(_ migrator: Migrator, _ database: Database) async throws {
            switch self {
            case .rehearsal: _ = try await migrator.rehearse(database)
            case .dryRun: _ = try await migrator.dryRun(database)
            case .adoption: _ = try await migrator.adopt(database)
            case .comparison: _ = try await migrator.hasSchemaChanges(database)
            }
        }
    }

    /// A migration without an end, which the database has recorded if that is needed to run it.
    private static func endless(
        _ run: Run, _ database: Database, _ hasBegun: Shared<Bool>
    ) async throws -> Migrator {
        let isArmed = Shared(false)
        let endless = migrator { db in
            guard isArmed.current else { return }
            hasBegun.change { $0 = true }
            _ = try db.value(endlessQuery, as: Int.self)
        }
        if run == .comparison { try await endless.migrate(database) }
        isArmed.change { $0 = true }
        return endless
    }

    @Test("The cancellation of the task", arguments: Run.allCases, TestStorage.allCases)
    func cancelled(run: Run, storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let hasBegun = Shared(false)
        let endless = try await Self.endless(run, database, hasBegun)
        let task = Task { try await run(endless, database) }
        await reached { hasBegun.current }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await database.itemCount() == 0)
    }

    @Test("The suspension of the database", arguments: Run.allCases)
    func suspended(run: Run) async throws {
        let database = try TestStorage.file.openWithItems()
        let hasBegun = Shared(false)
        let endless = try await Self.endless(run, database, hasBegun)
        let task = Task { try await run(endless, database) }
        await reached { hasBegun.current }
        try await database.suspend(within: .seconds(60))
        let error = try await failure { try await task.value }
        #expect(error.resultCode == .interrupt)
        database.resume()
        #expect(try await database.itemCount() == 0)
    }

    @Test("The time limit of the database", arguments: Run.allCases)
    func timeLimit(run: Run) async throws {
        let database = try TestStorage.file.openWithItems { $0.timeLimit = .seconds(2) }
        let endless = try await Self.endless(run, database, Shared(false))
        let error = try await failure { try await run(endless, database) }
        #expect(error.message.contains("the time limit of the database"))
    }

    @Test("A read-only database can be rehearsed")
    func readOnly() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/a.sqlite"
            try peopleMigrator().migrate(Connection(path: path), upTo: "people")
            let database = try Database(path: path, configuration: .init { $0.access = .readOnly })
            #expect(try await peopleMigrator().rehearse(database) == ["notes", "ages"])
            let steps = try await peopleMigrator().dryRun(database)
            #expect(steps.map(\.name) == ["notes", "ages"])
            #expect(steps[1].statements == ["ALTER TABLE people ADD COLUMN age INTEGER"])
        }
    }

    @Test("A copy is refused inside a transaction")
    func transaction() throws {
        let connection = try memory()
        let errors = try connection.transaction {
            [
                try failure { try peopleMigrator().rehearse(connection) },
                try failure { try peopleMigrator().dryRun(connection) },
            ]
        }
        for error in errors {
            #expect(error.resultCode == .misuse)
            #expect(error.message == "migrations cannot run on a copy inside a transaction")
        }
    }
}
