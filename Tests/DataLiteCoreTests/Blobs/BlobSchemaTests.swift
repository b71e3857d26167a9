@testable import DataLiteCore
import Foundation
import Testing

/// SQLite passes the name of a BLOB's table to the preupdate hook from the schema that was current when the BLOB was
/// opened, so that must not be released.
@Suite(
    "A BLOB that is open while the schema changes", .enabled(if: PreupdateFunctions.shared != nil))
struct BlobSchemaTests {
    private let connection: Connection
    private let observer = Observer()

    init() throws {
        connection = try .inMemory()
        try connection.execute("CREATE TABLE files(id INTEGER PRIMARY KEY, data)")
        try connection.execute("INSERT INTO files VALUES (1, zeroblob(100))")
        try connection.add(transactionObserver: observer)
    }

    private final class Observer: TransactionObserver {
        var changes: [CommittedChanges] = []
        func transactionDidCommit(_ changes: CommittedChanges, on _: any ConnectionProtocol) {
            self.changes.append(changes)
        }
    }

    @Test("A write after a rollback of a change of the schema fails")
    func rollback() throws {
        try connection.beginTransaction(.immediate)
        try connection.withBlob(in: "files", column: "data", row: 1, access: .readWrite) { blob in
            try connection.execute("CREATE TABLE made(x)")
            try blob.write(Data([1]), at: 0)
            try connection.rollbackTransaction()
            #expect(throws: SQLiteError.self) { try blob.write(Data([2]), at: 0) }
        }
        #expect(try connection.value("SELECT hex(substr(data, 1, 1)) FROM files") == "00")
    }

    @Test("A write after the rollback of a savepoint in which the schema was changed fails")
    func savepoint() throws {
        try connection.transaction {
            try connection.execute("SAVEPOINT s")
            try connection.withBlob(
                in: "files", column: "data", row: 1, access: .readWrite
            ) { blob in
                try connection.execute("CREATE TABLE made(x)")
                try connection.execute("ROLLBACK TO s")
                #expect(throws: SQLiteError.self) { try blob.write(Data([2]), at: 0) }
            }
        }
    }

    @Test(
        "A statement that reads the schema again is refused while a BLOB is open for writing",
        arguments: [
            "ALTER TABLE files RENAME TO documents", "ALTER TABLE files ADD COLUMN name",
            "CREATE INDEX names ON files(id)", "PRAGMA writable_schema = reset",
        ])
    func refused(sql: String) throws {
        try connection.withBlob(in: "files", column: "data", row: 1, access: .readWrite) { blob in
            let error = #expect(throws: SQLiteError.self) { try connection.execute(sql: sql) }
            #expect(error?.resultCode.primary == .locked)
            try blob.write(Data([7]), at: 0)
        }
        try connection.execute(sql: sql)
        #expect(observer.changes.first?.rows.map(\.table) == ["files"])
    }

    @Test("A statement that reads the schema again runs while a BLOB is open for reading")
    func reading() throws {
        try connection.withBlob(in: "files", column: "data", row: 1) { blob in
            try connection.execute("ALTER TABLE files ADD COLUMN name")
            #expect(throws: Never.self) { try blob.read() }
        }
    }
}
