import DataLite
import DataLiteTestSupport
import Testing

@Suite("The samples of the kinds of databases")
struct DatabaseKindsSamples {
    private func withLibrary(_ body: (String) throws -> Void) throws {
        try withTemporaryDirectory { directory in
            let database = try Database(path: directory + "/library.sqlite")
            try database.write { db in try db.execute("CREATE TABLE books(title TEXT)") }
            try database.close()
            try body(directory + "/library.sqlite")
        }
    }

    @Test("open a file that is only read")
    func readOnly() throws {
        try withLibrary { path in
            // sample: readOnlyDatabase
            let configuration = Database.Configuration { $0.access = .readOnly }
            let database = try Database(path: path, configuration: configuration)
            let count = try database.read { db in
                try db.value("SELECT count(*) FROM books", as: Int.self)
            }
            do {
                try database.write { db in try db.execute("DELETE FROM books") }
            } catch let error as SQLiteError {
                print(error.resultCode)  // SQLITE_READONLY
            }
            // end
            #expect(count == 0)
            let error = #expect(throws: SQLiteError.self) { try database.write { _ in } }
            #expect(error?.resultCode == .readonly)
        }
    }

    @Test("open and copy a file that never changes")
    func immutable() throws {
        try withLibrary { path in
            // sample: immutableDatabase
            let bundled = try Database(path: path, configuration: .init { $0.access = .immutable })
            // end
            // sample: copiesOfDatabase
            let preview = try bundled.inMemoryCopy()
            try preview.write { db in try db.execute("DELETE FROM books") }
            let file = try bundled.temporaryCopy()  // deleted when it is closed or released
            // end
            #expect(file.path != nil && preview.path == nil)
        }
    }

    @Test("use a rollback journal")
    func rollbackJournal() throws {
        try withLibrary { path in
            // sample: rollbackDatabase
            let configuration = Database.Configuration { $0.journalMode = .delete }
            let database = try Database(path: path, configuration: configuration)
            // end
            #expect(try database.writeWithoutTransaction { try $0.journalMode } == .delete)
        }
    }

    @Test("share an in-memory database by its name")
    func named() throws {
        // sample: namedDatabase
        let first = try Database.inMemory(named: "library")
        let second = try Database.inMemory(named: "library")
        try first.write { db in try db.execute("CREATE TABLE books(title TEXT)") }
        let count = try second.read { db in
            try db.value("SELECT count(*) FROM books", as: Int.self)
        }
        // end
        #expect(count == 0)
    }
}
