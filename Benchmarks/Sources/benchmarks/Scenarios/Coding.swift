import DataLiteC
import DataLiteCoder
import DataLiteCore
import GRDB

extension NarrowRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "target"
}

extension WideRecord: FetchableRecord {}

/// Reads rows into structs, and inserts structs, through `Codable`.
struct Coding {
    let connections: Connections
    let inserting: Inserting
    let narrow: Fetching
    let wide: FetchingWide

    static let group = ScenarioGroup(name: "codable") { workplace in
        let (rows, wideRows) = (workplace.count(1_000_000), workplace.count(100_000))
        let connections = try Connections(path: workplace.path("codable.db"))
        try connections.fill(Fixture.narrow(rows: rows) + Fixture.wide(rows: wideRows))
        let coding = Coding(
            connections: connections, inserting: try Inserting(rows: rows),
            narrow: Fetching(connections, rows: rows),
            wide: FetchingWide(connections: connections))
        return [
            Scenario(
                title: "fetch 4 columns through Decodable", operations: rows, c: coding.narrow.c,
                dataLite: coding.dataLite(coding.narrow.sql) { (row: NarrowRecord) in row.checksum
                },
                grdb: coding.grdb(coding.narrow.sql) { (row: NarrowRecord) in row.checksum }),
            Scenario(
                title: "fetch 14 mixed columns through Decodable", operations: wideRows,
                c: coding.wide.c,
                dataLite: coding.dataLite(coding.wide.sql) { (row: WideRecord) in row.checksum },
                grdb: coding.grdb(coding.wide.sql) { (row: WideRecord) in row.checksum }),
            Scenario(
                title: "insert 4 values: Encodable", operations: rows, c: coding.inserting.c,
                dataLite: coding.insert, grdb: coding.grdbInsert),
            Scenario(
                title: "insert 4 values: Encodable, one-line insert", operations: rows,
                c: coding.inserting.c, dataLite: coding.insertOne, grdb: coding.grdbInsert),
            Scenario(
                title: "look up by rowid in a read transaction, file: Decodable, one-line query",
                operations: rows,
                c: coding.cLookup, dataLite: coding.lookup, grdb: coding.grdbLookup),
        ]
    }

    private func dataLite<T: Decodable>(
        _ sql: String, _ checksum: @escaping (T) -> Double
    ) -> Contender {
        Contender {
            let cursor = try connections.dataLite.cursor(SQL(raw: sql), as: T.self)
            var sum = 0.0
            while let row = try cursor.next() { sum += checksum(row) }
            return sum
        }
    }

    private func grdb<T: Decodable & FetchableRecord>(
        _ sql: String, _ checksum: @escaping (T) -> Double
    ) -> Contender {
        Contender {
            try connections.grdb.inDatabase { database in
                var sum = 0.0
                let rows = try T.fetchCursor(database.cachedStatement(sql: sql))
                while let row = try rows.next() { sum += checksum(row) }
                return sum
            }
        }
    }

    private func record(_ k: Int) -> NarrowRecord {
        NarrowRecord(
            x: Double(k), y: Double(k) * 0.5, text: inserting.texts[k % inserting.texts.count],
            number: Int64(k))
    }

    private var insert: Contender {
        inserting.ofDataLite {
            try inserting.connections.dataLite.insert(
                contentsOf: (0..<inserting.rows).lazy.map(record), into: "target")
        }
    }

    private var insertOne: Contender {
        inserting.ofDataLite {
            for k in 0..<inserting.rows {
                try inserting.connections.dataLite.insert(record(k), into: "target")
            }
        }
    }

    private var grdbInsert: Contender {
        inserting.ofGRDB { database in
            for k in 0..<inserting.rows { try record(k).insert(database) }
        }
    }

    // MARK: A single row

    private static let lookupSQL = "SELECT x, y, text, number FROM narrow WHERE id = ?"

    /// Rowids in a scattered order.
    private func ids() -> some Sequence<Int> {
        (0..<inserting.rows).lazy.map { ($0 &* 7919) % inserting.rows + 1 }
    }

    private var cLookup: Contender {
        .reading(connections.c.execute) {
            let statement = connections.c.prepare(Self.lookupSQL)
            defer { sqlite3_finalize(statement) }
            var sum = 0.0
            for id in ids() {
                sqlite3_bind_int64(statement, 1, Int64(id))
                if sqlite3_step(statement) == SQLITE_ROW { sum += narrowRecord(statement).checksum }
                sqlite3_reset(statement)
            }
            return sum
        }
    }

    private var lookup: Contender {
        .reading(connections.dataLite.execute) {
            var sum = 0.0
            for id in ids() {
                let row: NarrowRecord = try connections.dataLite.requiredRow(
                    "SELECT x, y, text, number FROM narrow WHERE id = \(id)")
                sum += row.checksum
            }
            return sum
        }
    }

    private var grdbLookup: Contender {
        .reading(connections.grdbExecute) {
            try connections.grdb.inDatabase { database in
                let statement = try database.cachedStatement(sql: Self.lookupSQL)
                var sum = 0.0
                for id in ids() {
                    let row = try NarrowRecord.fetchOne(statement, arguments: [id])
                    sum += row?.checksum ?? 0
                }
                return sum
            }
        }
    }
}
