import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("The time limit of a close")
struct ClosingLimitTests {
    /// Blocks the thread that closes a connection, in which SQLite releases the function that retains this.
    private final class Blocker: Sendable {
        let hasBegun: Shared<Bool>
        let mayEnd: Gate

        init(_ hasBegun: Shared<Bool>, _ mayEnd: Gate) {
            (self.hasBegun, self.mayEnd) = (hasBegun, mayEnd)
        }

        deinit {
            hasBegun.change { $0 = true }
            mayEnd.wait()
        }
    }

    private let hasBegun = Shared(false)
    private let mayEnd = Gate()

    private func database() throws -> Database {
        let (hasBegun, mayEnd) = (hasBegun, mayEnd)
        return try Database.temporary(
            configuration: .init {
                $0.onOpen = { db in
                    let blocker = Blocker(hasBegun, mayEnd)
                    try db.add(function: "f", argc: 0) { _ in
                        withExtendedLifetime(blocker) { 1 }
                    }
                }
            })
    }

    private func expectLimit(_ error: SQLiteError) {
        #expect(error.resultCode == .busy)
        #expect(
            error.message == "the database could not be closed within 0.02 seconds: no closure is "
                + "running, but the WAL is still being copied into the file. It closes when that is done"
        )
    }

    @Test("A close waits no longer for the connections, and says so")
    func connections() throws {
        let database = try self.database()
        let errors = Shared<[SQLiteError]>([])
        let threads = ThreadGroup()
        threads.run {
            do {
                try database.close(within: .milliseconds(20))
            } catch let error as SQLiteError {
                errors.change { $0.append(error) }
            } catch {}
        }
        eventually { !errors.current.isEmpty }
        errors.current.forEach(expectLimit)
        eventually { hasBegun.current }
        mayEnd.open()
        threads.wait()
        try database.close()
    }

    @Test("An asynchronous close waits no longer for the connections, and says so")
    func asyncConnections() async throws {
        let database = try self.database()
        let error = try await failure { try await database.close(within: .milliseconds(20)) }
        expectLimit(error)
        await reached { hasBegun.current }
        mayEnd.open()
        try await database.close()
    }
}
