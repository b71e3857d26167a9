import DataLiteC
import Testing

@testable import DataLiteCore

/// The changes reported by the preupdate hook while SQLite applies a changeset.
@Suite(.enabled(if: PreupdateFunctions.shared != nil && SessionFunctions() != nil))
struct ChangesetCollectionTests {
    @Test func `the changes of an applied changeset are collected`() throws {
        let functions = try #require(SessionFunctions())
        let (source, target) = (try database(), try database())
        let changeset = try functions.changeset(of: source) {
            try source.execute(
                script: """
                    UPDATE t SET b = 5 WHERE id = 1; DELETE FROM t WHERE id = 2;
                    INSERT INTO u VALUES (7, 7);
                    """)
        }
        let collector = try #require(try ChangeCollector(on: target))
        collector.observed.tablesOfRows = [TableName("t"), TableName("u")]
        try functions.apply(changeset, to: target)
        let tables = collector.take().tables
        #expect(tables[TableName("t")]?.columns == [2])
        #expect(
            Set(tables[TableName("t")]?.actions ?? []) == [.updated(rowID: 1), .deleted(rowID: 2)])
        #expect(tables[TableName("u")]?.actions == [.inserted(rowID: 7)])
    }

    private func database() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                CREATE TABLE t(id INTEGER PRIMARY KEY, a, b); CREATE TABLE u(id INTEGER PRIMARY KEY, x);
                INSERT INTO t VALUES (1, 1, 1), (2, 2, 2);
                """)
        return connection
    }
}

/// The functions of the session extension, if SQLite was built with it.
private struct SessionFunctions {
    private typealias Create =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Int32
    private typealias Attach = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> Int32
    private typealias Changeset =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<Int32>?,
            UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        ) -> Int32
    private typealias Delete = @convention(c) (OpaquePointer?) -> Void
    private typealias Filter =
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Int32
    private typealias Conflict =
        @convention(c) (UnsafeMutableRawPointer?, Int32, OpaquePointer?) -> Int32
    private typealias Apply =
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutableRawPointer?, Filter?, Conflict?,
            UnsafeMutableRawPointer?
        ) -> Int32

    private let create: Create
    private let attach: Attach
    private let changeset: Changeset
    private let delete: Delete
    private let apply: Apply

    init?() {
        guard let create = datalite_symbol("sqlite3session_create"),
            let attach = datalite_symbol("sqlite3session_attach"),
            let changeset = datalite_symbol("sqlite3session_changeset"),
            let delete = datalite_symbol("sqlite3session_delete"),
            let apply = datalite_symbol("sqlite3changeset_apply")
        else { return nil }
        // SAFETY: sqlite3.h declares the five functions that are looked up with these types.
        self.create = unsafeBitCast(create, to: Create.self)
        self.attach = unsafeBitCast(attach, to: Attach.self)
        self.changeset = unsafeBitCast(changeset, to: Changeset.self)
        self.delete = unsafeBitCast(delete, to: Delete.self)
        self.apply = unsafeBitCast(apply, to: Apply.self)
    }

    /// Returns the changeset of the changes that a closure makes.
    func changeset(of connection: Connection, _ body: () throws -> Void) throws -> [UInt8] {
        try connection.withUnsafeHandle { handle in
            var session: OpaquePointer?
            #expect(create(handle, "main", &session) == SQLITE_OK)
            defer { delete(session) }
            #expect(attach(session, nil) == SQLITE_OK)
            try body()
            var count: Int32 = 0
            var bytes: UnsafeMutableRawPointer?
            #expect(changeset(session, &count, &bytes) == SQLITE_OK)
            defer { sqlite3_free(bytes) }
            return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        }
    }

    func apply(_ changeset: [UInt8], to connection: Connection) throws {
        try connection.withUnsafeHandle { handle in
            let code = changeset.withUnsafeBytes { bytes in
                apply(
                    handle, Int32(bytes.count),
                    UnsafeMutableRawPointer(mutating: bytes.baseAddress), nil,
                    // SQLITE_CHANGESET_ABORT
                    { _, _, _ in 2 }, nil)
            }
            #expect(code == SQLITE_OK)
        }
    }
}
