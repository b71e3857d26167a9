import CInterface
import DataLiteC
import DataLiteCore
import GRDB

/// Looks up one row at a time by its rowid, in a scattered order.
struct LookingUp {
    let connections: Connections
    let rows: Int
    let inTransaction: Bool
    private let sql = "SELECT text FROM narrow WHERE id = ?"

    static let group = ScenarioGroup(name: "lookup") { workplace in
        let rows = workplace.count(1_000_000)
        let onDisk = try Connections(path: workplace.path("lookup.db"))
        let inMemory = try Connections()
        for connections in [onDisk, inMemory] { try connections.fill(Fixture.narrow(rows: rows)) }
        let file = LookingUp(connections: onDisk, rows: rows, inTransaction: true)
        let memory = LookingUp(connections: inMemory, rows: rows, inTransaction: false)
        return file.scenarios("in a read transaction, file")
            + memory.scenarios("without a transaction, in memory")
    }

    private func scenarios(_ place: String) -> [Scenario] {
        [
            ("prepared statement", prepared), ("one-line query", oneLine),
            ("one-line query with interpolation", interpolated),
        ].map { way, dataLite in
            Scenario(
                title: "look up by rowid \(place): \(way)", operations: rows,
                c: c, dataLite: dataLite, grdb: grdb)
        }
    }

    private func id(_ k: Int) -> Int { (k &* 7919) % rows + 1 }

    private var c: Contender {
        let c = connections.c
        return contender(c.execute) {
            let statement = c.prepare(sql)
            defer { sqlite3_finalize(statement) }
            var sum = 0
            for k in 0..<rows {
                sqlite3_bind_int64(statement, 1, Int64(id(k)))
                if sqlite3_step(statement) == SQLITE_ROW {
                    sum += columnText(statement, 0).utf8.count
                }
                sqlite3_reset(statement)
            }
            return sum
        }
    }

    private var prepared: Contender {
        contender(connections.dataLite.execute) {
            let statement = try connections.dataLite.prepare(sql: sql)
            var sum = 0
            for k in 0..<rows {
                try statement.bind(id(k), at: 1)
                if try statement.step() {
                    let text: String? = statement.columnValue(at: 0)
                    sum += text?.utf8.count ?? 0
                }
                try statement.reset()
            }
            return sum
        }
    }

    private var oneLine: Contender {
        let query = SQL(raw: sql)
        return contender({ try connections.dataLite.execute(sql: $0) }) {
            var sum = 0
            for k in 0..<rows {
                let text: String? = try connections.dataLite.value(query, [id(k)])
                sum += text?.utf8.count ?? 0
            }
            return sum
        }
    }

    private var interpolated: Contender {
        contender(connections.dataLite.execute) {
            var sum = 0
            for k in 0..<rows {
                let text: String? = try connections.dataLite.value(
                    "SELECT text FROM narrow WHERE id = \(id(k))")
                sum += text?.utf8.count ?? 0
            }
            return sum
        }
    }

    private var grdb: Contender {
        let queue = connections.grdb
        return contender(connections.grdbExecute) {
            try queue.inDatabase { database in
                let statement = try database.cachedStatement(sql: sql)
                var sum = 0
                for k in 0..<rows {
                    let text = try String.fetchOne(statement, arguments: [id(k)])
                    sum += text?.utf8.count ?? 0
                }
                return sum
            }
        }
    }

    private func contender(
        _ execute: @escaping (String) throws -> Void, _ work: @escaping () throws -> Int
    ) -> Contender {
        inTransaction
            ? .reading(execute) { Double(try work()) } : Contender { Double(try work()) }
    }
}
