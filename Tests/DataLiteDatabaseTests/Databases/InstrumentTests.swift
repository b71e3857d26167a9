import DataLiteDatabase
import Testing

@Suite("An instrument of a database")
struct InstrumentTests {
    /// Notes the events as text.
    private final class Recorder: DatabaseInstrument {
        struct Event: Sendable {
            let text: String
            let call: DatabaseCall?
            var duration: Duration?
        }

        let statementLimit: Duration?
        let events = Shared<[Event]>([])

        init(statements limit: Duration? = nil) { statementLimit = limit }

        private func note(_ text: String, _ call: DatabaseCall?, _ duration: Duration? = nil) {
            events.change { $0.append(Event(text: text, call: call, duration: duration)) }
        }

        func callWaits(_ call: DatabaseCall) { note("\(call.kind) waits", call) }

        func callBegan(_ call: DatabaseCall) { note("\(call.kind) began", call) }

        func callEnded(_ call: DatabaseCall, after duration: Duration?, error: (any Error)?) {
            let code = error.map { " " + (($0 as? SQLiteError)?.resultCode.name ?? "\($0)") }
            note("\(call.kind) ended" + (code ?? ""), call, duration)
        }

        func statementEnded(_ statement: LoggedStatement, of call: DatabaseCall?) {
            #expect(statement.expandedSQL == nil)
            note(statement.sql, call, statement.duration)
        }

        func checkpointEnded(
            _ result: Result<CheckpointResult, SQLiteError>, after duration: Duration
        ) {
            note("checkpoint \((try? result.get().wasBlocked) == false)", nil, duration)
        }

        var texts: [String] { events.current.map(\.text) }
    }

    private func database(_ storage: TestStorage, _ recorder: Recorder) throws -> Database {
        let database = try storage.openWithItems { $0.instruments = [recorder] }
        recorder.events.change { $0 = [] }
        return database
    }

    private struct Failure: Error {}

    @Test("Each call begins and ends once", arguments: TestStorage.allCases)
    func calls(storage: TestStorage) async throws {
        let recorder = Recorder()
        let database = try database(storage, recorder)
        try await database.write { db in try db.addItem() }
        _ = try await database.itemCount()
        try await database.writeWithoutTransaction { db in try db.addItem() }
        let snapshot = try await database.snapshot()
        _ = try await snapshot.read { db in try db.rows("SELECT 1") }
        let kinds = [
            "write", "read", "writeWithoutTransaction", "readWithoutTransaction", "snapshot",
        ]
        #expect(recorder.texts == kinds.flatMap { ["\($0) began", "\($0) ended"] })
        let events = recorder.events.current
        #expect(Set(events.map(\.call?.id)).count == kinds.count)
        #expect(events.allSatisfy { $0.call?.waited == nil })
        #expect(events.count { ($0.duration ?? .zero) > .zero } == kinds.count)
    }

    @Test("A call that fails ends with its error, which no other event has")
    func errors() async throws {
        let recorder = Recorder()
        let database = try database(.file, recorder)
        await #expect(throws: Failure.self) { try await database.write { _ in throw Failure() } }
        await #expect(throws: SQLiteError.self) {
            try await database.read { db in try db.rows("SELECT x FROM missing") }
        }
        await #expect(throws: SQLiteError.self) {
            try await database.writeWithoutTransaction { db in try db.execute("BEGIN") }
        }
        try await database.close()
        let read: () throws -> Void = { try database.read { _ in } }
        #expect(throws: SQLiteError.self) { try read() }
        await #expect(throws: SQLiteError.self) { try await database.read { _ in } }
        #expect(
            recorder.texts == [
                "write began", "write ended Failure()", "read began", "read ended SQLITE_ERROR",
                "writeWithoutTransaction began", "writeWithoutTransaction ended SQLITE_MISUSE",
                "read ended SQLITE_MISUSE", "read ended SQLITE_MISUSE",
            ])
        #expect(recorder.events.current.suffix(2).allSatisfy { $0.duration == nil })
    }

    @Test("The statements of closing belong to no call, however soon they follow one")
    func closing() async throws {
        for _ in 0..<20 {
            let recorder = Recorder(statements: .zero)
            let database = try TestStorage.file.openWithItems {
                $0.instruments = [recorder]
                $0.connection.optimizesAtClose = true
            }
            let isWriting = Shared(false)
            let write: @Sendable () throws -> Void = {
                try database.write { db in
                    isWriting.change { $0 = true }
                    try db.addItem()
                }
            }
            let writer = Task.detached { try write() }
            await reached { isWriting.current }
            try await database.close()
            try await writer.value
            let statements = recorder.events.current.filter { $0.text == "PRAGMA optimize" }
            #expect(!statements.isEmpty)
            #expect(statements.allSatisfy { $0.call == nil })
        }
    }

    @Test("A call that waits reports how long")
    func waiting() async throws {
        let recorder = Recorder()
        let database = try database(.file, recorder)
        let isWriting = Shared(false)
        let end = Gate()
        let holder = Task {
            try await database.write { _ in
                isWriting.change { $0 = true }
                end.wait()
            }
        }
        await reached { isWriting.current }
        let waiting = Task { try await database.write { db in try db.addItem() } }
        await reached { recorder.texts.contains("write waits") }
        let cancelled = Task { try await database.write { db in try db.addItem() } }
        await reached { recorder.texts.count { $0 == "write waits" } == 2 }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let threads = ThreadGroup()
        threads.run { try? database.write { db in try db.addItem() } }
        await reached { recorder.texts.count { $0 == "write waits" } == 3 }
        end.open()
        try await holder.value
        try await waiting.value
        threads.wait()
        let events = recorder.events.current
        #expect(
            events.map(\.text).prefix(4) == [
                "write began", "write waits", "write waits", "write ended CancellationError()",
            ])
        #expect(events[1].call?.waited == .zero)
        #expect(events[3].call?.waited ?? .zero > .zero)
        #expect(events[3].duration == nil)
        let begun = events.filter { $0.text == "write began" }
        #expect(begun.count { $0.call?.waited ?? .zero > .zero } == 2)
        #expect(events.count { $0.text == "write ended" } == 3)
    }

    @Test("A call that exceeds the wait limit ends without having begun")
    func waitLimit() throws {
        let recorder = Recorder()
        let database = try TestStorage.file.openWithItems {
            $0.waitLimit = .milliseconds(5)
            $0.instruments = [recorder]
        }
        recorder.events.change { $0 = [] }
        let isWriting = Gate()
        let end = Gate()
        let threads = ThreadGroup()
        threads.run {
            try? database.write { _ in
                isWriting.open()
                end.wait()
            }
        }
        isWriting.wait()
        #expect(throws: SQLiteError.self) { try database.write { _ in } }
        end.open()
        threads.wait()
        #expect(
            recorder.texts == [
                "write began", "write waits", "write ended SQLITE_BUSY", "write ended",
            ])
    }

    @Test("Statements belong to their calls, and their values are not passed")
    func statements() async throws {
        let recorder = Recorder(statements: .zero)
        let database = try database(.file, recorder)
        try await database.write { db in try db.addItem("secret") }
        let texts = recorder.texts
        #expect(
            texts == [
                "write began", "BEGIN IMMEDIATE TRANSACTION", "INSERT INTO items(name) VALUES (?)",
                "COMMIT TRANSACTION", "write ended",
            ])
        #expect(Set(recorder.events.current.map(\.call?.id)).count == 1)
        #expect(recorder.events.current.first?.call != nil)
        let none = try self.database(.file, Recorder(statements: .seconds(600)))
        try await none.write { db in try db.addItem() }
    }

    @Test("A statement outside of a call has none")
    func opening() throws {
        let recorder = Recorder(statements: .zero)
        _ = try TestStorage.memory.open {
            $0.instruments = [recorder]
            $0.onOpen = { try $0.execute("CREATE TEMP TABLE t(x)") }
        }
        #expect(recorder.texts.contains("CREATE TEMP TABLE t(x)"))
        #expect(recorder.events.current.allSatisfy { $0.call == nil })
    }

    @Test("Without a limit, no statement is reported")
    func withoutStatements() throws {
        let recorder = Recorder()
        let database = try database(.memory, recorder)
        try database.write { db in try db.addItem() }
        #expect(recorder.texts == ["write began", "write ended"])
    }

    @Test("Checkpoints are reported, also automatic ones")
    func checkpoints() async throws {
        let recorder = Recorder()
        let database = try TestStorage.file.openWithItems {
            $0.checkpointPages = 1
            $0.instruments = [recorder]
        }
        #expect(recorder.texts.contains("checkpoint true"))
        recorder.events.change { $0 = [] }
        try await database.checkpoint(.truncate)
        #expect(
            recorder.texts == [
                "writeWithoutTransaction began", "checkpoint true", "writeWithoutTransaction ended",
            ])
    }

    @Test("The fetch of an observed value is a call of its own kind")
    func observation() async throws {
        let recorder = Recorder()
        let database = try database(.file, recorder)
        for try await count in database.values({ db in
            try db.value("SELECT count(*) FROM items", as: Int.self)
        }) {
            #expect(count == 0)
            break
        }
        #expect(recorder.texts == ["observation began", "observation ended"])
    }

    @Test("An instrument that uses its database gets an error and does not deadlock")
    func reentrant() throws {
        final class Reentrant: DatabaseInstrument {
            let database = Shared<Database?>(nil)
            let errors = Shared<[ResultCode]>([])

            func callBegan(_ call: DatabaseCall) {
                guard let database = database.change({ $0.take() }) else { return }
                do {
                    try database.read { _ in }
                } catch {
                    errors.change { $0.append((error as? SQLiteError)?.resultCode ?? .ok) }
                }
            }
        }
        let instrument = Reentrant()
        let database = try TestStorage.file.openWithItems { $0.instruments = [instrument] }
        instrument.database.change { $0 = database }
        try database.write { db in try db.addItem() }
        #expect(instrument.errors.current == [.misuse])
    }
}
