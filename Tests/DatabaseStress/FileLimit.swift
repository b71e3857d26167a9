import DataLiteDatabase
import DataLiteTesting
import Foundation

/// Observes a database in a process that temporarily cannot open files.
enum FileLimit {
    static func run(_ path: String) throws {
        let database = try Database(
            path: path,
            configuration: .init {
                $0.waitLimit = .seconds(600)
                $0.timeLimit = .seconds(600)
            })
        try database.write { try $0.execute("CREATE TABLE items(name TEXT)") }
        let other = try Connection(path: path)
        try other.execute("INSERT INTO items VALUES ('a')")

        let limit = limitFiles()
        let results = AsyncResults()
        let observation = database.observe { db in
            try db.value("SELECT count(*) FROM items", as: Int.self) ?? -1
        } onError: { error in
            results.add((error as? SQLiteError).map { "\($0.resultCode.primary)" } ?? "\(error)")
        } onChange: { count in
            results.add("\(count)")
        }
        report(results.next())
        // No commit is made until there is a value.
        setFileLimit(limit)
        report(results.next())
        try other.execute("INSERT INTO items VALUES ('b')")
        report(results.next())
        observation.cancel()
        try database.close()
    }

    /// Waits for a value that never arrives, while no file can be opened.
    static func awaitNothing() async throws {
        // Opening the first database makes Dispatch open the files that every task needs.
        let database = try Database.inMemory()
        let limit = limitFiles()
        var values = Silence()
        do {
            report(try await values.next(within: .milliseconds(1)))
        } catch {
            report(error)
        }
        setFileLimit(limit)
        try await database.close()
    }

    /// Runs code while no file can be opened. The limit is then restored, because the leak check opens files.
    static func withoutFiles(_ body: () throws -> Void) rethrows {
        let limit = limitFiles()
        defer { setFileLimit(limit) }
        try body()
    }

    /// Prevents opening another file.
    ///
    /// - Returns: The previous limit.
    private static func limitFiles() -> rlimit {
        var limit = rlimit()
        getrlimit(openFiles, &limit)
        // The system uses the lowest free number.
        let free = dup(1)
        close(free)
        var lower = limit
        lower.rlim_cur = rlim_t(free)
        setFileLimit(lower)
        return limit
    }

    private static func setFileLimit(_ limit: rlimit) {
        var limit = limit
        if setrlimit(openFiles, &limit) != 0 { exit(71) }
    }
}

/// An iterator without values until it is cancelled.
private struct Silence: AsyncIteratorProtocol, Sendable {
    mutating func next() async throws -> Int? {
        let (values, continuation) = AsyncStream.makeStream(of: Int.self)
        for await value in values { return value }
        continuation.finish()
        return nil
    }
}

/// Passes the results of an observation to a waiting thread.
//
// SAFETY: `lines` is accessed only while `lock` is held.
private final class AsyncResults: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []
    private let count = DispatchSemaphore(value: 0)

    func add(_ line: String) {
        lock.withLock { lines.append(line) }
        count.signal()
    }

    func next() -> String {
        count.wait()
        return lock.withLock { lines.removeFirst() }
    }
}

/// The parameter of `setrlimit` for the limit of open files.
private var openFiles: Int32 {
    #if canImport(Glibc)
        Int32(bitPattern: RLIMIT_NOFILE.rawValue)
    #else
        RLIMIT_NOFILE
    #endif
}
