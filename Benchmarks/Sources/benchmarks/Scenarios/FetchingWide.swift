import DataLiteC
import DataLiteCore
import Foundation
import GRDB

/// Reads rows of 14 columns, with NULLs, dates and BLOBs, into structs.
struct FetchingWide {
    let connections: Connections
    let sql = "SELECT * FROM wide"

    static let group = ScenarioGroup(name: "wide") { workplace in
        let rows = workplace.count(100_000)
        let connections = try Connections(path: workplace.path("wide.db"))
        try connections.fill(Fixture.wide(rows: rows))
        let fetching = FetchingWide(connections: connections)
        return [
            Scenario(
                title: "fetch 14 mixed columns into a struct", operations: rows,
                c: fetching.c, dataLite: fetching.dataLite, grdb: fetching.grdb)
        ]
    }

    var c: Contender {
        Contender {
            let statement = connections.c.prepare(sql)
            defer { sqlite3_finalize(statement) }
            var sum = 0.0
            while sqlite3_step(statement) == SQLITE_ROW {
                sum += CWideReader(statement: statement).record.checksum
            }
            return sum
        }
    }

    private var dataLite: Contender {
        Contender {
            let row = try connections.dataLite.cursor(SQL(raw: sql))
            var sum = 0.0
            while try row.step() {
                let record = WideRecord(
                    id: row.columnValue(at: 0) ?? 0, a: row.columnValue(at: 1) ?? 0,
                    b: row.columnValue(at: 2), c: row.columnValue(at: 3) ?? 0,
                    d: row.columnValue(at: 4), e: row.columnValue(at: 5) ?? "",
                    f: row.columnValue(at: 6), g: row.columnValue(at: 7) ?? "",
                    h: row.columnValue(at: 8) ?? Data(), i: row.columnValue(at: 9),
                    j: row.columnValue(at: 10) ?? .distantPast, k: row.columnValue(at: 11),
                    l: row.columnValue(at: 12) ?? false, m: row.columnValue(at: 13) ?? 0)
                sum += record.checksum
            }
            return sum
        }
    }

    private var grdb: Contender {
        Contender {
            try connections.grdb.inDatabase { database in
                var sum = 0.0
                let rows = try Row.fetchCursor(database.cachedStatement(sql: sql))
                while let row = try rows.next() {
                    let record = WideRecord(
                        id: row[0], a: row[1], b: row[2], c: row[3], d: row[4], e: row[5],
                        f: row[6], g: row[7], h: row[8], i: row[9], j: row[10], k: row[11],
                        l: row[12], m: row[13])
                    sum += record.checksum
                }
                return sum
            }
        }
    }
}
