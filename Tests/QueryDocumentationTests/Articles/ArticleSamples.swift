import DataLite
import Foundation
import Testing

// sample: practicesTables
@Table struct Novelist: Identifiable {
    let id: Int
    var name: String
    var countryCode: String?

    static let works = hasMany(Work.self, by: \.novelistID)
}

@Table struct Work: Identifiable {
    enum Kind: String, SQLiteRepresentable, CaseIterable { case essay, novel, poetry, theater }

    let id: Int
    @Column(references: Novelist.self, onDelete: .cascade) var novelistID: Int
    var title: String
    var kind: Kind
    var priceCents: Int

    static let novelist = belongsTo(Novelist.self, by: \.novelistID)

    var price: Decimal {
        get { Decimal(priceCents) / 100 }
        set { priceCents = Int(truncating: NSDecimalNumber(decimal: newValue * 100)) }
    }
}
// end

// sample: practicesRequests
extension Where<Novelist> {
    var byName: SelectOf<Novelist> { order { $0.name.collate(.nocase) } }

    func from(_ countryCode: String) -> Where<Novelist> {
        self.where { $0.countryCode == countryCode }
    }
}

extension Where<Work> {
    func of(_ kind: Work.Kind) -> Where<Work> { self.where { $0.kind == kind } }
}
// end

// sample: timestampTable
@Table struct Gamer: Identifiable {
    let id: Int
    var name: String
    var score: Int
    @Column(default: "strftime('%Y-%m-%d %H:%M:%f', 'now')") var createdAt: Date
    @Column(default: "strftime('%Y-%m-%d %H:%M:%f', 'now')") var changedAt: Date
}
// end

// sample: singleRowTable
@Table("appSettings") struct AppSettings: Identifiable {
    private(set) var id = 1
    var flag = false

    static var constraints: [TableConstraint<AppSettings>] { [.check { $0.id == 1 }] }

    /// The stored settings, or the default ones.
    static func fetch(_ db: any ConnectionProtocol) throws -> AppSettings {
        try find(1).fetchOne(db) ?? AppSettings()
    }
}
// end

// sample: viewTables
@Table struct Squad: Identifiable {
    let id: String
    var name: String
}

@Table struct Member: Identifiable {
    let id: String
    var name: String
    @Column(references: Squad.self, onDelete: .setNull) var squadID: String?
    var isCaptain: Bool
}

@Table @Selection struct Captain: Identifiable {
    let id: String
    var name: String
    var squadID: String

    static let squad = belongsTo(Squad.self, by: \.squadID)
}
// end

@Suite("The samples of GRDB's articles")
struct ArticleSamples {
    let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    @Test("design tables and requests")
    func practices() throws {
        // sample: practicesMigration
        var migrator = Migrator()
        migrator.add("createLibrary") { db in
            try Novelist.createTable().execute(db)
            try Work.createTable().execute(db)
            try Work.createIndex(on: \.novelistID).execute(db)
        }
        try migrator.migrate(db)
        // end
        // sample: practicesUse
        let melville = try Novelist.Draft(name: "Herman Melville", countryCode: "US").insert(db)
        let book = try Work.Draft(
            novelistID: melville.id, title: "Moby-Dick", kind: .novel, priceCents: 1200
        ).insert(db)
        let americans = try Novelist.all.from("US").byName.fetchAll(db)
        let novels = try Work.all.of(.novel).fetchCount(db)
        let library = try Novelist.including(Novelist.works).fetchAll(db)
        print(book.price, americans.map(\.name), novels, library[0].1.map(\.title))
        // 12 ["Herman Melville"] 1 ["Moby-Dick"]
        // end
        #expect(book.price == 12)
        #expect(americans.map(\.name) == ["Herman Melville"])
        #expect(novels == 1)
        #expect(library[0].1.map(\.title) == ["Moby-Dick"])
    }

    @Test("set time stamps")
    func timestamps() throws {
        // sample: timestampTriggers
        try Gamer.createTable().execute(db)
        try Gamer.createTrigger(
            "gamers_change", after: .update(of: { ($0.name, $0.score) }, touch: \.changedAt)
        ).execute(db)
        var gamer = try Gamer.Draft(name: "Arthur", score: 1000).insert(db)
        gamer.score += 1
        try gamer.update(db, columns: \.score)
        // end
        let stored = try Gamer.find(1).fetchRequired(db)
        #expect(stored.score == 1001)
        #expect(stored.changedAt >= gamer.changedAt)
        #expect(stored.createdAt == gamer.createdAt)
    }

    @Test("keep a table of one row")
    func singleRow() throws {
        // sample: singleRowUse
        try AppSettings.createTable().execute(db)
        var settings = try AppSettings.fetch(db)
        settings.flag = true
        try settings.save(db)
        // end
        #expect(try AppSettings.fetch(db).flag)
        #expect(try AppSettings.all.fetchCount(db) == 1)
        #expect(throws: SQLiteError.self) {
            try db.execute("INSERT INTO appSettings(id) VALUES (2)")
        }
    }

    @Test("write through a view")
    func view() throws {
        // sample: viewTriggers
        try Squad.createTable().execute(db)
        try Member.createTable().execute(db)
        try Member.createIndex(on: \.squadID, unique: true) { $0.isCaptain }.execute(db)
        try Captain.createView(
            as: Member.where { $0.isCaptain && $0.squadID.isNot(nil) }
                .select {
                    Captain.Columns(id: $0.id, name: $0.name, squadID: $0.squadID.ifnull(""))
                }
        ).execute(db)
        try Captain.createTrigger(
            "captain_insert",
            insteadOf: .insert { new in
                Member.where { $0.squadID == new.squadID && $0.isCaptain }.update {
                    $0.isCaptain = false
                }
                Member.insert {
                    ($0.id, $0.name, $0.squadID, $0.isCaptain)
                } values: {
                    (new.id, new.name, new.squadID.optional(), true)
                }
            }
        ).execute(db)
        // end
        // sample: viewUse
        try Squad(id: "green", name: "Green").insert(db)
        try Captain(id: "diane", name: "Diane", squadID: "green").insert(db)
        try Captain(id: "eugene", name: "Eugene", squadID: "green").insert(db)
        let captains = try Captain.including(Captain.squad).fetchAll(db)
        let eugene = try Captain.find("eugene").fetchRequired(db)
        // end
        #expect(captains.map(\.0.name) == ["Eugene"])
        #expect(captains.map(\.1.name) == ["Green"])
        #expect(eugene.squadID == "green")
        #expect(try Member.all.fetchCount(db) == 2)
    }
}
