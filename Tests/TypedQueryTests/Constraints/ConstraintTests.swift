import DataLiteMacros
import Foundation
import Testing

@Suite("The constraints of a table")
struct ConstraintTests {
    private let door = UUID(uuidString: "0A0B0C0D-0000-0000-0000-00000000000F")!
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Cabin.createTable().execute(db)
        try Passage.createTable().execute(db)
        try Berth.createTable().execute(db)
        try Cabin.insert { Cabin(key: Cabin.Key(deck: 1, door: door)) }.execute(db)
    }

    private func passage(
        deck: Int = 1, leaves: Date = Passage.first, price: Double? = nil, ship: String = "Ann"
    ) -> Passage.Draft {
        Passage.Draft(deck: deck, door: door, leaves: leaves, price: price, ship: ship)
    }

    @Test("Constraints are written after the columns, with values in the form of their column")
    func text() throws {
        #expect(
            try Passage.createTable().sql().text == """
                CREATE TABLE "passages" (
                  "id" INTEGER PRIMARY KEY,
                  "deck" INTEGER NOT NULL,
                  "door" BLOB,
                  "leaves" INTEGER NOT NULL,
                  "price" REAL,
                  "ship name" TEXT NOT NULL DEFAULT 'Ann',
                  UNIQUE ("ship name", "leaves"),
                  CONSTRAINT "price is ""positive\""" CHECK ("price" > 0.0),
                  CHECK ("leaves" >= 1735808400 AND \
                ("ship name" IN ('Ann', 'O''Hara') OR "ship name" = 'a "quoted" ship')),
                  FOREIGN KEY ("deck", "door") REFERENCES "cabins" ("deck", "door") \
                ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED
                )
                """)
        #expect(
            try Berth.createTable(ifNotExists: true).sql().text == """
                CREATE TABLE IF NOT EXISTS "berths" (
                  "deck" INTEGER NOT NULL,
                  "door" BLOB NOT NULL,
                  "name" TEXT NOT NULL UNIQUE,
                  UNIQUE ("deck", "door"),
                  CHECK (length(name) > 1),
                  FOREIGN KEY ("deck", "door") REFERENCES "cabins" ("deck", "door") ON DELETE RESTRICT
                ) STRICT
                """)
        #expect(
            try Cabin.createTable(strict: true).sql().text == """
                CREATE TABLE "cabins" (
                  "deck" INTEGER NOT NULL,
                  "door" BLOB NOT NULL,
                  "beds" INTEGER NOT NULL DEFAULT 2,
                  PRIMARY KEY ("deck", "door")
                ) STRICT, WITHOUT ROWID
                """)
    }

    @Test("A condition that is NULL accepts the row, and one that is false does not")
    func check() throws {
        try Passage.insert { passage() }.execute(db)
        let failure = #expect(throws: SQLiteError.self) {
            try Passage.find(1).update { $0.price = 0 }.execute(db)
        }
        #expect(failure?.message == "CHECK constraint failed: price is \"positive\"")
        try Passage.find(1).update { $0.price = 0.5 }.execute(db)
        for draft in [
            passage(leaves: Passage.first.addingTimeInterval(-1)), passage(ship: "Bob"),
            passage(price: -1, ship: "O'Hara"),
        ] {
            let error = #expect(throws: SQLiteError.self) {
                try Passage.insert { draft }.execute(db)
            }
            #expect(error?.code == ResultCode.constraintCheck.rawValue)
        }
        try Passage.insert {
            passage(ship: "O'Hara")
            passage(ship: "a \"quoted\" ship")
        }.execute(db)
        #expect(try Passage.all.fetchCount(db) == 3)
    }

    @Test("A composite unique constraint rejects a second row with the same values")
    func unique() throws {
        try Passage.insert {
            passage()
            passage(leaves: Passage.first.addingTimeInterval(1))
        }.execute(db)
        let error = #expect(throws: SQLiteError.self) {
            try Passage.insert { passage() }.execute(db)
        }
        #expect(error?.code == ResultCode.constraintUnique.rawValue)
    }

    @Test("A deferred foreign key is checked when the transaction commits")
    func foreignKey() throws {
        try db.transaction {
            try Passage.insert { passage(deck: 2) }.execute(db)
            try Cabin.insert { Cabin(key: Cabin.Key(deck: 2, door: door)) }.execute(db)
        }
        let error = #expect(throws: SQLiteError.self) {
            try db.transaction {
                try Passage.insert { passage(deck: 3, ship: "O'Hara") }.execute(db)
            }
        }
        #expect(error?.code == ResultCode.constraintForeignKey.rawValue)
        try Cabin.where { $0.key.deck == 2 }.delete().execute(db)
        #expect(try Passage.all.fetchCount(db) == 0)
        try Passage.insert { passage() }.execute(db)
        try Cabin.all.update { $0.key.deck = 7 }.execute(db)
        #expect(try Passage.all.select(\.deck).fetchAll(db) == [7])
    }

    @Test("A foreign key of a group refers to the group of another table's key")
    func group() throws {
        try Berth.insert { Berth(place: Berth.Place(deck: 1, door: door), name: "upper") }
            .execute(db)
        #expect(throws: SQLiteError.self) { try Cabin.all.delete().execute(db) }
        #expect(throws: SQLiteError.self) {
            try Berth.insert { Berth(place: Berth.Place(deck: 4, door: door), name: "lower") }
                .execute(db)
        }
        #expect(throws: SQLiteError.self) {
            try Berth.all.update { $0.name = "x" }.execute(db)
        }
    }

    @Test("Tables with the constraints of their definitions have no differences")
    func noDifferences() throws {
        for table in [Cabin.self, Passage.self, Berth.self] as [any Table.Type] {
            #expect(try table.differences(in: db) == [])
        }
    }

    @Test("Constraints that are written in another way are not a difference")
    func otherNotation() throws {
        try Passage.dropTable().execute(db)
        try db.execute(
            """
            CREATE TABLE passages(
              id INTEGER PRIMARY KEY, deck INT NOT NULL, door BLOB, leaves INT NOT NULL,
              price REAL CHECK (((price>0.00))),
              [ship name] TEXT NOT NULL DEFAULT 'Ann' CONSTRAINT other CHECK (/* known */
                LEAVES >= 1735808400 and ([ship name] in ('Ann', 'O''Hara')
                OR `Ship Name` == 'a "quoted" ship')),
              CONSTRAINT once UNIQUE (leaves, "ship name"),
              FOREIGN KEY (door, deck) REFERENCES Cabins(door, deck)
                ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED)
            """)
        #expect(try Passage.differences(in: db) == [])
    }

    @Test("Missing and additional constraints are differences")
    func differences() throws {
        try Passage.dropTable().execute(db)
        try db.execute(
            """
            CREATE TABLE passages(
              id INTEGER PRIMARY KEY, deck INT NOT NULL REFERENCES cabins, door BLOB,
              leaves INT NOT NULL, price REAL CHECK (price >= 0),
              "ship name" TEXT NOT NULL DEFAULT 'Ann', UNIQUE ("ship name"),
              FOREIGN KEY (deck, door) REFERENCES cabins ON DELETE CASCADE ON UPDATE CASCADE)
            """)
        #expect(
            try Passage.differences(in: db).map(\.kind.description) == [
                #"UNIQUE ("ship name", "leaves") is missing"#,
                #"CHECK ("price" > 0.0) is missing"#,
                #"CHECK ("leaves" >= 1735808400 AND ("ship name" IN ('Ann', 'O''Hara') "#
                    + #"OR "ship name" = 'a "quoted" ship')) is missing"#,
                #"FOREIGN KEY ("deck", "door") REFERENCES "cabins" ("deck", "door") "#
                    + "ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED is missing",
                "CHECK (price >= 0) is not in the definition",
                #"UNIQUE ("ship name") is not in the definition"#,
                #"FOREIGN KEY ("deck") REFERENCES "cabins" is not in the definition"#,
                #"FOREIGN KEY ("deck", "door") REFERENCES "cabins" ON DELETE CASCADE "#
                    + "ON UPDATE CASCADE is not in the definition",
            ])
        try Passage.dropTable().execute(db)
        try Berth.dropTable().execute(db)
        try Cabin.dropTable().execute(db)
        try db.execute(
            """
            CREATE TABLE cabins(deck INT NOT NULL, door BLOB NOT NULL, beds INT NOT NULL DEFAULT 2,
            PRIMARY KEY (deck, door))
            """)
        #expect(try Cabin.differences(in: db).map(\.kind) == [.missingConstraint("WITHOUT ROWID")])
    }

    @Test("Unique columns and references of columns are compared, too")
    func columns() throws {
        try Berth.dropTable().execute(db)
        try db.execute(
            """
            CREATE TABLE berths(deck INTEGER NOT NULL, door BLOB NOT NULL, name TEXT NOT NULL,
              UNIQUE (deck, door), CHECK (length(name) > 1),
              FOREIGN KEY (deck, door) REFERENCES cabins ON DELETE RESTRICT) STRICT
            """)
        #expect(
            try Berth.differences(in: db).map(\.kind) == [.missingConstraint(#"UNIQUE ("name")"#)])
        // A unique index serves as well.
        try Berth.createIndex(on: \.name, unique: true).execute(db)
        #expect(try Berth.differences(in: db) == [])
    }

    @Test("A temporary table that hides the table is compared with all its constraints")
    func temporary() throws {
        try db.execute(
            """
            CREATE TEMP TABLE passages(
              id INTEGER PRIMARY KEY, deck INT NOT NULL, door BLOB, leaves INT NOT NULL,
              price REAL, "ship name" TEXT NOT NULL DEFAULT 'Ann')
            """)
        let missing = try Passage.differences(in: db).map(\.kind.description)
        #expect(missing.count == 4 && missing.allSatisfy { $0.hasSuffix("is missing") })
        #expect(missing.contains { $0.hasPrefix(#"CHECK ("price""#) })
    }

    @Test("A table of an attached database is compared with all its constraints")
    func attached() throws {
        let other = try Connection(location: .inMemory)
        try other.execute("ATTACH ':memory:' AS other")
        let text: String = try db.requiredValue(
            "SELECT sql FROM sqlite_schema WHERE name = 'berths'")
        let sql = text.replacing("TABLE \"berths\"", with: "TABLE other.berths")
        try other.execute(SQL(raw: sql))
        #expect(try Berth.differences(in: other) == [])
    }

    @Test("Conditions with TRUE are compared by its value, and quoted names are names")
    func truth() throws {
        let db = try Connection(location: .inMemory)
        try db.execute(
            """
            CREATE TABLE switches(id INTEGER PRIMARY KEY, "1" INTEGER NOT NULL CHECK (TRUE = "1"))
            """)
        #expect(try Switch.differences(in: db) == [])
        try db.execute("DROP TABLE switches")
        try db.execute(
            """
            CREATE TABLE switches(id INTEGER PRIMARY KEY, "1" INTEGER NOT NULL CHECK (1 = 1))
            """)
        #expect(try Switch.differences(in: db).count == 2)
    }
}

@Table("switches") private struct Switch {
    let id: Int
    @Column("1") var one: Int

    static var constraints: [TableConstraint<Switch>] { [.check(sql: #"1 = "1""#)] }
}
