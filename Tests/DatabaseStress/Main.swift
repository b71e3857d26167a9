import DataLiteDatabase
import Foundation

// The stress test of `Database`, and the helper processes of its tests:
//
//     DatabaseStress [SECONDS]               runs the stress test, for 60 seconds by default
//     DatabaseStress write PATH              writes pairs of rows until it is killed
//     DatabaseStress transfer PATH ROUNDS    moves amounts between accounts
//     DatabaseStress lock PATH               takes the write lock until it is killed
//     DatabaseStress run PATH SQL            runs a script
//     DatabaseStress hold PATH SQL           runs a script and keeps the connection until it is killed
//     DatabaseStress names                   opens in-memory databases without file descriptors
//     DatabaseStress temporary               opens a temporary database without file descriptors
//     DatabaseStress migrate PATH GATE       migrates when the file GATE exists
//     DatabaseStress open PATH               writes without superuser rights
//     DatabaseStress read PATH ACCESS        counts rows without superuser rights: readOnly, immutable, connection
//     DatabaseStress files PATH              observes a database while no file can be opened
//     DatabaseStress next                    waits for a value while no file can be opened
//     DatabaseStress blob PATH BYTES         writes and reads a large value, and reports time and memory
//     DatabaseStress fork PATH               uses a connection in a process that fork has created
//     DatabaseStress fill PATH [BYTES]       writes until the disk, or a file of BYTES, is full

@main
enum DatabaseStress {
    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let number = arguments.last.flatMap { Int($0) }
        let command = arguments.isEmpty ? "" : arguments.removeFirst()
        switch (command, arguments.count) {
        case ("write", 1): try PairWriter.run(arguments[0])
        case ("transfer", 2): try await transfer(arguments[0], rounds: number ?? 0)
        case ("lock", 1): try lock(arguments[0])
        case ("run", 2): try Connection(path: arguments[0]).execute(script: arguments[1])
        case ("hold", 2): try hold(arguments[0], arguments[1])
        case ("names", 0): try openInMemory()
        case ("temporary", 0): openTemporary()
        case ("migrate", 2): try migrate(arguments[0], gate: arguments[1])
        case ("files", 1): try FileLimit.run(arguments[0])
        case ("next", 0): try await FileLimit.awaitNothing()
        case ("open", 1): openUnprivileged(arguments[0])
        case ("read", 2): readUnprivileged(arguments[0], arguments[1])
        case ("fork", 1): try ForkedUse.run(arguments[0])
        case ("blob", 2): try await BlobLoad.run(arguments[0], bytes: number ?? 0)
        case ("fill", 1...2):
            try FullDisk.run(arguments[0], fileLimit: arguments.count == 2 ? number : nil)
        default:
            guard command.isEmpty || number != nil else { exit(64) }
            try await StressRun(seconds: number ?? 60).run()
        }
    }

    private static func transfer(_ path: String, rounds: Int) async throws {
        let database = try Database(
            path: path, configuration: .init { $0.busyTimeout = .seconds(30) })
        report("ready")
        let outcome = await TransferLoad(database: database, rounds: rounds).run()
        try await database.close()
        report(outcome)
    }

    private static func lock(_ path: String) throws {
        let connection = try Connection(path: path)
        try connection.beginTransaction(.immediate)
        report("locked")
        while true { pause() }
    }

    private static func hold(_ path: String, _ script: String) throws {
        let connection = try Connection(path: path)
        try connection.execute(script: script)
        report("held")
        while true { pause() }
    }

    private static func openInMemory() throws {
        try FileLimit.withoutFiles {
            let (first, second) = (try Database.inMemory(), try Database.inMemory())
            try first.write { db in try db.execute("CREATE TABLE items(x)") }
            do {
                report(try second.read { db in try db.rows("SELECT * FROM items").count })
            } catch let error as SQLiteError {
                report(error.message)
            }
        }
    }

    private static func openTemporary() {
        FileLimit.withoutFiles {
            do throws(SQLiteError) {
                report("opened \(try Database.temporary().path ?? "")")
            } catch {
                report("\(error.resultCode.primary)")
            }
        }
    }

    /// Runs migrations. The first one takes so long that a second process must wait for it.
    private static func migrate(_ path: String, gate: String) throws {
        // Sanitizers on a busy machine make everything slow.
        let database = try Database(
            path: path, configuration: .init { $0.busyTimeout = .seconds(120) })
        var migrator = Migrator()
        migrator.add("slow") { db in
            try db.execute("CREATE TABLE runs(migration TEXT)")
            try db.execute(
                """
                INSERT INTO runs SELECT 'slow' FROM (
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000)
                    SELECT max(i) FROM n)
                """)
        }
        for number in 1...20 {
            migrator.add("\(number)", sql: "INSERT INTO runs VALUES ('\(number)')")
        }
        report("ready")
        while !FileManager.default.fileExists(atPath: gate) { usleep(200) }
        for name in try migrator.migrate(database) { report(name) }
        report("\(try migrator.pending(in: database).count) pending")
    }

    private static func giveUpRights() {
        if getuid() == 0 { guard setgid(65534) == 0, setuid(65534) == 0 else { exit(69) } }
    }

    /// Reports the number of items, or the error and whether it names the other access.
    private static func readUnprivileged(_ path: String, _ access: String) {
        giveUpRights()
        do {
            let query: SQL = "SELECT count(*) FROM items"
            if access == "connection" {
                let connection = try Connection(path: path, options: .readonly)
                report(try connection.value(query, as: Int.self) ?? -1)
            } else {
                let database = try Database(
                    path: path,
                    configuration: .init {
                        $0.access = access == "immutable" ? .immutable : .readOnly
                    })
                report(try database.read { try $0.value(query, as: Int.self) } ?? -1)
            }
        } catch let error as SQLiteError {
            report(
                "\(error.resultCode.primary) \(error.message.contains("set access to .immutable"))")
        } catch {
            report(error)
        }
        _exit(0)
    }

    /// Gives up superuser rights first, because the superuser may write to any file.
    private static func openUnprivileged(_ path: String) {
        giveUpRights()
        do {
            let database = try Database(path: path)
            try database.write { db in try db.execute("CREATE TABLE u(x)") }
            report("written")
        } catch {
            report((error as? SQLiteError).map { "\($0.resultCode.primary)" } ?? "\(error)")
        }
        // A leak check at the end of the process would need the superuser rights.
        _exit(0)
    }
}

/// Prints a whole line immediately, even into a pipe and while other threads print.
func report(_ line: Any) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
