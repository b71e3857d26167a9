import DataLite
import Testing

@Table struct Area: Identifiable {
    let id: Int
    var minX: Double
    var maxX: Double
    var minY: Double
    var maxY: Double
    var name: String
}

@Table struct Letter {
    let rowid: Int
    var subject: String
    var body: String
}

@Suite("The samples of the guide to schemas with virtual tables")
struct VirtualTableSamples {
    private let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    @Test("An R-tree and a table of FTS4 are created, filled and searched")
    func virtualTables() throws {
        try Area.createVirtualTable(
            using: "rtree", arguments: "id", "minX", "maxX", "minY", "maxY", "+name TEXT"
        ).execute(db)
        try Area(id: 1, minX: 0, maxX: 2, minY: 0, maxY: 2, name: "Park").insert(db)
        let areas = try Area.where { $0.minX <= 1 && $0.maxX >= 1 }.fetchAll(db)

        try Letter.createVirtualTable(
            using: "fts4", arguments: "subject", "body", "tokenize=porter"
        ).execute(db)
        try Letter.insert {
            ($0.subject, $0.body)
        } values: {
            ("Holidays", "We swam in two rivers")
        }.execute(db)
        let letters = try Letter.where { #sql("\($0.body) MATCH \("river")") }.fetchAll(db)
        #expect(areas.map(\.name) == ["Park"])
        #expect(letters.map(\.subject) == ["Holidays"])
    }
}
