import CInterface
import DataLiteC
import DataLiteQuery
import GRDB

/// Typed queries, compared with C and GRDB's records.
struct TypedQueries {
    let connections: Connections
    let inserting: Inserting
    let fetching: Fetching
    let rows: Int
    /// Fewer than `rows`, because GRDB takes 100 microseconds or more to find a record by its key.
    let lookups: Int

    static let group = ScenarioGroup(name: "typed") { workplace in
        let rows = workplace.count(1_000_000)
        let connections = try Connections()
        try connections.fill(Fixture.narrow(rows: rows))
        let typed = TypedQueries(
            connections: connections, inserting: try Inserting(rows: workplace.count(50_000)),
            fetching: Fetching(connections, rows: rows), rows: rows,
            lookups: workplace.count(100_000))
        return typed.reading + [typed.rendering, typed.inserts]
    }

    private var reading: [Scenario] {
        func lookup(_ way: String, _ dataLite: Contender) -> Scenario {
            Scenario(
                title: "typed: find a row by its key in a transaction, \(way)", operations: lookups,
                c: cLookup, dataLite: dataLite, grdb: grdbLookup)
        }
        return [
            Scenario(
                title: "typed: fetch all rows of 4 columns", operations: rows, c: cArray,
                dataLite: arrayOfTable, grdb: grdbArray),
            Scenario(
                title: "typed: step through rows of 4 columns", operations: rows, c: fetching.c,
                dataLite: rowsOfTable, grdb: grdbRows),
            lookup("query built each time", builtLookup),
            lookup("prepared query", preparedLookup),
        ]
    }

    // MARK: Rows

    private var cArray: Contender {
        Contender {
            let statement = connections.c.prepare("SELECT x, y, text, number FROM narrow")
            defer { sqlite3_finalize(statement) }
            var rows: [NarrowRecord] = []
            while sqlite3_step(statement) == SQLITE_ROW { rows.append(narrowRecord(statement)) }
            return rows.reduce(0) { $0 + $1.checksum }
        }
    }

    private var arrayOfTable: Contender {
        Contender {
            try TypedRow<Narrow>.all.fetchAll(connections.dataLite).reduce(0) { $0 + $1.checksum }
        }
    }

    private var grdbArray: Contender {
        Contender {
            try connections.grdb.inDatabase { database in
                try GRDBRow.fetchAll(database, sql: "SELECT x, y, text, number FROM narrow")
                    .reduce(0) { $0 + $1.checksum }
            }
        }
    }

    private var rowsOfTable: Contender {
        Contender {
            let cursor = try TypedRow<Narrow>.all.fetchCursor(connections.dataLite)
            var sum = 0.0
            while let row = try cursor.next() { sum += row.checksum }
            return sum
        }
    }

    private var grdbRows: Contender {
        Contender {
            try connections.grdb.inDatabase { database in
                let rows = try GRDBRow.fetchCursor(
                    database, sql: "SELECT x, y, text, number FROM narrow")
                var sum = 0.0
                while let row = try rows.next() { sum += row.checksum }
                return sum
            }
        }
    }

    // MARK: A single row

    /// Rowids in a scattered order.
    private func ids() -> some Sequence<Int> {
        (0..<lookups).lazy.map { ($0 &* 7919) % rows + 1 }
    }

    private var cLookup: Contender {
        .reading(connections.c.execute) {
            let statement = connections.c.prepare(
                "SELECT id, x, y, text, number FROM narrow WHERE id = ?")
            defer { sqlite3_finalize(statement) }
            var sum = 0.0
            for id in ids() {
                sqlite3_bind_int64(statement, 1, Int64(id))
                if sqlite3_step(statement) == SQLITE_ROW {
                    let entry = (
                        id: sqlite3_column_int64(statement, 0),
                        x: sqlite3_column_double(statement, 1),
                        y: sqlite3_column_double(statement, 2), text: columnText(statement, 3),
                        number: sqlite3_column_int64(statement, 4)
                    )
                    sum += entry.x + Double(entry.text.utf8.count)
                }
                sqlite3_reset(statement)
            }
            return sum
        }
    }

    private var builtLookup: Contender {
        lookup { id in try TypedEntry.find(id).fetchOne(connections.dataLite) }
    }

    private var preparedLookup: Contender {
        let query = PreparedQuery { (id: DataLiteQuery.SQLExpression<Int>) in
            TypedEntry.where { $0.id == id }
        }
        return lookup { id in try query.fetchOne(connections.dataLite, id) }
    }

    private func lookup(_ entry: @escaping (Int) throws -> TypedEntry?) -> Contender {
        .reading(connections.dataLite.execute) {
            var sum = 0.0
            for id in ids() {
                if let entry = try entry(id) { sum += entry.x + Double(entry.text.utf8.count) }
            }
            return sum
        }
    }

    private var grdbLookup: Contender {
        .reading(connections.grdbExecute) {
            try connections.grdb.inDatabase { database in
                var sum = 0.0
                for id in ids() {
                    if let entry = try GRDBEntry.fetchOne(database, key: id) {
                        sum += entry.x + Double(entry.text.utf8.count)
                    }
                }
                return sum
            }
        }
    }

    // MARK: Rendering

    /// The text and the parameters of a query. C only concatenates the same text from pieces.
    private var rendering: Scenario {
        let pieces = [
            #"SELECT "narrow"."x", "narrow"."y", "narrow"."text", "narrow"."number""#,
            #" FROM "narrow""#, #" WHERE "narrow"."x" > ?"#, #" AND "narrow"."text" = ?"#,
            #" ORDER BY "narrow"."number""#, " LIMIT ?",
        ]
        func query(_ k: Int) -> Where<TypedRow<Narrow>> {
            TypedRow<Narrow>.where { $0.x > Double(k) && $0.text == "a text" }
                .order(by: \.number).limit(20)
        }
        let lookups = lookups
        return Scenario(
            title: "typed: build and render a query with two conditions, an order and a limit",
            operations: lookups,
            c: Contender(
                run: {
                    var length: Int32 = 0
                    for _ in 0..<lookups {
                        let text = sqlite3_str_new(nil)
                        for piece in pieces { sqlite3_str_appendall(text, piece) }
                        length = sqlite3_str_length(text)
                        sqlite3_free(sqlite3_str_finish(text))
                    }
                    return Double(length)
                }),
            dataLite: Contender(
                run: {
                    var parameters = 0
                    for k in 0..<lookups { parameters += try query(k).sql().parameters.count }
                    precondition(parameters == 3 * lookups)
                    return Double(try query(0).sql().text.utf8.count)
                }))
    }

    // MARK: Inserting

    private var inserts: Scenario {
        Scenario(
            title: "typed: insert \(inserting.rows) rows of 4 values", operations: inserting.rows,
            c: inserting.c,
            dataLite: inserting.ofDataLite {
                let rows = (0..<inserting.rows).map { k in
                    TypedRow<Target>(
                        x: Double(k), y: Double(k) * 0.5,
                        text: inserting.texts[k % inserting.texts.count], number: Int64(k))
                }
                try TypedRow<Target>.insert { rows }.execute(inserting.connections.dataLite)
            },
            grdb: inserting.ofGRDB { database in
                for k in 0..<inserting.rows {
                    try GRDBTarget(
                        x: Double(k), y: Double(k) * 0.5,
                        text: inserting.texts[k % inserting.texts.count], number: Int64(k)
                    ).insert(database)
                }
            })
    }
}
