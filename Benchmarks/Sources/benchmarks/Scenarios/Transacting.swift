import DataLiteC
import DataLiteCore
import GRDB

/// Many small transactions with one insert each.
struct Transacting {
    let connections: Connections
    let transactions: Int
    private let sql = "INSERT INTO target VALUES (?)"

    static let group = ScenarioGroup(name: "transactions") { workplace in
        let count = workplace.count(100_000)
        let wal = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"
        let memory = Transacting(connections: try Connections(), transactions: count)
        let file = Transacting(
            connections: try Connections(path: workplace.path("wal.db"), setup: wal),
            transactions: count)
        for connections in [memory.connections, file.connections] {
            try connections.fill("CREATE TABLE target(k INTEGER)")
        }
        return [
            memory.scenario("transaction of one insert, in memory"),
            file.scenario("transaction of one insert, WAL with synchronous = NORMAL"),
            memory.scenario("nested savepoint with one insert, in memory", nested: true),
        ]
    }

    private func scenario(_ title: String, nested: Bool = false) -> Scenario {
        Scenario(
            title: title, operations: transactions,
            c: c(nested ? CScope.savepoints : CScope.transaction),
            dataLite: nested ? savepoints : transaction,
            grdb: nested ? grdbSavepoints : grdbTransaction)
    }

    /// The statements that C runs before and after an insert.
    private struct CScope {
        let before: [String]
        let after: [String]

        static let transaction = CScope(before: ["BEGIN IMMEDIATE"], after: ["COMMIT"])
        static let savepoints = CScope(
            before: ["SAVEPOINT a", "SAVEPOINT b"], after: ["RELEASE b", "RELEASE a"])
    }

    private func c(_ scope: CScope) -> Contender {
        let c = connections.c
        return contender(c.execute, sum: c.number) {
            let before = scope.before.map(c.prepare)
            let insert = c.prepare(sql)
            let after = scope.after.map(c.prepare)
            let all = before + [insert] + after
            defer { for statement in all { sqlite3_finalize(statement) } }
            for k in 0..<transactions {
                sqlite3_bind_int64(insert, 1, Int64(k))
                for statement in all {
                    c.require(sqlite3_step(statement), SQLITE_DONE)
                    sqlite3_reset(statement)
                }
            }
        }
    }

    private var transaction: Contender {
        let (connection, insert) = (connections.dataLite, SQL(raw: sql))
        return ofDataLite {
            for k in 0..<transactions {
                try connection.transaction { try connection.execute(insert, [k]) }
            }
        }
    }

    private var savepoints: Contender {
        let (connection, insert) = (connections.dataLite, SQL(raw: sql))
        return ofDataLite {
            for k in 0..<transactions {
                try connection.savepoint {
                    try connection.savepoint { try connection.execute(insert, [k]) }
                }
            }
        }
    }

    private var grdbTransaction: Contender {
        ofGRDB { database, statement in
            for k in 0..<transactions {
                try database.inTransaction(.immediate) {
                    try statement.execute(arguments: [k])
                    return .commit
                }
            }
        }
    }

    private var grdbSavepoints: Contender {
        ofGRDB { database, statement in
            for k in 0..<transactions {
                try database.inSavepoint {
                    try database.inSavepoint {
                        try statement.execute(arguments: [k])
                        return .commit
                    }
                    return .commit
                }
            }
        }
    }

    private func ofDataLite(_ work: @escaping () throws -> Void) -> Contender {
        let connection = connections.dataLite
        return contender(
            { try connection.execute(sql: $0) }, sum: { try connection.value(SQL(raw: $0)) ?? 0 },
            work)
    }

    private func ofGRDB(_ work: @escaping (Database, GRDB.Statement) throws -> Void) -> Contender {
        let queue = connections.grdb
        return contender(
            { sql in try queue.inDatabase { try $0.execute(sql: sql) } },
            sum: { sql in try queue.inDatabase { try Double.fetchOne($0, sql: sql) ?? 0 } },
            { try queue.inDatabase { try work($0, $0.cachedStatement(sql: sql)) } })
    }

    private func contender(
        _ execute: @escaping (String) throws -> Void,
        sum: @escaping (String) throws -> Double,
        _ work: @escaping () throws -> Void
    ) -> Contender {
        Contender(
            prepare: { try execute("DELETE FROM target; PRAGMA wal_checkpoint(TRUNCATE)") },
            run: {
                try work()
                return 0
            },
            finish: { try sum("SELECT total(k) FROM target") })
    }
}
