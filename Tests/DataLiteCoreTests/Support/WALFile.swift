import DataLiteCore
import DataLiteTestSupport

/// Calls a closure with a connection to a new file in WAL mode that has an empty table `t(x)`, and with its path.
func withWALFile(_ body: (Connection, String) throws -> Void) throws {
    try withTemporaryDirectory { directory in
        let path = directory + "/x.db"
        let connection = try Connection(
            path: path, configuration: .init { $0.journalMode = .wal })
        try connection.execute("CREATE TABLE t(x)")
        try body(connection, path)
    }
}
