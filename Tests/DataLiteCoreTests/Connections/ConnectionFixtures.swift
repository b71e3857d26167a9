import DataLiteC
import DataLiteCore
import Foundation

extension Connection {
    /// An in-memory connection with one table, `t(id INTEGER PRIMARY KEY, x)`, of the rows 1 to `count`,
    /// where `x` is ten times the id.
    static func sample(count: Int = 3, configuration: Configuration = .init()) throws -> Connection
    {
        let connection = try Connection(location: .inMemory, configuration: configuration)
        try connection.makeSample(count: count)
        return connection
    }

    func makeSample(count: Int = 3) throws {
        try execute(sql: "CREATE TABLE t(id INTEGER PRIMARY KEY, x)")
        // A single statement, because each commit to a file waits for the disk.
        try execute(
            """
            WITH RECURSIVE ids(id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM ids WHERE id < \(count))
            INSERT INTO t SELECT id, id * 10 FROM ids WHERE id <= \(count)
            """)
    }

    /// The ids in `t`, in order.
    func ids() throws -> [Int] {
        try rows("SELECT id FROM t ORDER BY id").map { try $0["id", as: Int.self] }
    }

    /// The number of prepared statements that SQLite holds for the connection.
    func statementCount() throws -> Int {
        try withUnsafeHandle { pointer in
            var count = 0
            var statement = sqlite3_next_stmt(pointer, nil)
            while let current = statement {
                count += 1
                statement = sqlite3_next_stmt(pointer, current)
            }
            return count
        }
    }

    /// The number of runs of the prepared statement with the given SQL; `nil` if there is no such statement.
    func runs(of sql: String) throws -> Int32? {
        try withUnsafeHandle { pointer in
            var statement = sqlite3_next_stmt(pointer, nil)
            while let current = statement {
                if String(cString: sqlite3_sql(current)) == sql {
                    return sqlite3_stmt_status(current, SQLITE_STMTSTATUS_RUN, 0)
                }
                statement = sqlite3_next_stmt(pointer, current)
            }
            return nil
        }
    }
}

/// The ids in `t` of a database file, as read by a new connection.
func idsOnDisk(_ path: String) throws -> [Int] {
    try Connection(path: path, options: [.readwrite]).ids()
}

#if os(Linux)
    /// The files in a directory that are open in this process.
    func openFiles(below directory: String) throws -> [String] {
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return descriptors.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }.filter { $0.hasPrefix(directory) }
    }
#else
    /// On platforms without a list of descriptors, the result is empty.
    func openFiles(below directory: String) throws -> [String] { [] }
#endif
