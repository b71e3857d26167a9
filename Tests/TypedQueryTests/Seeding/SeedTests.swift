import DataLiteAltering
import DataLiteMacros
import DataLiteQuery
import Foundation
import Testing

@Suite("Seeding")
struct SeedTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE planets(id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT '?');
                CREATE TABLE moons(
                    id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, seen INTEGER,
                    planetID INTEGER NOT NULL REFERENCES planets
                );
                CREATE TABLE craters(
                    id INTEGER PRIMARY KEY, moonID TEXT NOT NULL REFERENCES moons, outerID INTEGER REFERENCES craters
                );
                CREATE TABLE stars(id INTEGER PRIMARY KEY, brightestID INTEGER NOT NULL REFERENCES globes);
                CREATE TABLE globes(id INTEGER PRIMARY KEY, starID INTEGER REFERENCES stars);
                """)
    }

    private static let uuid = UUID(uuidString: "00000000-0000-0000-0000-00000000000A") ?? UUID()
    private static let other = UUID(uuidString: "00000000-0000-0000-0000-00000000000B") ?? UUID()

    /// The tables into which statements insert rows, in order.
    private func tables(_ body: () throws -> Void) rethrows -> [String] {
        let trace = Trace()
        db.add(traceDelegate: trace)
        defer { db.remove(traceDelegate: trace) }
        try body()
        return trace.tables
    }

    private final class Trace: ConnectionTraceDelegate {
        var tables: [String] = []

        func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
            let words = trace.unexpandedSQL.split(separator: "\"")
            guard words.first == "INSERT INTO ", tables.last != String(words[1]) else { return }
            tables.append(String(words[1]))
        }
    }

    @Test("Rows and drafts of several tables are inserted in the order of their foreign keys")
    func order() throws {
        let names = ["Mars", "Venus"]
        let tables = try tables {
            try db.seed {
                Crater(id: 7, moonID: Self.uuid, outerID: 3)
                Crater.Draft(moonID: Self.uuid)
                Moon(
                    id: Self.uuid, name: "Moon", seen: Date(timeIntervalSince1970: 60), planetID: 4)
                for name in names { Planet.Draft(name: name) }
                [Planet(id: 9, name: "Pluto"), Planet(id: 4, name: "Earth")]
                if names.isEmpty { Planet.Draft(name: "Nowhere") }
                Planet.Draft()
                [Moon.Draft(id: Self.other, name: "Charon", planetID: 9)]
                Crater(id: 3, moonID: Self.other, outerID: nil)
            }
        }
        #expect(tables == ["planets", "moons", "craters"])
        #expect(
            try Planet.order(by: \.id).fetchAll(db) == [
                Planet(id: 1, name: "Mars"), Planet(id: 2, name: "Venus"),
                Planet(id: 4, name: "Earth"),
                Planet(id: 9, name: "Pluto"), Planet(id: 10, name: "?"),
            ])
        #expect(try Moon.find(Self.uuid).fetchOne(db)?.seen == Date(timeIntervalSince1970: 60))
        #expect(try db.value("SELECT seen FROM moons WHERE name = 'Moon'") == 60)
        #expect(try Moon.find(Self.other).fetchOne(db)?.seen == nil)
        #expect(try Crater.order(by: \.id).select(\.id).fetchAll(db) == [3, 7, 8])
        #expect(try db.value("PRAGMA defer_foreign_keys") == 0)
    }

    @Test("Tables that refer to each other are checked after the last row")
    func cycles() throws {
        try db.seed {
            Star(id: 1, brightestID: 2)
            Globe(id: 2, starID: 1)
        }
        #expect(try Star.all.fetchCount(db) == 1)
        let error = #expect(throws: SQLiteError.self) {
            try db.seed {
                Star(id: 3, brightestID: 4)
                Globe(id: 5, starID: 3)
            }
        }
        #expect(error?.resultCode == .constraintForeignKey)
        #expect(error?.message.contains("row 3 of \"stars\" (\"brightestID\")") == true)
        #expect(try Globe.all.fetchCount(db) == 1)
        try db.transaction {
            #expect(throws: SQLiteError.self) { try db.seed { Star(id: 3, brightestID: 4) } }
            #expect(throws: SQLiteError.self) {
                try db.seed {
                    Star(id: 3, brightestID: 3)
                    Globe(id: 2, starID: nil)
                }
            }
            // Other statements of the transaction are checked at once again.
            #expect(try db.value("PRAGMA defer_foreign_keys") == 0)
            try db.seed { Globe(id: 8, starID: nil) }
        }
        #expect(try Globe.select(\.id).order(by: \.id).fetchAll(db) == [2, 8])
    }

    @Test("An error of any row, or of the closure, inserts nothing")
    func errors() throws {
        #expect(throws: SQLiteError.self) {
            try db.seed {
                Planet(id: 1, name: "Earth")
                Moon(id: Self.uuid, name: "Moon", seen: nil, planetID: 2)
            }
        }
        #expect(throws: CancellationError.self) {
            try db.seed {
                Planet(id: 1, name: "Earth")
                try planets()
            }
        }
        try db.seed {}
        #expect(try Planet.all.fetchCount(db) == 0)
        func planets() throws -> [Planet] { throw CancellationError() }
    }

    @Test("A builder function collects rows, and without foreign keys their order stays")
    func builders() throws {
        @SeedBuilder func solarSystem(_ withMoons: Bool) -> [SeedRows] {
            if withMoons {
                Moon(id: Self.uuid, name: "Moon", seen: nil, planetID: 1)
            } else {
                Planet(id: 2, name: "Venus")
            }
        }
        try db.setForeignKeys(false)
        try db.seed {
            solarSystem(true)
            solarSystem(false)
        }
        #expect(try Moon.all.fetchCount(db) == 1)
        #expect(try Planet.all.fetchCount(db) == 1)
    }

    @Test("Rows of a table in another schema are ordered by the foreign keys there")
    func schemas() throws {
        try db.execute("ATTACH ':memory:' AS archive")
        try db.execute("CREATE TABLE archive.makers(id INTEGER PRIMARY KEY)")
        try db.execute(
            "CREATE TABLE archive.tools(id INTEGER PRIMARY KEY, makerID INT REFERENCES makers)")
        try db.seed {
            Tool(id: 1, makerID: 5)
            Maker(id: 5)
        }
        #expect(try Tool.all.fetchCount(db) == 1)
    }

    @Test("Primary keys become UUIDs in the form in which a type stores them")
    func primaryKeys() throws {
        try db.execute("CREATE TABLE pilots(id INTEGER PRIMARY KEY)")
        try db.execute(
            "CREATE TABLE flights(id INTEGER PRIMARY KEY, pilotID INT REFERENCES pilots)")
        try db.execute("INSERT INTO pilots VALUES (3)")
        try db.execute("INSERT INTO flights VALUES (1, 3)")
        try db.migratePrimaryKeys(of: ["pilots", "flights"], type: "BLOB") { table, old in
            #expect(["pilots": 3, "flights": 1][table] == old)
            return UUID.BytesRepresentation(table == "pilots" ? Self.uuid : Self.other)
        }
        #expect(try Flight.all.fetchAll(db) == [Flight(id: Self.other, pilotID: Self.uuid)])
        #expect(try db.value("SELECT typeof(id) FROM pilots") == "blob")
    }

    @Test("Many rows of one table take time in proportion to their number")
    func many() throws {
        try db.seed { for id in 1...5000 { Planet(id: id, name: "P") } }
        #expect(try Planet.all.fetchCount(db) == 5000)
    }
}

@Table struct Planet: Identifiable, Equatable {
    let id: Int
    @Column(default: "'?'") var name = "?"
}

@Table struct Moon: Identifiable {
    let id: UUID
    var name: String
    @Column(as: Date.UnixTimeRepresentation?.self) var seen: Date?
    var planetID: Int
}

@Table struct Crater: Identifiable {
    let id: Int
    var moonID: UUID
    var outerID: Int?
}

@Table struct Star: Identifiable {
    let id: Int
    var brightestID: Int
}

@Table struct Globe: Identifiable {
    let id: Int
    var starID: Int?
}

@Table(schema: "archive") struct Maker: Identifiable { let id: Int }

@Table(schema: "archive") struct Tool: Identifiable {
    let id: Int
    var makerID: Int
}

@Table(uuids: .blob) struct Pilot: Identifiable { let id: UUID }

@Table(uuids: .blob) struct Flight: Identifiable, Equatable {
    let id: UUID
    var pilotID: UUID
}
