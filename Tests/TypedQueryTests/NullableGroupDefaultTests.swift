import DataLiteMacros
import Testing

@Selection struct Ballast: Equatable {
    var weight = 0
    var material: String? = "stone"
}

@Table enum Freight: Equatable {
    case note(String)
    case ballast(Ballast)
}

@Table struct Barge: Equatable, Identifiable {
    let id: Int
    var name = ""
    var own = Ballast()
    @Columns(prefix: "extra") var extra: Ballast?
}

@Suite("Defaults of the columns of optional groups and of cases")
struct NullableGroupDefaultTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Freight.createTable().execute(db)
        try Barge.createTable().execute(db)
    }

    @Test("A row that sets one case of an enum has NULL in the columns of the others")
    func cases() throws {
        try Freight.insert {
            $0.note
        } values: {
            "a"
        }.execute(db)
        #expect(try Freight.all.fetchAll(db) == [.note("a")])
        try Freight.insert { Freight.ballast(Ballast(weight: 3)) }.execute(db)
        #expect(try Freight.all.fetchAll(db).last == .ballast(Ballast(weight: 3)))
    }

    @Test("A row without an optional group has NULL in its columns")
    func optionalGroup() throws {
        try Barge.insert {
            $0.name
        } values: {
            "b"
        }.execute(db)
        try Barge.insert { Barge.Draft(name: "c") }.execute(db)
        let barges = try Barge.all.fetchAll(db)
        #expect(barges.map(\.extra) == [nil, nil])
        #expect(barges.map(\.own) == [Ballast(), Ballast()])
        #expect(try Barge.differences(in: db).isEmpty)
    }
}
