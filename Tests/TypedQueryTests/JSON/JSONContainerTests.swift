import DataLiteMacros
import Testing

@Selection private struct Jacket: Codable, Equatable {
    var color = ""
    var label: String?
    var isNew = false
}

@Selection private struct Sleeve: Codable, Equatable {
    var name = ""
    var jacket: Jacket?
    var spares: [Jacket] = []
}

@Table private struct Pressing: Equatable, Identifiable {
    let id: Int
    @Column(as: Sleeve.JSONRepresentation.self) var sleeve: Sleeve
}

@Suite("A change inside an optional group of JSON")
struct JSONContainerTests {
    private let db: Connection
    private let red = Jacket(color: "red", label: "x", isNew: false)

    init() throws {
        db = try Connection(location: .inMemory)
        try Pressing.createTable().execute(db)
        try Pressing.insert {
            Pressing(id: 1, sleeve: Sleeve(name: "A"))
            Pressing(id: 2, sleeve: Sleeve(name: "B", jacket: red, spares: [red]))
        }.execute(db)
    }

    private func sleeves() throws -> [Sleeve] {
        try Pressing.order(by: \.id).select(\.sleeve).fetchAll(db)
    }

    @Test("Members are assigned where the group exists, and nothing changes where it does not")
    func assigning() throws {
        try Pressing.all.update {
            $0.sleeve.jacket.isNew = true
            $0.sleeve.jacket.label = nil
            $0.sleeve.name = $0.sleeve.name + "!"
        }.execute(db)
        #expect(try sleeves().map(\.name) == ["A!", "B!"])
        let changed = Jacket(color: "red", label: nil, isNew: true)
        #expect(try sleeves().map(\.jacket) == [nil, changed])
        let query = Pressing.all.update { $0.sleeve.jacket.isNew = true }
        #expect(try !query.sql().text.contains("json_object"))
    }

    @Test("The whole group is assigned where it does not exist yet, and set to nil")
    func wholeGroups() throws {
        try Pressing.all.update { $0.sleeve.jacket = #bind(red) }.execute(db)
        #expect(try sleeves().map(\.jacket) == [red, red])
        try Pressing.find(2).update { $0.sleeve.jacket = nil }.execute(db)
        #expect(try sleeves().map(\.jacket) == [red, nil])
    }

    @Test("jsonSet does nothing if the group or the element is missing")
    func setting() throws {
        try Pressing.all.update {
            $0.sleeve = $0.sleeve.jsonSet(\.jacket.isNew, true).jsonSet(\.spares[0].color, "blue")
                .jsonInsert(\.spares[3].color, "none")
        }.execute(db)
        var changed = red
        changed.isNew = true
        #expect(try sleeves().map(\.jacket) == [nil, changed])
        #expect(try sleeves().map(\.spares.count) == [0, 1])
        #expect(try sleeves()[1].spares[0].color == "blue")
    }

    @Test("A group is missing in JSON that was written without it")
    func missingKey() throws {
        let text = #"{"name":"C","spares":[]}"#
        try db.execute("UPDATE pressings SET sleeve = \(text) WHERE id = 1")
        try Pressing.all.update { $0.sleeve.jacket.isNew = true }.execute(db)
        #expect(try sleeves().map { $0.jacket?.isNew } == [nil, true])
    }
}
