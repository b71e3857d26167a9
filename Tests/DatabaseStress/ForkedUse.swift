import DataLiteDatabase
import Foundation

/// Uses a connection in a child process that `fork` has created, and reports what each use throws.
enum ForkedUse {
    private typealias Fork = @convention(c) () -> pid_t

    static func run(_ path: String) throws {
        let connection = try Connection(path: path)
        try connection.execute("CREATE TABLE t(x)")
        let statement = try connection.prepare(sql: "INSERT INTO t VALUES (1)")
        // Swift does not import fork().
        guard let symbol = dlsym(nil, "fork") else { return report("no fork") }
        let child = unsafeBitCast(symbol, to: Fork.self)()
        guard child != 0 else {
            alarm(60)
            use(connection, statement)
            _exit(0)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        report("child: \(status)")
        try statement.step()
        report("rows: \(try connection.requiredValue("SELECT count(*) FROM t", as: Int.self))")
    }

    private static func use(_ connection: Connection, _ statement: Statement) {
        let uses: [() throws -> Void] = [
            { try connection.execute("INSERT INTO t VALUES (2)") },
            { try statement.step() },
            { try connection.beginTransaction(.immediate) },
            { try connection.withBlob(in: "t", column: "x", row: 1) { _ in } },
            { try connection.close() },
        ]
        for use in uses {
            do {
                try use()
                report("no error")
            } catch {
                let error = error as? SQLiteError
                report("\(error.map { "\($0.resultCode): \($0.message)" } ?? "another error")")
            }
        }
    }
}
