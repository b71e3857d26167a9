import DataLiteDatabase
import Testing

@Suite("A writer connection that cannot write")
struct UnwritableWriterTests {
    @Test(
        "It is replaced before the next write",
        arguments: [true, false], [true, false])
    func replacedWriter(isAsync: Bool, hasTransaction: Bool) async throws {
        let opened = Shared(0)
        let database = try TestStorage.file.openWithItems {
            $0.onOpen = { connection in
                guard !connection.isReadonly else { return }
                // As if SQLite had opened the WAL for reading only, which it does if it cannot open it for writing.
                let isSecond = opened.change { count in
                    count += 1
                    return count == 2
                }
                if isSecond { try connection.execute("PRAGMA query_only = ON") }
            }
        }
        @Sendable func change(_ db: any ConnectionProtocol) throws {
            try db.execute("INSERT INTO items(name) VALUES ('x')")
        }
        // The pool replaces the writer.
        try await database.writeWithoutTransaction { try $0.execute("PRAGMA cache_size = 10") }
        if hasTransaction {
            if isAsync {
                try await database.write { try change($0) }
            } else {
                try Self.write(database, change)
            }
            #expect(try await database.itemCount() == 1)
        } else {
            let error = try await failure {
                try await database.writeWithoutTransaction { try change($0) }
            }
            #expect(error.resultCode == .readonly)
            try await database.writeWithoutTransaction { try change($0) }
        }
        #expect(opened.current == 3)
        try await database.write { try change($0) }
        #expect(opened.current == 3)
    }

    private static func write(
        _ database: Database, _ body: (any ConnectionProtocol) throws -> Void
    ) throws {
        try database.write { try body($0) }
    }
}
