import DataLiteMacros
import Foundation
import Testing

@Selection private struct Dose: Codable, Equatable {
    var unit = ""
    var amount: Int?
    var times = 0
}

@Table private struct Remedy: Identifiable {
    let id: Int
    var name = ""
    var stock = 0
    var limit: Int?
    @Column(as: Dose.JSONRepresentation.self) var dose = Dose()
    @Column(as: Dose?.JSONRepresentation.self) var child: Dose?
}

@Suite("Members of JSON that are set to expressions")
struct JSONMemberValueTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Remedy.createTable().execute(db)
        try Remedy.insert {
            Remedy(id: 1, name: "Mint", stock: 4, limit: nil, child: Dose(unit: "ml"))
            Remedy(id: 2, name: "Sage", stock: 9, limit: 3)
        }.execute(db)
    }

    @Test("A member is set to a column in an update")
    func columns() throws {
        let update = Remedy.all.update {
            $0.dose = $0.dose.jsonSet(\.times, $0.stock).jsonSet(\.unit, $0.name.upper())
                .jsonSet(\.amount, $0.limit)
        }
        try update.execute(db)
        #expect(
            try Remedy.order(by: \.id).select(\.dose).fetchAll(db) == [
                Dose(unit: "MINT", amount: nil, times: 4), Dose(unit: "SAGE", amount: 3, times: 9),
            ])
    }

    @Test("An optional member is set to an expression that is not optional")
    func optionalMembers() throws {
        try Remedy.all.update {
            $0.dose = $0.dose.jsonSet(\.amount, $0.stock)
            $0.child = $0.child.jsonInsert(\.amount, $0.stock + 1).jsonInsert(\.times, $0.id)
        }.execute(db)
        let rows = try Remedy.order(by: \.id).select { ($0.dose, $0.child) }.fetchAll(db)
        #expect(rows.map(\.0.amount) == [4, 9])
        #expect(rows.map(\.1) == [Dose(unit: "ml", amount: 5), nil])
    }

    @Test("A member is set to the first row of a query and to SQL text")
    func queries() throws {
        try Remedy.find(1).update {
            $0.dose = $0.dose.jsonSet(\.times, Remedy.count()).jsonSet(\.amount, #sql("40 + 2"))
        }.execute(db)
        #expect(try Remedy.find(1).select(\.dose).fetchOnly(db) == Dose(amount: 42, times: 2))
    }
}
