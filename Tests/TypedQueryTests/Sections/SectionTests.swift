import DataLiteMacros
import DataLiteTestSupport
import DataLiteTesting
import Foundation
import Testing

@Suite("Sections of a query")
struct SectionTests {
    private static let seeds = RandomSeeds.range(count: 40)

    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Pallet.makeTables(db)
    }

    private func fill(_ random: inout SeededGenerator) throws -> [Pallet] {
        let rows = (0..<Int.random(in: 0...30, using: &random)).map {
            Pallet.random(id: $0, using: &random)
        }
        try Pallet.insert { rows }.execute(db)
        return rows
    }

    @Test("Sections have the rows of each value, in the order of the query", arguments: seeds)
    func values(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let rows = try fill(&random)
        let query = Pallet.where { $0.id != 3 }.order { ($0.weight.desc(), $0.id) }
        let ordered = try query.fetchAll(db)
        let byNumber = try query.sections(by: \.number).fetchAll(db)
        let names = Set(rows.filter { $0.id != 3 }.map(\.number))
        #expect(
            byNumber.map(\.name) == names.sorted { ($0 ?? .min) < ($1 ?? .min) }, "seed \(seed)")
        for section in byNumber {
            #expect(section.rows == ordered.filter { $0.number == section.name }, "seed \(seed)")
        }
        let byDate = try query.sections(by: { $0.shippedAt.desc() }, as: Date?.self).fetchAll(db)
        #expect(
            byDate.map(\.name)
                == Set(ordered.map(\.shippedAt))
                .sorted { ($0 ?? .distantPast) > ($1 ?? .distantPast) }, "seed \(seed)")
        for section in byDate {
            #expect(section.rows == ordered.filter { $0.shippedAt == section.name })
        }
        let folded = try query.sections(by: { $0.label.collate(.nocase) }).fetchAll(db)
        #expect(Set(folded.map(\.id)).count == folded.count, "seed \(seed)")
        for section in folded {
            #expect(section.rows == ordered.filter { $0.label == section.name }, "seed \(seed)")
        }
    }

    @Test("The order of the sections is put before the order of the query")
    func statement() throws {
        let query = Pallet.order(by: \.label).select(\.id)
        #expect(
            try query.sections(by: \.number).sql().text == """
                SELECT "pallets"."id", "pallets"."number" FROM "pallets" \
                ORDER BY "pallets"."number", "pallets"."label"
                """)
        let expression = query.sections { $0.number + 1 }
        #expect(
            try expression.sql().text == """
                SELECT "pallets"."id", "pallets"."number" + ? FROM "pallets" \
                ORDER BY 2, "pallets"."label"
                """)
        #expect(try query.sections(by: \.number).fetchAll(db).isEmpty)
    }

    @Test("A section is named by a case, with the names ordered in a direction")
    func cases() throws {
        let rows = (1...5).map {
            Pallet(
                id: $0, label: "l", shippedAt: $0 % 2 == 0 ? Date(timeIntervalSince1970: 9) : nil,
                mixed: .null)
        }
        try Pallet.insert { rows }.execute(db)
        let sections = try Pallet.order(by: \.id).sections {
            Case().when($0.shippedAt.isNot(nil), then: "Shipped").else("Open").desc()
        }.fetchAll(db)
        #expect(sections.map(\.name) == ["Shipped", "Open"])
        #expect(sections[0].rows == rows.filter { $0.shippedAt != nil })
        #expect(sections[1].count == rows.filter { $0.shippedAt == nil }.count)
    }

    @Test("Groups and distinct rows have sections; other results that cannot are refused")
    func clauses() throws {
        try Pallet.insert {
            (1...4).map { Pallet(id: $0, number: $0 % 2, label: "l\($0 / 3)", mixed: .null) }
        }.execute(db)
        let groups = Pallet.group { ($0.number, $0.label) }.select { $0.id.sum() ?? 0 }
        let found = try groups.sections(by: \.label).fetchAll(db)
        #expect(found.map(\.name) == ["l0", "l1"])
        #expect(found.map { $0.rows.sorted() } == [[1, 2], [3, 4]])
        let distinct = Pallet.select { ($0.label, $0.number) }.distinct().order { $0.number.desc() }
        let rows = try distinct.sections(by: \.label).fetchAll(db)
        #expect(rows.map { $0.map(\.1) } == [[1, 0], [1, 0]])
        #expect(throws: SQLiteError.self) { try distinct.sections(by: \.id).fetchAll(db) }
        #expect(throws: SQLiteError.self) {
            try Pallet.all.sections(by: { $0.label.desc() }, as: Int.self).fetchAll(db)
        }
    }
}
