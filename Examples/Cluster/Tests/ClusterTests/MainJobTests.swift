import DataLiteCluster
import DataLiteQuery
import Foundation
import Testing

/// A table of typed SQL, as `@Table` would expand it.
struct Order: Hashable, Sendable {
    let id: Int
    var item: String
    var price: Double?
    var paid: Bool
}

extension Order: Table {
    static let tableDefinition = TableDefinition("orders") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("item", String.self)
        columns.add("price", Double?.self)
        columns.add("paid", Bool.self)
    }

    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        item = try row.next()
        price = try row.next()
        paid = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(item)
        values.append(price)
        values.append(paid)
    }

    struct Columns: ColumnSet {
        typealias Model = Order
        typealias Output = Order
        let _source: ColumnSource
        init(_source: ColumnSource) { self._source = _source }
        var id: SQLExpression<Int> { _source.column("id") }
        var item: SQLExpression<String> { _source.column("item") }
        var price: SQLExpression<Double?> { _source.column("price") }
        var paid: SQLExpression<Bool> { _source.column("paid") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Order
        typealias Output = Order?
        let _source: ColumnSource
        init(_source: ColumnSource) { self._source = _source }
        var id: SQLExpression<Int?> { _source.column("id") }
        var item: SQLExpression<String?> { _source.column("item") }
        var price: SQLExpression<Double?> { _source.column("price") }
        var paid: SQLExpression<Bool?> { _source.column("paid") }
    }
}

let orderMigrations: Migrator = {
    var migrator = Migrator()
    migrator.add("create orders") { db in
        try db.execute(
            """
            CREATE TABLE orders(
                id INTEGER PRIMARY KEY, item TEXT NOT NULL, price REAL, paid INTEGER NOT NULL DEFAULT 0
            )
            """)
    }
    migrator.add("index items", sql: "CREATE INDEX orders_item ON orders(item)")
    return migrator
}()

extension ClusterSuite {
    @Suite("A single node and its client")
    struct MainJob {
        let local: LocalCluster
        let database: ClusterDatabase

        init() throws {
            local = try LocalCluster()
            database = try local.database()
        }

        @Test("migrate, write and read with typed SQL")
        func typedSQL() throws {
            #expect(try orderMigrations.migrate(database) == ["create orders", "index items"])
            #expect(try orderMigrations.migrate(database) == [])
            let orders = [
                Order(id: 1, item: "pen", price: 1.5, paid: true),
                Order(id: 2, item: "ink", price: nil, paid: false),
            ]
            try database.write { db in try Order.insert { orders }.execute(db) }
            let all = try database.read { db in try Order.all.order { $0.id }.fetchAll(db) }
            #expect(all == orders)
            let paid = try database.read { db in try Order.where { $0.paid }.fetchCount(db) }
            #expect(paid == 1)
            try database.write { db in
                try Order.where { $0.id == 2 }.update { $0.paid = true }.execute(db)
            }
            #expect(
                try database.read { db in try Order.where { $0.id == 2 }.fetchOne(db)?.paid }
                    == true)
            #expect(
                try database.read { db in try Order.select(\.item).order { $0.item }.fetchAll(db) }
                    == ["ink", "pen"])
        }

        @Test("write and read in tasks")
        func tasks() async throws {
            try await orderMigrations.migrate(database)
            try await withThrowingTaskGroup(of: Void.self) { [database] group in
                for id in 1...40 {
                    group.addTask {
                        try await database.write { db in
                            try Order.insert {
                                Order(id: id, item: "i\(id)", price: 1, paid: false)
                            }
                            .execute(db)
                        }
                        _ = try await database.read { db in try Order.all.fetchCount(db) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.read { db in try Order.all.fetchCount(db) } == 40)
        }

        @Test("return the same values as a file", arguments: [false, true])
        func values(isPrepared: Bool) throws {
            let script = """
                CREATE TABLE v(
                    id INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, b BLOB, n, flag BOOLEAN, day DATE,
                    stamp DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, at TIMESTAMP
                );
                """
            let rows: [[SQLiteValue]] = [
                [
                    .int(1), .int(.max), .real(0.1), .text("æ—¥\u{1F600}"),
                    .blob(Data([0, 1, 255])), .null, .int(1),
                    .text("2026-01-02"), .text("2026-01-02 03:04:05"), .int(1_700_000_000),
                ],
                [
                    .int(2), .int(.min), .real(.infinity), .text(""), .blob(Data()), .text("x"),
                    .null, .null,
                    .text("later"), .null,
                ],
                [
                    .int(3), .null, .null, .null, .null, .real(-1), .text("maybe"), .real(2.5),
                    .blob(Data([1])),
                    .text(""),
                ],
                [
                    .int(4), .int(0), .real(.nan), .text(String(repeating: "a", count: 100_000)),
                    .blob(Data(repeating: 7, count: 70_001)), .int(5), .int(7), .int(3), .text(""),
                    .real(1e300),
                ],
            ]
            func fill(_ db: any ConnectionProtocol) throws -> [[SQLiteRow]] {
                try db.execute(script: script)
                let insert = "INSERT INTO v VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                if isPrepared {
                    let statement = try db.prepare(sql: insert)
                    for row in rows {
                        for (index, value) in row.enumerated() {
                            try statement.bind(value, at: Int32(index + 1))
                        }
                        try statement.step()
                        try statement.reset()
                    }
                } else {
                    for row in rows {
                        try db.execute(
                            "INSERT INTO v VALUES (\(raw: row.map(\.sqliteLiteral).joined(separator: ", ")))"
                        )
                    }
                }
                return try [
                    db.rows("SELECT * FROM v ORDER BY id"),
                    db.rows("SELECT id, id, flag AS id, day || '' FROM v ORDER BY 1"),
                    db.rows("SELECT * FROM v WHERE 0"),
                    db.rows(
                        "SELECT typeof(flag), typeof(day), typeof(stamp), typeof(at), typeof(r) FROM v ORDER BY id"
                    ),
                    db.rows(
                        "INSERT INTO v(id, t) VALUES (10, 'r'), (11, 's') RETURNING id, t, flag"),
                    db.rows("UPDATE v SET t = 'u' WHERE id >= 10 RETURNING id, t"),
                    db.rows("DELETE FROM v WHERE id = 10 RETURNING *").map { row in row },
                    [["changes": .int(db.changes), "rowid": .int(db.lastInsertRowID)]],
                    db.rows("PRAGMA table_info(orders)"), db.rows("PRAGMA foreign_keys"),
                    db.rows(
                        "WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM c WHERE x < 3000) SELECT x, 'abcdefghij' || x FROM c"
                    ),
                    db.rows("EXPLAIN QUERY PLAN SELECT 1"),
                ].map { $0 }
            }
            func withoutTime(_ results: [[SQLiteRow]]) -> [[[SQLiteValue]]] {
                results.map {
                    $0.map { row in
                        row.map(\.value).filter {
                            if case .text(let text) = $0 {
                                !text.hasPrefix("20") || text.count < 19
                            } else {
                                true
                            }
                        }
                    }
                }
            }
            let file = try Connection(location: .inMemory)
            let expected = try fill(file)
            let found = try database.writeWithoutTransaction { db in try fill(db) }
            #expect(expected.count == found.count)
            for (index, (lhs, rhs)) in zip(withoutTime(expected), withoutTime(found)).enumerated() {
                #expect(lhs == rhs, "result \(index)")
            }
            for (lhs, rhs) in zip(expected, found) {
                #expect(lhs.first?.map(\.column) == rhs.first?.map(\.column))
            }
        }

        struct City: Codable, Equatable {
            var id: Int?
            var name: String
            var founded: Date
            var tags: [String]
        }

        @Test("read and write Codable rows")
        func codable() throws {
            let city = City(
                id: 7, name: "Lyon", founded: Date(timeIntervalSince1970: 0), tags: ["a", "b"])
            try database.write { db in
                try db.execute(
                    "CREATE TABLE cities(id INTEGER PRIMARY KEY, name TEXT, founded TEXT, tags TEXT)"
                )
                try db.insert(city, into: "cities")
            }
            let cities: [City] = try database.read { db in
                try db.rows("SELECT * FROM cities", as: City.self)
            }
            #expect(cities == [city])
        }

        @Test("roll back when the closure throws")
        func rollback() throws {
            struct Stop: Error {}
            try orderMigrations.migrate(database)
            #expect(throws: Stop.self) {
                try database.write { db in
                    try db.execute("INSERT INTO orders(item) VALUES ('a')")
                    throw Stop()
                }
            }
            #expect(try database.read { db in try Order.all.fetchCount(db) } == 0)
        }

        @Test("nest savepoints and roll one back")
        func savepoints() throws {
            struct Stop: Error {}
            try orderMigrations.migrate(database)
            try database.write { db in
                try db.execute("INSERT INTO orders(item) VALUES ('a')")
                try? db.savepoint {
                    try db.execute("INSERT INTO orders(item) VALUES ('b')")
                    throw Stop()
                }
                try db.transaction { try db.execute("INSERT INTO orders(item) VALUES ('c')") }
            }
            #expect(
                try database.read { db in try Order.select(\.item).fetchAll(db) } == ["a", "c"])
        }

        @Test("report a constraint with its code, and stay in the transaction")
        func constraint() throws {
            try orderMigrations.migrate(database)
            try database.write { db in
                try db.execute("INSERT INTO orders(id, item) VALUES (1, 'a')")
                let error = #expect(throws: SQLiteError.self) {
                    try db.execute("INSERT INTO orders(id, item) VALUES (1, 'b')")
                }
                #expect(error?.resultCode == .constraintPrimaryKey)
                #expect(error?.message.contains("UNIQUE constraint failed: orders.id") == true)
                #expect(!db.isAutocommit)
                try db.execute("INSERT INTO orders(id, item) VALUES (2, 'b')")
            }
            #expect(try database.read { db in try Order.all.fetchCount(db) } == 2)
        }

        @Test("notice that SQLite has rolled the transaction back")
        func rolledBack() throws {
            try orderMigrations.migrate(database)
            #expect(throws: SQLiteError.self) {
                try database.write { db in
                    try db.execute("INSERT INTO orders(id, item) VALUES (1, 'a')")
                    _ = try? db.execute("INSERT OR ROLLBACK INTO orders(id, item) VALUES (1, 'b')")
                    #expect(db.isAutocommit)
                    try db.execute("INSERT INTO orders(id, item) VALUES (2, 'b')")
                }
            }
            #expect(try database.read { db in try Order.all.fetchCount(db) } == 0)
        }

        @Test("refuse writes in a read, and nested calls")
        func misuse() throws {
            try orderMigrations.migrate(database)
            let write = #expect(throws: SQLiteError.self) {
                try database.read { db in try db.execute("INSERT INTO orders(item) VALUES ('a')") }
            }
            #expect(write?.resultCode == .readonly)
            let nested = #expect(throws: SQLiteError.self) {
                try database.read { _ in try database.read { _ in } }
            }
            #expect(nested?.resultCode == .misuse)
            var escaped: (any ConnectionProtocol)?
            try database.read { db in escaped = db }
            #expect(throws: SQLiteError.connectionUsedAfterClosureForTests) {
                try escaped?.rows("SELECT 1")
            }
        }

        @Test("interleave cursors and other statements")
        func cursors() throws {
            try database.write { db in
                try db.execute("CREATE TABLE n(x)")
                try db.execute(
                    "WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM c WHERE x < 5000) INSERT INTO n SELECT x FROM c"
                )
                let first = try db.cursor(
                    "SELECT x, 'some text to fill the message ' || x FROM n ORDER BY x")
                for expected in 1...10 {
                    let row = try #require(try first.next())
                    #expect(try row[0, as: Int.self] == expected)
                    let count = try db.requiredValue(
                        "SELECT count(*) FROM n WHERE x <= \(expected)", as: Int.self)
                    #expect(count == expected)
                }
                try first.close()
                #expect(try db.requiredValue("SELECT max(x) FROM n", as: Int.self) == 5000)
            }
            // Abandoned in the middle.
            try database.read { db in
                let cursor = try db.cursor("SELECT x, 'some text to fill the message ' || x FROM n")
                _ = try cursor.next()
            }
            #expect(
                try database.read { db in
                    try db.requiredValue("SELECT count(*) FROM n", as: Int.self)
                } == 5000)
        }

        @Test("bind more parameters than the protocol allows")
        func manyParameters() throws {
            let values = (1...400).map { SQLiteValue.int(Int64($0)) } + [.text("it's"), .null]
            let list = values.map { _ in "?" }.joined(separator: ", ")
            let row = try database.read { db in
                try db.requiredRow(SQL(raw: "SELECT \(list)"), SQLParameters(values))
            }
            #expect(row.map(\.value) == values)
        }

        @Test("refuse a result whose column names fill a message")
        func longNames() throws {
            let list = (1...600).map { "\($0)" }.joined(separator: ", ")
            let error = #expect(throws: SQLiteError.self) {
                try database.read { db in try db.rows(SQL(raw: "SELECT \(list)")) }
            }
            #expect(error?.resultCode == .tooBig)
            #expect(try database.read { db in try db.value("SELECT 1") } == 1)
        }

        @Test("call closures after a commit and after a rollback")
        func afterCommit() throws {
            struct Stop: Error {}
            try orderMigrations.migrate(database)
            var calls: [String] = []
            try database.write { db in
                try db.afterCommit { calls.append("committed") }
                try db.afterRollback { calls.append("never") }
                try db.execute("INSERT INTO orders(item) VALUES ('a')")
                #expect(calls.isEmpty)
            }
            try? database.write { db in
                try db.afterCommit { calls.append("never") }
                try db.afterRollback { calls.append("rolled back") }
                throw Stop()
            }
            #expect(calls == ["committed", "rolled back"])
        }
    }
}

extension SQLiteError {
    static var connectionUsedAfterClosureForTests: SQLiteError {
        SQLiteError(
            .misuse,
            message: "the connection was used after the closure that it belongs to had returned")
    }
}
