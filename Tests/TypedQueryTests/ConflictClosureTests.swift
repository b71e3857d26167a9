import DataLiteMacros
import Testing

@Table struct Granary: Equatable {
    let id: Int
    @Column(unique: true) var name: String
    var stock = 0
    var isOpen = true
}

@Table struct Delivery: Equatable {
    let id: Int
    var name: String
    var count: Int
}

/// Each closure of a conflict clause has one or both rows.
@Suite("The closures of a conflict clause")
struct ConflictClosureTests {
    private let db: Connection
    private let draft = Granary.Draft(name: "A", stock: 5)

    init() throws {
        db = try Connection(location: .inMemory)
        try Granary.createTable().execute(db)
        try Delivery.createTable().execute(db)
        try db.execute("CREATE UNIQUE INDEX open_name ON granaries(name) WHERE isOpen")
        try Granary.insert { Granary(id: 1, name: "A", stock: 2) }.execute(db)
        try Delivery.insert { Delivery(id: 1, name: "A", count: 5) }.execute(db)
    }

    /// The stock after an insert, which is then undone.
    private func stock(_ insert: Insert<Granary>) throws -> Int? {
        try db.execute("SAVEPOINT one")
        try insert.execute(db)
        let stock = try Granary.find(1).select(\.stock).fetchOne(db)
        try db.execute("ROLLBACK TO one")
        return stock
    }

    @Test("Inserted rows: the update and its condition have one or both rows")
    func rows() throws {
        let insert = Granary.insert {
            draft
        }.onConflictDoUpdate {
            $0.stock = $1.stock
        } where: {
            $0.isOpen
        }
        #expect(
            try insert.returning(\.id).sql().text == """
                INSERT INTO "granaries" ("name", "stock", "isOpen") VALUES (?, ?, ?) \
                ON CONFLICT DO UPDATE SET "stock" = "excluded"."stock" WHERE "granaries"."isOpen" \
                RETURNING "granaries"."id"
                """)
        #expect(try stock(insert) == 5)
        #expect(
            try stock(
                Granary.insert {
                    draft
                }.onConflictDoUpdate { row, _ in
                    row.stock += 1
                } where: {
                    $0.stock > $1.stock
                }) == 2)
        #expect(
            try stock(
                Granary.insert {
                    draft
                } onConflict: {
                    $0.name
                } doUpdate: { row, _ in
                    row.stock += 1
                } where: {
                    $0.stock < $1.stock
                }) == 3)
    }

    @Test("A partial index: the update and its condition have one or both rows")
    func partialIndex() throws {
        let insert = Granary.insert {
            draft
        }.onConflict {
            $0.name
        } where: {
            $0.isOpen
        } doUpdate: { row, _ in
            row.stock += 1
        } where: {
            $0.stock < $1.stock
        }
        #expect(
            try insert.returning(\.id).sql().text == """
                INSERT INTO "granaries" ("name", "stock", "isOpen") VALUES (?, ?, ?) \
                ON CONFLICT ("name") WHERE "isOpen" DO UPDATE SET "stock" = "granaries"."stock" + ? \
                WHERE "granaries"."stock" < "excluded"."stock" RETURNING "granaries"."id"
                """)
        #expect(try stock(insert) == 3)
        #expect(
            try stock(
                Granary.insert { draft }.onConflict({ $0.name }, where: { $0.isOpen }) {
                    $0.stock = $1.stock
                } where: {
                    $0.isOpen
                }) == 5)
    }

    @Test("Inserted values: all clauses have one or both rows")
    func values() throws {
        let insert = Granary.insert {
            ($0.name, $0.stock)
        } values: {
            ("A", 5)
        }.onConflict {
            $0.name
        } where: {
            $0.isOpen
        } doUpdate: {
            $0.stock = $1.stock
        } where: {
            $0.isOpen
        }
        #expect(
            try insert.returning(\.id).sql().text == """
                INSERT INTO "granaries" ("name", "stock") VALUES (?, ?) \
                ON CONFLICT ("name") WHERE "isOpen" DO UPDATE SET "stock" = "excluded"."stock" \
                WHERE "granaries"."isOpen" RETURNING "granaries"."id"
                """)
        #expect(try stock(insert) == 5)
        #expect(
            try stock(
                Granary.insert {
                    ($0.name, $0.stock)
                } values: {
                    ("A", 5)
                }.onConflict {
                    $0.name
                } doUpdate: {
                    $0.stock = $1.stock
                } where: {
                    $0.stock > $1.stock
                }) == 2)
        #expect(
            try stock(
                Granary.insert {
                    ($0.name, $0.stock)
                } values: {
                    ("A", 5)
                }.onConflictDoUpdate { row, _ in
                    row.stock += 1
                } where: {
                    $0.stock < $1.stock
                }) == 3)
    }

    @Test("Rows of a query: all clauses have one or both rows")
    func queries() throws {
        let insert = Granary.insert {
            ($0.name, $0.stock)
        } select: {
            Delivery.select { ($0.name, $0.count) }
        }.onConflict {
            $0.name
        } where: {
            $0.isOpen
        } doUpdate: {
            $0.stock += $1.stock
        } where: {
            $0.isOpen
        }
        #expect(try stock(insert) == 7)
        #expect(
            try stock(
                Granary.insert {
                    ($0.name, $0.stock)
                } select: {
                    Delivery.select { ($0.name, $0.count) }
                }.onConflictDoUpdate {
                    $0.stock = $1.stock
                } where: {
                    $0.isOpen
                }) == 5)
    }

    @Test("Without an update, rows with a conflict are skipped")
    func skipping() throws {
        let insert = Granary.insert {
            draft
        }.onConflictDoNothing {
            $0.name
        } where: {
            $0.isOpen
        }
        #expect(
            try insert.returning(\.id).sql().text == """
                INSERT INTO "granaries" ("name", "stock", "isOpen") VALUES (?, ?, ?) \
                ON CONFLICT ("name") WHERE "isOpen" DO NOTHING RETURNING "granaries"."id"
                """)
        #expect(try stock(insert) == 2)
        #expect(
            try stock(
                Granary.insert {
                    draft
                }.onConflictDoNothing {
                    $0.name
                }) == 2)
        #expect(
            try stock(
                Granary.insert {
                    ($0.name, $0.stock)
                } values: {
                    ("A", 5)
                }.onConflictDoNothing {
                    $0.name
                }) == 2)
    }

    @Test("Rows of values and expressions take a conflict clause")
    func expressions() throws {
        let insert = Granary.insert {
            ($0.name, $0.stock)
        } values: {
            ("A", 5)
            (#sql("'B'"), #sql("3"))
            (#bind("C").lower(), Delivery.count())
        }.onConflict {
            $0.name
        } doUpdate: {
            $0.stock += $1.stock
        } where: {
            $0.isOpen
        }
        #expect(
            try insert.sql().text == """
                INSERT INTO "granaries" ("name", "stock") \
                SELECT * FROM (VALUES (?, ?), ('B', 3), (lower(?), (SELECT count(*) FROM "deliveries"))) \
                WHERE TRUE ON CONFLICT ("name") \
                DO UPDATE SET "stock" = "granaries"."stock" + "excluded"."stock" \
                WHERE "granaries"."isOpen"
                """)
        try insert.execute(db)
        let rows = try Granary.order(by: \.id).select { ($0.name, $0.stock) }.fetchAll(db)
        #expect(rows.map(\.0) == ["A", "B", "c"] && rows.map(\.1) == [7, 3, 1])
        let name = "B"
        try Granary.insert {
            ($0.name, $0.stock)
        } values: {
            for stock in [1, 2] { (name, stock) }
            if name.isEmpty { ("", 0) }
            (#sql("'B'"), 4)
        }.onConflictDoUpdate {
            $0.stock = $0.stock * 10 + $1.stock
        }.execute(db)
        #expect(try Granary.where { $0.name == "B" }.select(\.stock).fetchOne(db) == 3124)
        try Granary.where(\.isOpen).insert {
            ($0.name, $0.stock)
        } values: {
            (#bind("A").upper(), 1)
        }.onConflict {
            $0.name
        } doUpdate: {
            $0.stock = $1.stock
        }.execute(db)
        #expect(try Granary.find(1).select(\.stock).fetchOne(db) == 1)
        try Granary.insert {
            $0.name
        } values: {
            #bind("a").upper()
        }.onConflictDoNothing {
            $0.name
        }.execute(db)
        #expect(try Granary.count().fetchOne(db) == 3)
    }

    @Test("A resolution for other constraints goes with a conflict clause")
    func resolutions() throws {
        let insert = Granary.insert(or: .ignore) {
            draft
        }.onConflictDoUpdate {
            $0.stock = $1.stock
        }
        #expect(
            try insert.returning(\.id).sql().text.hasPrefix(
                #"INSERT OR IGNORE INTO "granaries" ("name", "stock", "isOpen") VALUES (?, ?, ?) ON"#
            ))
    }
}
