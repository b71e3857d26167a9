import CInterface
import DataLiteC
import DataLiteCore
import GRDB

/// Reads rows as row values, and two of their columns by name.
struct FetchingRows {
    let connections: Connections
    let sql = "SELECT x, y, text, number FROM narrow"

    static let group = ScenarioGroup(name: "rows") { workplace in
        let rows = workplace.count(1_000_000)
        let connections = try Connections(path: workplace.path("rows.db"))
        try connections.fill(Fixture.narrow(rows: rows))
        let fetching = FetchingRows(connections: connections)
        return [
            Scenario(
                title: "fetch rows as values, read 2 of 4 columns by name",
                operations: rows, c: fetching.c, dataLite: fetching.dataLite,
                grdb: fetching.grdb { $0.copy() }),
            Scenario(
                title: "step through rows, read 2 of 4 columns by name",
                operations: rows, c: fetching.cByIndex, dataLite: fetching.dataLiteCursor,
                grdb: fetching.grdb { $0 }),
        ]
    }

    /// In C, a row is kept as a struct.
    private var c: Contender {
        Contender {
            let statement = connections.c.prepare(sql)
            defer { sqlite3_finalize(statement) }
            var sum = 0.0
            while sqlite3_step(statement) == SQLITE_ROW {
                let record = NarrowRecord(
                    x: sqlite3_column_double(statement, 0),
                    y: sqlite3_column_double(statement, 1),
                    text: columnText(statement, 2),
                    number: sqlite3_column_int64(statement, 3))
                withExtendedLifetime(record) { sum += record.x + Double(record.number) }
            }
            return sum
        }
    }

    private var dataLite: Contender {
        Contender {
            let cursor = try connections.dataLite.cursor(SQL(raw: sql))
            var sum = 0.0
            while let row = try cursor.next() {
                let x: Double = row.lenientValue("x") ?? 0
                let number: Int64 = row.lenientValue("number") ?? 0
                sum += x + Double(number)
            }
            return sum
        }
    }

    /// C has no lookup by name, so the comparison is with reading by index.
    private var cByIndex: Contender {
        Contender {
            let statement = connections.c.prepare(sql)
            defer { sqlite3_finalize(statement) }
            var sum = 0.0
            while sqlite3_step(statement) == SQLITE_ROW {
                let number = sqlite3_column_int64(statement, 3)
                sum += sqlite3_column_double(statement, 0) + Double(number)
            }
            return sum
        }
    }

    private var dataLiteCursor: Contender {
        Contender {
            let cursor = try connections.dataLite.cursor(SQL(raw: sql))
            var sum = 0.0
            while try cursor.step() {
                let x: Double = cursor.columnValue(named: "x") ?? 0
                let number: Int64 = cursor.columnValue(named: "number") ?? 0
                sum += x + Double(number)
            }
            return sum
        }
    }

    private func grdb(_ own: @escaping (Row) -> Row) -> Contender {
        Contender {
            try connections.grdb.inDatabase { database in
                var sum = 0.0
                let rows = try Row.fetchCursor(database.cachedStatement(sql: sql))
                while let next = try rows.next() {
                    let row = own(next)
                    let x: Double = row["x"]
                    let number: Int64 = row["number"]
                    sum += x + Double(number)
                }
                return sum
            }
        }
    }
}
