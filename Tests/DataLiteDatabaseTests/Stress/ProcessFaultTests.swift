import DataLiteDatabase
import DataLiteTesting
import Foundation
import Testing

@Suite("A database that another process uses, or that the system limits")
struct ProcessFaultTests {
    private func withFile(
        _ change: (inout Database.Configuration) -> Void = { _ in },
        _ body: (Database, String) throws -> Void
    ) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            let database = try Database(path: path, configuration: .init(change))
            try database.write { db in
                try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
            }
            try body(database, path)
        }
    }

    @Test("A database locked beyond the busy timeout can be read, and written later")
    func locked() throws {
        try withFile {
            $0.busyTimeout = .milliseconds(20)
        } _: { database, path in
            let other = try ChildProcess("DatabaseStress", ["lock", path])
            try #require(other.readLine() == "locked")
            let error = try failure { try database.write { try $0.addItem() } }
            #expect(error.resultCode == .busy)
            #expect(try database.itemCount() == 0)
            _ = other.kill()
            try database.write { try $0.addItem() }
            #expect(try database.itemCount() == 1)
        }
    }

    @Test("A call sees the schema changes of another process")
    func schema() throws {
        try withFile { database, path in
            let query: SQL = "SELECT * FROM items"
            let insert: SQL = "INSERT INTO items(name) VALUES ('Ada')"
            try database.write { try $0.execute(insert) }
            #expect(try database.read { try $0.row(query)?.count } == 2)
            func change(_ script: String) throws {
                let (status, _) = try ChildProcess("DatabaseStress", ["run", path, script]).wait()
                try #require(status == 0)
            }
            try change("ALTER TABLE items ADD COLUMN price REAL DEFAULT 2.5")
            #expect(try database.read { try $0.row(query)?.count } == 3)
            try database.write { try $0.execute(insert) }
            try change("DROP TABLE items")
            let reading = try failure { try database.read { try $0.row(query) } }
            let writing = try failure { try database.write { try $0.execute(insert) } }
            for error in [reading, writing] { #expect(error.message == "no such table: items") }
            try change("CREATE TABLE items(name TEXT)")
            try database.write { try $0.execute(insert) }
            #expect(try database.itemCount() == 1)
        }
    }

    enum Rights: CaseIterable {
        case all, readonlyFile, readonlyFolder

        var outcome: String {
            switch self {
            case .all: "written"
            case .readonlyFile, .readonlyFolder: "\(ResultCode.readonly)"
            }
        }
    }

    @Test("A database cannot be opened without write permission", arguments: Rights.allCases)
    func rights(_ rights: Rights) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            try Database(path: path).close()
            chmod(path, rights == .readonlyFile ? 0o444 : 0o666)
            chmod(directory, rights == .readonlyFolder ? 0o555 : 0o777)
            defer { chmod(directory, 0o777) }
            let (status, lines) = try ChildProcess("DatabaseStress", ["open", path]).wait()
            #expect(lines == [rights.outcome])
            #expect(status == 0)
        }
    }

    @Test("A database at the file size limit keeps its commits and recovers")
    func fileLimit() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            let (status, lines) = try ChildProcess("DatabaseStress", ["fill", path, "200000"])
                .wait()
            #expect(["\(ResultCode.full)", "\(ResultCode.ioerr)"].contains(lines.first))
            #expect(lines.dropFirst() == ["saved all", "ok", "copied"])
            #expect(status == 0)
        }
    }

    @Test("An observation without file descriptors reports an error and recovers")
    func openFileLimit() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            let (status, lines) = try Self.waitWithoutFiles { ["files", "\(path)-\($0)"] }
            #expect(lines == ["\(ResultCode.cantOpen)", "1", "2"])
            #expect(status == 0)
        }
    }

    @Test("A process without file descriptors can wait for a value with a limit")
    func timeLimitWithoutFiles() throws {
        let (status, lines) = try Self.waitWithoutFiles { _ in ["next"] }
        #expect(lines == ["\(NoValueError.timeLimit(.milliseconds(1)))"])
        #expect(status == 0)
    }

    /// The output of a process that temporarily cannot open files. On Linux, Dispatch's monitor opens a file for each
    /// thread, and ends the process with SIGILL if it cannot. In that case, the process is run again.
    private static func waitWithoutFiles(
        _ arguments: (_ attempt: Int) -> [String]
    ) throws -> (status: Int32, lines: [String]) {
        var attempt = 0
        while true {
            attempt += 1
            let result = try ChildProcess("DatabaseStress", arguments(attempt)).wait()
            if result.status != 128 + SIGILL || attempt == 5 { return result }
        }
    }

    /// Only the superuser can mount the small disk, in a mount namespace that ends with the process.
    private static let canMount = canMountSmallDisk()

    @Test(
        "A database on a full disk keeps its commits and recovers",
        .enabled(if: canMount, "mounting a small disk requires superuser rights"))
    func fullDisk() throws {
        let program = try #require(BuildProducts.path(of: "DatabaseStress"))
        try withTemporaryDirectory { directory in
            let outcome = try ShellCommand.run(
                #"unshare -m sh -c 'mount -t tmpfs -o size=512k none "$0" && exec "$1" fill "$0/x"' "$@""#,
                [directory, program])
            let lines = outcome.output.split(separator: "\n").map(String.init)
            #expect(lines == ["\(ResultCode.full)", "saved all", "ok", "copied"])
            #expect(outcome.status == 0)
        }
    }

    private static func canMountSmallDisk() -> Bool {
        guard getuid() == 0 else { return false }
        let outcome = try? withTemporaryDirectory { directory in
            try ShellCommand.run(
                #"unshare -m mount -t tmpfs -o size=64k none "$@""#, [directory])
        }
        return outcome?.status == 0
    }
}
