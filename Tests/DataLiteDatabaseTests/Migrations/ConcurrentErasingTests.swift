import DataLiteDatabase
import Testing

#if DEBUG
    @Suite("Two programs that start over at once")
    struct ConcurrentErasingTests {
        private func migrator(_ column: String) -> Migrator {
            var migrator = Migrator()
            migrator.add("one") { try $0.execute("CREATE TABLE t(\(identifier: column))") }
            migrator.erasesDatabaseWhenChanged = true
            return migrator
        }

        /// Calls a closure once, after a connection has compared the schema, and before it erases the database.
        private final class Interloper: ConnectionTraceDelegate {
            var body: (() -> Void)?

            func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
                guard trace.unexpandedSQL == "PRAGMA foreign_keys" else { return }
                let body = body
                self.body = nil
                body?()
            }
        }

        @Test("The second one keeps what the first one has created")
        func changedCode() throws {
            try withTemporaryDirectory { directory in
                let path = directory + "/x.db"
                let (first, second) = (try Connection(path: path), try Connection(path: path))
                try migrator("a").migrate(first)
                var result: Result<[String], any Error>?
                let interloper = Interloper()
                interloper.body = {
                    result = Result {
                        let names = try migrator("b").migrate(first)
                        try first.execute("INSERT INTO t(b) VALUES (1)")
                        return names
                    }
                }
                second.add(traceDelegate: interloper)
                #expect(try migrator("b").migrate(second) == [])
                #expect(try result?.get() == ["one"])
                #expect(try second.value("SELECT count(*) FROM t") == 1)
            }
        }
    }
#endif
