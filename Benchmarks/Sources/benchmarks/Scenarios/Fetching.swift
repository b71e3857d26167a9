import CInterface
import DataLiteC
import DataLiteCore
import GRDB

/// Reads rows into structs.
struct Fetching {
    let connections: Connections
    let sql: String

    init(_ connections: Connections, rows: Int) {
        self.connections = connections
        self.sql = "SELECT x, y, text, number FROM narrow LIMIT \(rows)"
    }

    static let group = ScenarioGroup(name: "fetch") { workplace in
        let rows = workplace.count(1_000_000)
        let connections = try Connections(path: workplace.path("fetch.db"))
        try connections.fill(Fixture.narrow(rows: rows))
        let fetching = Fetching(connections, rows: rows)
        return [
            Scenario(
                title: "fetch 4 columns into a struct: typed columns of a statement",
                operations: rows, c: fetching.c, dataLite: fetching.statement, grdb: fetching.grdb),
            Scenario(
                title: "fetch 4 columns into a struct: one-line cursor",
                operations: rows, c: fetching.c, dataLite: fetching.cursor, grdb: fetching.grdb),
        ]
    }

    var c: Contender {
        Contender {
            let statement = connections.c.prepare(sql)
            defer { sqlite3_finalize(statement) }
            var sum = 0.0
            while sqlite3_step(statement) == SQLITE_ROW { sum += narrowRecord(statement).checksum }
            return sum
        }
    }

    var statement: Contender {
        Contender {
            let statement = try connections.dataLite.prepare(sql: sql)
            var sum = 0.0
            while try statement.step() {
                let record = NarrowRecord(
                    x: statement.columnValue(at: 0) ?? 0,
                    y: statement.columnValue(at: 1) ?? 0,
                    text: statement.columnValue(at: 2) ?? "",
                    number: statement.columnValue(at: 3) ?? 0)
                sum += record.checksum
            }
            return sum
        }
    }

    var cursor: Contender {
        Contender {
            let cursor = try connections.dataLite.cursor(SQL(raw: sql))
            var sum = 0.0
            while try cursor.step() {
                let record = NarrowRecord(
                    x: cursor.columnValue(at: 0) ?? 0,
                    y: cursor.columnValue(at: 1) ?? 0,
                    text: cursor.columnValue(at: 2) ?? "",
                    number: cursor.columnValue(at: 3) ?? 0)
                sum += record.checksum
            }
            return sum
        }
    }

    var grdb: Contender {
        Contender {
            try connections.grdb.inDatabase { database in
                var sum = 0.0
                let rows = try Row.fetchCursor(database.cachedStatement(sql: sql))
                while let row = try rows.next() {
                    let record = NarrowRecord(x: row[0], y: row[1], text: row[2], number: row[3])
                    sum += record.checksum
                }
                return sum
            }
        }
    }
}

/// The current row of a C statement.
func narrowRecord(_ statement: OpaquePointer) -> NarrowRecord {
    NarrowRecord(
        x: sqlite3_column_double(statement, 0),
        y: sqlite3_column_double(statement, 1),
        text: columnText(statement, 2),
        number: sqlite3_column_int64(statement, 3))
}
