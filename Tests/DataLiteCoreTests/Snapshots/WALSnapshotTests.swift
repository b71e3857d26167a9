import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A snapshot of a WAL", .enabled(if: WALSnapshot.isSupported))
struct WALSnapshotTests {
    private func withDatabase(
        _ body: (_ path: String, _ writer: Connection, _ reader: Connection) throws -> Void
    ) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let writer = try Connection(path: path)
            try writer.execute(script: "PRAGMA journal_mode = WAL; CREATE TABLE t(x)")
            try body(path, writer, try Connection(path: path))
        }
    }

    private func snapshot(_ connection: Connection) throws -> WALSnapshot {
        try connection.transaction(.deferred) { try connection.walSnapshot() }
    }

    private func count(_ connection: Connection) throws -> Int? {
        try connection.value("SELECT count(*) FROM t", as: Int.self)
    }

    @Test("Several connections read the state of a snapshot while another one writes")
    func reading() throws {
        try withDatabase { path, writer, reader in
            try writer.execute("INSERT INTO t VALUES (1)")
            let old = try snapshot(reader)
            // A read transaction keeps the state in the WAL.
            try reader.execute(script: "BEGIN; SELECT * FROM t")
            try writer.execute("INSERT INTO t VALUES (2)")
            let new = try snapshot(writer)
            #expect(old.isOlder(than: new) && !new.isOlder(than: old))
            #expect(!old.isSameState(as: new) && old.isSameState(as: old))
            let third = try Connection(path: path)
            for connection in [writer, third] {
                #expect(try connection.read(at: old) { try count(connection) } == 1)
                #expect(try connection.read(at: new) { try count(connection) } == 2)
                #expect(try count(connection) == 2)
                #expect(connection.isAutocommit)
            }
        }
    }

    @Test("Writing in an old state is refused, and in the latest state allowed")
    func writing() throws {
        try withDatabase { _, writer, reader in
            let old = try snapshot(reader)
            try writer.execute("INSERT INTO t VALUES (1)")
            let error = try failure {
                try writer.read(at: old) { try writer.execute("INSERT INTO t VALUES (2)") }
            }
            #expect(error.resultCode == .busySnapshot)
            #expect(writer.isAutocommit)
            let latest = try snapshot(writer)
            _ = try writer.read(at: latest) { try writer.execute("INSERT INTO t VALUES (2)") }
            #expect(try count(reader) == 2)
        }
    }

    @Test("A state that a checkpoint has overwritten cannot be read")
    func overwritten() throws {
        try withDatabase { _, writer, reader in
            let old = try snapshot(reader)
            try writer.execute("INSERT INTO t VALUES (1)")
            try writer.checkpoint(.truncate)
            try writer.execute("INSERT INTO t VALUES (2)")
            let error = try failure { try reader.read(at: old) { try count(reader) } }
            #expect(error.resultCode == .errorSnapshot)
            #expect(
                error.message.hasPrefix("a checkpoint has overwritten the state of the snapshot"))
            #expect(reader.isAutocommit)
            #expect(try count(reader) == 2)
        }
    }

    @Test("Snapshots are refused outside a transaction, after a write, and without a WAL")
    func refusals() throws {
        try withDatabase { path, writer, reader in
            #expect(try failure { try reader.walSnapshot() }.resultCode == .misuse)
            let written = try failure {
                try writer.transaction {
                    try writer.execute("INSERT INTO t VALUES (1)")
                    _ = try writer.walSnapshot()
                }
            }
            #expect(written.resultCode == .error)
            #expect(written.message.contains("the transaction has written"))
            let snapshot = try snapshot(reader)
            let nested = try failure {
                try writer.transaction { try writer.read(at: snapshot) {} }
            }
            #expect(nested.resultCode == .misuse)
            let memory = try Connection(location: .inMemory)
            let missing = try failure {
                try memory.transaction(.deferred) { _ = try memory.walSnapshot(of: "main") }
            }
            #expect(missing.resultCode == .error)
            let foreign = try failure { try memory.read(at: snapshot) {} }
            #expect(foreign.resultCode == .error)
            #expect(memory.isAutocommit)
            for name in ["missing", "main\0x", ""] {
                let uses: [() throws -> Void] = [
                    { try writer.read(at: snapshot, of: name) {} },
                    { try writer.recoverWALSnapshots(of: name) },
                    { try writer.transaction(.deferred) { _ = try writer.walSnapshot(of: name) } },
                ]
                for use in uses {
                    let error = try failure { try use() }
                    #expect(error.resultCode == .error)
                    #expect(error.message.hasPrefix("unknown database"))
                }
            }
            try writer.close()
            #expect(
                try failure { try writer.read(at: snapshot) {} }.resultCode == .misuse)
            #expect(try failure { try writer.recoverWALSnapshots() }.resultCode == .misuse)
            withExtendedLifetime(path) {}
        }
    }

    @Test("A snapshot of another database is refused by name")
    func otherDatabase() throws {
        try withDatabase { _, writer, reader in
            let foreign = try snapshot(reader)
            try withDatabase { _, other, _ in
                try other.execute("INSERT INTO t VALUES (1)")
                let error = try failure { try other.read(at: foreign) {} }
                #expect(error.resultCode == .errorSnapshot)
                #expect(error.message.contains("another database"))
            }
            withExtendedLifetime(writer) {}
        }
    }

    @Test("A state is not read while a statement reads the latest one")
    func midStep() throws {
        try withDatabase { _, writer, reader in
            try writer.execute("INSERT INTO t VALUES (1)")
            let snapshot = try snapshot(reader)
            let statement = try reader.prepare(sql: "SELECT x FROM t")
            #expect(try statement.step())
            let error = try failure { try reader.read(at: snapshot) {} }
            #expect(error.resultCode == .busy)
            #expect(reader.isAutocommit)
            try statement.reset()
            let other = try reader.prepare(sql: "SELECT 1")
            #expect(try other.step())
            #expect(try reader.read(at: snapshot) { try count(reader) } == 1)
        }
    }

    @Test("The closure's error ends the transaction")
    func throwing() throws {
        struct Stop: Error {}
        try withDatabase { _, writer, reader in
            let snapshot = try snapshot(reader)
            #expect(throws: Stop.self) { try writer.read(at: snapshot) { throw Stop() } }
            #expect(writer.isAutocommit)
        }
    }

    @Test("Earlier states of a WAL that was left behind are read after their recovery")
    func recovering() throws {
        try withDatabase { path, writer, reader in
            try writer.execute("INSERT INTO t VALUES (1)")
            let old = try snapshot(reader)
            try writer.execute("INSERT INTO t VALUES (2)")
            // As after the end of a process that closed nothing.
            let copy = path + "-copy"
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
            let next = try Connection(path: copy)
            let refused = try failure { try next.read(at: old) { try count(next) } }
            #expect(refused.resultCode == .errorSnapshot)
            try next.recoverWALSnapshots()
            #expect(try next.read(at: old) { try count(next) } == 1)
            #expect(try count(next) == 2)
        }
    }

    @Test("States are not recovered inside a transaction")
    func recoveringInTransaction() throws {
        try withDatabase { _, writer, _ in
            let error = try failure {
                try writer.transaction(.deferred) {
                    _ = try count(writer)
                    try writer.recoverWALSnapshots()
                }
            }
            #expect(error.message.contains("a transaction is open"))
        }
    }
}

@Suite("A snapshot of a WAL, in a library without them", .disabled(if: WALSnapshot.isSupported))
struct MissingWALSnapshotTests {
    @Test("It is refused by the name of the compile option")
    func missing() throws {
        let connection = try Connection(location: .inMemory)
        let error = try failure {
            try connection.transaction(.deferred) { _ = try connection.walSnapshot() }
        }
        #expect(error.resultCode == .misuse)
        #expect(error.message.contains("SQLITE_ENABLE_SNAPSHOT"))
        #expect(
            try failure { try connection.recoverWALSnapshots() }.message == error.message)
    }
}
