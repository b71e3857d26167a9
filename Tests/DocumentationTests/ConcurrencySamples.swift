import DataLiteCore
import Dispatch
import Foundation
import Testing

@Suite("The samples of the guide to concurrency")
struct ConcurrencySamples {
    // sample: actor
    actor People {
        private let connection: Connection

        init(connection: sending Connection) { self.connection = connection }

        func add(_ name: String) throws -> Int64 {
            try connection.execute("INSERT INTO people(name) VALUES (\(name))")
            return connection.lastInsertRowID
        }
    }
    // end

    @Test("send a connection into an actor")
    func actors() async throws {
        // sample: sending
        let connection = try Connection(location: .inMemory)
        try connection.execute("CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT)")
        let people = People(connection: connection)  // now used only by the actor
        let id = try await people.add("Ada")  // 1
        // end
        #expect(id == 1)
    }

    @Test("read while another connection writes")
    func readersAndWriter() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/people.sqlite"
            // sample: wal
            let writer = try Connection(path: path, configuration: .init { $0.journalMode = .wal })
            try writer.execute("CREATE TABLE people(name TEXT)")

            let reader = try Connection(path: path, options: [.readonly, .nomutex])
            let before: Int? = try writer.transaction {
                try writer.execute("INSERT INTO people VALUES ('Ada')")
                return try reader.value("SELECT count(*) FROM people")  // 0: not yet committed
            }
            let after: Int? = try reader.value("SELECT count(*) FROM people")  // 1
            // end
            #expect(before == 0)
            #expect(after == 1)
        }
    }

    @Test("write from several threads, each with its own connection")
    func threads() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/log.sqlite"
            let setup = try Connection(path: path, configuration: .init { $0.journalMode = .wal })
            try setup.execute("CREATE TABLE log(thread INTEGER)")
            // sample: threads
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                do {
                    let connection = try Connection(path: path)  // waits up to 5 s for its turn
                    for _ in 1...50 {
                        try connection.execute("INSERT INTO log VALUES (\(thread))")
                    }
                } catch {
                    print(error)
                }
            }
            // end
            #expect(try setup.value("SELECT count(*) FROM log") == 100)
        }
    }

    @Test("wait for a lock with a closure")
    func busyHandler() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/people.sqlite"
            let owner = try Connection(path: path)
            try owner.beginTransaction(.immediate)
            let connection = try Connection(path: path)
            // sample: busyHandler
            try connection.setBusyHandler { attempt in
                guard attempt < 20 else { return false }  // SQLITE_BUSY
                usleep(useconds_t(attempt + 1) * 1000)
                return true
            }
            // end
            let error = #expect(throws: SQLiteError.self) {
                try connection.beginTransaction(.immediate)
            }
            #expect(error?.resultCode == .busy)
            try owner.commitTransaction()
            try connection.beginTransaction(.immediate)
        }
    }

    @Test("interrupt a query that takes too long")
    func interrupting() throws {
        // sample: interrupt
        let connection = try Connection(location: .inMemory)
        let handle = connection.interruptHandle  // Sendable
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + .milliseconds(20), repeating: .milliseconds(20))
        timer.setEventHandler { handle.interrupt() }
        timer.activate()
        defer { timer.cancel() }

        do {
            try connection.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
            )
        } catch {
            print(error.resultCode)  // SQLITE_INTERRUPT
        }
        // end
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
            )
        }
        #expect(error?.resultCode == .interrupt)
    }
}
