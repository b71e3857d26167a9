import DataLite
import DataLiteTestSupport
import Testing

@Suite("The samples of the guide to maintenance")
struct MaintenanceSamples {
    private func library() throws -> Database {
        let database = try Database.temporary()
        try database.write { db in try db.execute("CREATE TABLE books(title TEXT)") }
        return database
    }

    @Test("back up and restore a database")
    func backup() throws {
        let database = try library()
        try withTemporaryDirectory { directory in
            let path = directory + "/backup.sqlite"
            // sample: restoreDatabase
            try database.backup(to: path) { progress in
                print(progress.completedPages, progress.totalPages)
            }
            try database.restore(from: path)
            // end
            #expect(try database.read { try $0.tableExists("books") })
        }
    }

    @Test("copy between connections, and measure tables")
    func connections() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute("CREATE TABLE books(title TEXT)")
        // sample: backupConnection
        let target = try Connection(location: .inMemory)
        try connection.backup(to: target, pagesPerStep: 1000) { progress in
            print(progress.completedPages)
        }
        // end
        #expect(try target.tableExists("books"))
        let options = try connection.rows("PRAGMA compile_options", as: String.self)
        guard options.contains("ENABLE_DBSTAT_VTAB") else { return }
        // sample: tableSizes
        let sizes = try connection.rows(
            "SELECT name, pgsize FROM dbstat('main', 1) ORDER BY pgsize DESC",
            as: (String, Int).self)
        // end
        #expect(sizes.map(\.0).contains("books"))
    }

    @Test("check, optimize and suspend a database")
    func maintenance() throws {
        let database = try library()
        // sample: checkDatabase
        let report = try database.read { db in try db.integrityCheck() }
        if !report.isOK {
            for problem in report.problems { print(problem.kind, problem.message) }
        }
        // end
        #expect(report.isOK)
        let connection = try Connection(location: .inMemory)
        // sample: checkWithProgress
        let checked = try connection.integrityCheck { progress in
            print(progress.table ?? "file", "\(progress.completed) of \(progress.total)")
            try Task.checkCancellation()
        }
        // end
        #expect(checked.isOK)
        // sample: optimizeDatabase
        try database.optimize()
        // end
        // sample: releaseMemory
        database.releaseMemory()
        // end
        // sample: suspendDatabase
        try database.suspend(within: .seconds(2))
        do {
            _ = try database.read { db in try db.rows("SELECT * FROM books") }
        } catch let error as SQLiteError {
            print(error.resultCode)  // SQLITE_ABORT
        }
        database.resume()
        // end
        #expect(try database.read { try $0.value("SELECT count(*) FROM books") } == 0)
    }
}
