import DataLiteMacros
import Testing

@Table struct Squad: Identifiable {
    let id: String
    var name: String
}

@Table struct SquadMember: Identifiable {
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

@Suite("A view that triggers make writable")
struct WritableViewTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Squad.createTable().execute(db)
        try SquadMember.createTable().execute(db)
        try SquadMember.createIndex(on: \.squadID, unique: true) { $0.isCaptain }.execute(db)
        try Captain.createView(
            as: SquadMember.where { $0.isCaptain && $0.squadID.isNot(nil) }
                .select {
                    Captain.Columns(id: $0.id, name: $0.name, squadID: $0.squadID.ifnull(""))
                }
        ).execute(db)
        try Captain.createTrigger(
            "captain_insert",
            insteadOf: .insert { new in
                SquadMember.where { $0.squadID == new.squadID && $0.isCaptain }.update {
                    $0.isCaptain = false
                }
                SquadMember.insert {
                    ($0.id, $0.name, $0.squadID, $0.isCaptain)
                } values: {
                    (new.id, new.name, new.squadID.optional(), true)
                }
            }
        ).execute(db)
    }

    @Test("Rows inserted into the view change the table, and associations of the view find them")
    func inserting() throws {
        try Squad(id: "green", name: "Green").insert(db)
        try Captain(id: "diane", name: "Diane", squadID: "green").insert(db)
        try Captain(id: "eugene", name: "Eugene", squadID: "green").insert(db)
        let captains = try Captain.including(Captain.squad).fetchAll(db)
        #expect(captains.map(\.0.name) == ["Eugene"])
        #expect(captains.map(\.1.name) == ["Green"])
        #expect(try Captain.find("eugene").fetchRequired(db).squadID == "green")
        #expect(try SquadMember.all.fetchCount(db) == 2)
    }
}
