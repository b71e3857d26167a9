import Foundation
import Testing

@testable import DataLiteCluster

extension ClusterSuite {
    @Suite("A read")
    struct Reads {
        let local: LocalCluster
        let database: ClusterDatabase
        let other: ClusterDatabase

        init() throws {
            local = try LocalCluster(3)
            database = try local.database()
            other = try local.database()
            try database.write { db in
                try db.execute("CREATE TABLE t(a)")
                try db.execute("INSERT INTO t VALUES (1)")
            }
        }

        private func count(_ db: any ConnectionProtocol) throws -> Int {
            try db.requiredValue("SELECT count(*) FROM t", as: Int.self)
        }

        private func insert() throws {
            try other.write { db in try db.execute("INSERT INTO t VALUES (2)") }
        }

        @Test("A read of one statement sees the writes of others", arguments: [false, true])
        func single(confirmsFirst: Bool) throws {
            if confirmsFirst { database.cluster.confirmFirst() }
            for expected in 1...20 {
                #expect(try database.read(count) == expected)
                try insert()
            }
        }

        @Test("A read of several statements sees one state, even if it had one statement before")
        func several() throws {
            for _ in 1...3 { #expect(try database.read(count) == 1) }
            var runs = 0
            let (first, second) = try database.read { db in
                runs += 1
                let first = try count(db)
                try insert()
                return (first, try count(db))
            }
            // The closure is repeated in a transaction.
            #expect(runs == 2)
            #expect(first == second)
            // From now on, it begins with a transaction.
            runs = 0
            let pair = try database.read { db in
                runs += 1
                let first = try count(db)
                try insert()
                return (first, try count(db))
            }
            #expect(runs == 1)
            #expect(pair == (3, 3))
            #expect(try database.read(count) == 4)
        }

        @Test("is repeated in a transaction, although the closure ignores the error of a statement")
        func ignoredError() throws {
            for _ in 1...3 { _ = try database.read(count) }
            let counts = try database.read { db in
                [try count(db), try? count(db), try? db.savepoint { try count(db) }]
            }
            #expect(counts == [1, 1, 1])
        }

        @Test("reports a table that another client has created since the connection exists")
        func newTable() throws {
            _ = try database.read(count)
            try other.write { db in try db.execute("CREATE TABLE later(a)") }
            #expect(
                try database.read { db in try db.value("SELECT count(*) FROM later") } == 0)
            let error = #expect(throws: SQLiteError.self) {
                try database.read { db in try db.rows("SELECT * FROM missing") }
            }
            #expect(error?.message.contains("missing") == true)
            #expect(try database.read(count) == 1)
        }

        @Test("asks the new members for the leader when members were added")
        func newMembers() throws {
            let alone = try LocalCluster(1)
            let database = try alone.database()
            try database.write { db in try db.execute("CREATE TABLE t(a)") }
            _ = try database.read(count)
            let before = try database.cluster.status().counts.confirmations
            let address = "127.0.0.1:\(try FreePorts.take(1)[0])"
            let node = try ClusterNode(
                id: 2, address: address, directory: alone.directory.path + "/new",
                configuration: .init {
                    $0.join = alone.addresses
                    $0.networkLatency = .milliseconds(20)
                })
            try node.start()
            usleep(20_000)
            _ = try database.read(count)
            #expect(try database.cluster.status().counts.confirmations == before + 1)
            try alone.client().remove(2)
            node.stop()
        }
    }

    @Suite("Instruments of a cluster")
    struct Instruments {
        /// Keeps what it receives.
        final class Recorder: DatabaseInstrument {
            let events = Locked([String]())
            let statementLimit: Duration? = .zero

            private func note(_ event: String) { events.withLock { $0.append(event) } }

            func callWaits(_ call: DatabaseCall) { note("\(call.kind) waits") }
            func callBegan(_ call: DatabaseCall) { note("\(call.kind) began") }
            func callEnded(
                _ call: DatabaseCall, after duration: Duration?, error: (any Error)?
            ) {
                note(
                    "\(call.kind) ended\(duration == nil ? " unstarted" : "")\(error.map { ": \($0)" } ?? "")"
                )
            }
            func statementEnded(_ statement: LoggedStatement, of call: DatabaseCall?) {
                note("\(call.map { "\($0.kind)" } ?? "none") \(statement.role): \(statement.sql)")
            }

            func take() -> [String] {
                events.withLock { events in
                    defer { events = [] }
                    return events
                }
            }
        }

        private struct Stop: Error {}

        @Test("receive calls and their statements")
        func calls() throws {
            let local = try LocalCluster()
            let recorder = Recorder()
            let database = try ClusterDatabase(
                local.client { $0.instruments = [recorder] }, name: "test")
            // Otherwise, a slow machine repeats a read.
            database.cluster.confirmFirst()
            try database.writeWithoutTransaction { db in try db.execute("CREATE TABLE t(a)") }
            #expect(
                recorder.take() == [
                    "writeWithoutTransaction began",
                    "writeWithoutTransaction writer: CREATE TABLE t(a)",
                    "writeWithoutTransaction ended",
                ])
            try database.write { db in try db.execute("INSERT INTO t VALUES (\(7))") }
            #expect(
                recorder.take() == [
                    "write began", "write writer: BEGIN IMMEDIATE TRANSACTION",
                    "write writer: INSERT INTO t VALUES (?)",
                    "write writer: COMMIT TRANSACTION", "write ended",
                ])
            #expect(throws: Stop.self) {
                try database.read { db in
                    _ = try db.rows("SELECT a FROM t")
                    throw Stop()
                }
            }
            #expect(
                recorder.take() == [
                    "read began", "read reader: SELECT a FROM t", "read ended: Stop()",
                ])
            try database.close()
            #expect(throws: SQLiteError.self) { try database.read { _ in } }
            #expect(recorder.take().first?.hasPrefix("read ended unstarted: ") == true)
        }

        @Test("receive calls of tasks, and observations")
        func tasks() async throws {
            let local = try LocalCluster()
            let recorder = Recorder()
            let database = try ClusterDatabase(
                local.client { $0.instruments = [recorder] }, name: "test")
            // Otherwise, a slow machine repeats a read.
            database.cluster.confirmFirst()
            _ = try await database.read { db in try db.rows("SELECT 1") }
            #expect(
                recorder.take() == [
                    "read waits", "read began", "read reader: SELECT 1", "read ended",
                ])
            var values = database.values { db in
                try db.requiredValue("SELECT count(*) FROM sqlite_schema", as: Int.self)
            }.makeAsyncIterator()
            #expect(try await values.next() == 0)
            #expect(
                recorder.take() == [
                    "observation waits", "observation began",
                    "observation reader: SELECT count(*) FROM sqlite_schema", "observation ended",
                ])
        }
    }
}
