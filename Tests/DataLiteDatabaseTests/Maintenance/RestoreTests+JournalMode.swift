import DataLiteDatabase
import Foundation
import Testing

extension RestoreTests {
    /// Reads with another connection before the journal mode is set.
    private final class ReadBeforeMode: ConnectionTraceDelegate, Sendable {
        let other = Locked<Connection?>(nil)
        let results = Shared<[ResultCode?]>([])

        func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
            guard trace.unexpandedSQL.contains("journal_mode") else { return }
            other.withLock { other in
                guard let other else { return }
                var code: ResultCode?
                do throws(SQLiteError) {
                    try other.execute("SELECT count(*) FROM items")
                } catch {
                    code = error.resultCode
                }
                results.change { $0.append(code) }
            }
        }
    }

    @Test("Another program cannot read a restored file before its journal mode is set back")
    func journalMode() async throws {
        try await withBackup { path, directory in
            let trace = ReadBeforeMode()
            let file = directory + "/x.sqlite"
            let database = try Database(
                path: file,
                configuration: .init {
                    $0.journalMode = .delete
                    $0.busyTimeout = .milliseconds(20)
                    $0.onOpen = { $0.add(traceDelegate: trace) }
                })
            try await database.write { try $0.execute("CREATE TABLE items(id)") }
            let other = try Connection(
                path: file, configuration: .init { $0.busyTimeout = .zero })
            trace.other.withLock { $0 = other }
            try await database.restore(from: path)
            trace.other.withLock { $0 = nil }
            #expect(trace.results.current.first == .busy)
            #expect(try await database.itemCount() == 300)
            #expect(try await database.writeWithoutTransaction { try $0.journalMode } == .delete)
            // The lock of the copy is released.
            try other.execute("DELETE FROM items WHERE id > 10")
            #expect(try await database.itemCount() == 10)
        }
    }

    private final class CommitVeto: ConnectionDelegate, Sendable {
        let isActive = Shared(false)

        func connectionWillCommit(_ connection: any ConnectionProtocol) throws {
            if isActive.current { throw Refused() }
        }
    }

    @Test("A restore that cannot set the journal mode back says what has changed")
    func journalModeNotRestored() async throws {
        try await withBackup { path, directory in
            let veto = CommitVeto()
            let database = try Database(
                path: directory + "/x.sqlite",
                configuration: .init {
                    $0.journalMode = .delete
                    $0.busyTimeout = .milliseconds(50)
                    $0.onOpen = { $0.add(delegate: veto) }
                })
            try await database.write { try $0.execute("CREATE TABLE items(id)") }
            veto.isActive.change { $0 = true }
            let error = try await failure { try await database.restore(from: path) }
            #expect(error.message.hasPrefix("the contents of the database were replaced, but"))
            #expect((error.underlyingError as? SQLiteError)?.underlyingError is Refused)
            // A reader that has read the file in WAL mode keeps it in that mode.
            #expect(try await database.itemCount() == 300)
            veto.isActive.change { $0 = false }
            #expect(try await database.write { try $0.value("SELECT count(*) FROM items") } == 300)
            #expect(try await database.writeWithoutTransaction { try $0.journalMode } == .delete)
            #expect(try await database.itemCount() == 300)
        }
    }
}
