import CInterface
import DataLiteC
import DataLiteCore
import GRDB

/// Inserts rows of four values into an in-memory table, in one transaction, which is rolled back.
struct Inserting {
    let connections: Connections
    let rows: Int
    let texts = (0..<1000).map { "text of row \(1_000_000_000_000 + $0)" }
    private let sql = "INSERT INTO target VALUES (?, ?, ?, ?)"

    init(rows: Int) throws {
        self.rows = rows
        connections = try Connections()
        try connections.fill("CREATE TABLE target(x REAL, y REAL, text TEXT, number INTEGER)")
    }

    static let group = ScenarioGroup(name: "insert") { workplace in
        let inserting = try Inserting(rows: workplace.count(1_000_000))
        func scenario(_ title: String, _ dataLite: Contender) -> Scenario {
            Scenario(
                title: title, operations: inserting.rows, c: inserting.c, dataLite: dataLite,
                grdb: inserting.grdb)
        }
        return [
            scenario("insert 4 values: prepared statement", inserting.prepared),
            scenario("insert 4 values: execute(_ rows:)", inserting.ofRows),
            scenario("insert 4 values: one-line insert with interpolation", inserting.oneLine),
        ]
    }

    var c: Contender {
        let c = connections.c
        return transaction(c.execute, sum: c.number) {
            let statement = c.prepare(sql)
            defer { sqlite3_finalize(statement) }
            for k in 0..<rows {
                sqlite3_bind_double(statement, 1, Double(k))
                sqlite3_bind_double(statement, 2, Double(k) * 0.5)
                bindText(statement, 3, texts[k % texts.count])
                sqlite3_bind_int64(statement, 4, Int64(k))
                c.require(sqlite3_step(statement), SQLITE_DONE)
                sqlite3_reset(statement)
            }
        }
    }

    var prepared: Contender {
        ofDataLite {
            let statement = try connections.dataLite.prepare(sql: sql)
            for k in 0..<rows {
                try statement.bind(Double(k), at: 1)
                try statement.bind(Double(k) * 0.5, at: 2)
                try statement.bind(texts[k % texts.count], at: 3)
                try statement.bind(k, at: 4)
                _ = try statement.step()
                try statement.reset()
            }
        }
    }

    private var oneLine: Contender {
        ofDataLite {
            for k in 0..<rows {
                try connections.dataLite.execute(
                    """
                    INSERT INTO target VALUES (
                    \(Double(k)), \(Double(k) * 0.5), \(texts[k % texts.count]), \(k))
                    """)
            }
        }
    }

    /// A query creates the rows before the clock starts.
    private var ofRows: Contender {
        final class Source { var rows: [SQLiteRow] = [] }
        let source = Source()
        var contender = ofDataLite {
            let statement = try connections.dataLite.prepare(
                sql: "INSERT INTO target VALUES (:x, :y, :text, :number)")
            try statement.execute(source.rows)
        }
        let begin = contender.prepare
        contender.prepare = {
            source.rows = try connections.dataLite.rows(
                """
                WITH RECURSIVE numbers(k) AS (
                    SELECT 0 UNION ALL SELECT k + 1 FROM numbers WHERE k + 1 < \(rows)
                ) SELECT k * 1.0 AS x, k * 0.5 AS y,
                    'text of row ' || (1000000000000 + k % 1000) AS text, k AS number FROM numbers
                """)
            try begin()
        }
        let end = contender.finish
        contender.finish = {
            source.rows = []
            return try end()
        }
        return contender
    }

    var grdb: Contender {
        ofGRDB { database in
            let statement = try database.cachedStatement(sql: sql)
            for k in 0..<rows {
                try statement.execute(
                    arguments: [Double(k), Double(k) * 0.5, texts[k % texts.count], k])
            }
        }
    }

    func ofGRDB(_ work: @escaping (Database) throws -> Void) -> Contender {
        let queue = connections.grdb
        return transaction(
            connections.grdbExecute,
            sum: { sql in try queue.inDatabase { try Double.fetchOne($0, sql: sql) ?? 0 } },
            { try queue.inDatabase(work) })
    }

    func ofDataLite(_ work: @escaping () throws -> Void) -> Contender {
        let connection = connections.dataLite
        return transaction(
            { try connection.execute(sql: $0) },
            sum: { try connection.value(SQL(raw: $0)) ?? 0 },
            work)
    }

    private func transaction(
        _ execute: @escaping (String) throws -> Void,
        sum: @escaping (String) throws -> Double,
        _ work: @escaping () throws -> Void
    ) -> Contender {
        Contender(
            prepare: { try execute("BEGIN") },
            run: {
                try work()
                return 0
            },
            finish: {
                let sum = try sum("SELECT total(x + y + number + length(text)) FROM target")
                try execute("ROLLBACK")
                return sum
            })
    }
}
