import CInterface
import DataLiteC
import DataLiteCore
import GRDB

/// Opens connections, and prepares statements, one at a time.
enum Opening {
    static let group = ScenarioGroup(name: "open") { workplace in
        let path = workplace.path("open.db")
        let connections = try Connections(path: path)
        try connections.fill(Fixture.narrow(rows: 10))
        return [
            opening(path, count: workplace.count(1000)),
            preparing(on: connections, count: workplace.count(1000)),
        ]
    }

    /// All three contenders wait for locks and enforce foreign keys.
    private static func opening(_ path: String, count: Int) -> Scenario {
        Scenario(
            title: "open and close a connection to a file", operations: count,
            c: Contender {
                for _ in 0..<count {
                    let database = CDatabase(path: path)
                    sqlite3_extended_result_codes(database.pointer, 1)
                    sqlite3_busy_timeout(database.pointer, 5000)
                    database.execute("PRAGMA foreign_keys = ON")
                }
                return Double(count)
            },
            dataLite: Contender {
                for _ in 0..<count { try DataLiteCore.Connection(path: path).close() }
                return Double(count)
            },
            grdb: Contender {
                var configuration = GRDB.Configuration()
                configuration.busyMode = .timeout(5)
                for _ in 0..<count {
                    try DatabaseQueue(path: path, configuration: configuration).close()
                }
                return Double(count)
            })
    }

    private static func preparing(on connections: Connections, count: Int) -> Scenario {
        let texts = (0..<count).map { "SELECT x, y, text FROM narrow WHERE id = ? AND \($0) > x" }
        return Scenario(
            title: "prepare a statement", operations: count,
            c: Contender {
                for sql in texts { sqlite3_finalize(connections.c.prepare(sql)) }
                return Double(count)
            },
            dataLite: Contender {
                for sql in texts { _ = try connections.dataLite.prepare(sql: sql) }
                return Double(count)
            },
            grdb: Contender {
                try connections.grdb.inDatabase { database in
                    for sql in texts { _ = try database.makeStatement(sql: sql) }
                }
                return Double(count)
            })
    }
}
