import DataLiteMacros
import Testing

@Suite("An argument of a draft")
struct DraftArgumentTests {
    @Test("A nil argument is NULL for a property whose type alias is optional")
    func alias() throws {
        let db = try Connection(location: .inMemory)
        try Dial.createTable().execute(db)
        let unknown: MaybeInt = nil
        let noName: String? = nil
        try Dial.insert {
            Dial.Draft(id: 1)
            Dial.Draft(id: 2, level: nil)
            Dial.Draft(id: 3, level: 7)
            Dial.Draft(id: 4, level: unknown, name: noName)
        }.execute(db)
        #expect(try Dial.order(by: \.id).select(\.level).fetchAll(db) == [5, nil, 7, nil])
        #expect(try Dial.select(\.name).fetchAll(db) == ["dial", "dial", "dial", "dial"])
    }
}

typealias MaybeInt = Int?

@Table struct Dial: Hashable {
    let id: Int
    var level: MaybeInt = 5
    var name = "dial"
}
