import DataLiteMacros
import Foundation
import Testing

@Table struct Hangar: Equatable {
    var code: String
    var region: Int

    static let payloads = hasMany(Payload.self, by: \.depotCode, to: \.code)
    static let pairs = hasMany(
        Payload.self, by: { row($0.region, $0.depotCode) }, to: { row($0.region, $0.code) })
}

@Table struct Payload: Equatable {
    var number: Int
    var depotCode: String
    var region: Int

    static let depot = belongsTo(
        Hangar.self, by: { row($0.region, $0.depotCode) }, to: { row($0.region, $0.code) })
}

@Suite("The keys of an association")
struct AssociationKeyTests {
    @Test("SQLite compares keys as they are stored, with its own rules")
    func collation() throws {
        let db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE hangars(code TEXT, region INTEGER);
                CREATE TABLE payloads(number INTEGER, depotCode TEXT COLLATE NOCASE, region INTEGER);
                INSERT INTO hangars VALUES ('a"\', 1), ('B', 1), ('b', 2), ('x' || char(0) || 'y', 3),
                    (char(0x65, 0x301), 4), (char(0xE9), 4), ('B', 1);
                INSERT INTO payloads VALUES (1, 'A"\', 1), (2, 'b', 1), (3, 'B', 2),
                    (4, 'X' || char(0) || 'Y', 3), (5, char(0xE9), 4), (6, 'x', 3);
                """)
        let rows = try Hangar.all.order(by: \.rowid)
            .including(Hangar.payloads.order(by: \.number), Hangar.pairs.order(by: \.number))
            .fetchAll(db)
        #expect(rows.map { $0.1.map(\.number) } == [[1], [2, 3], [2, 3], [4], [], [5], [2, 3]])
        #expect(rows.map { $0.2.map(\.number) } == [[1], [2], [3], [4], [], [5], [2]])
        let payloads = try Payload.order(by: \.number).including(Payload.depot).fetchAll(db)
        #expect(payloads.map { $0.1?.region } == [nil, nil, nil, nil, 4, nil])
    }

    @Test("Associations have the rows of a model for random rows and limits")
    func random() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = Generator(state: seed)
        for _ in 0..<30 {
            let db = try ShelfDatabase().db
            try Chore.all.delete().execute(db)
            try Badging.all.delete().execute(db)
            let chores = (0..<Int.random(in: 0...40, using: &random)).map { id in
                Chore(
                    id: id, shelfID: Int.random(in: 1...4, using: &random),
                    parentID: Bool.random(using: &random)
                        ? nil : Int.random(in: 0...9, using: &random),
                    isDone: Bool.random(using: &random),
                    minutes: Int.random(in: 0...5, using: &random))
            }
            try Chore.insert { chores }.execute(db)
            let limit = Int.random(in: 0...4, using: &random)
            let offset = Int.random(in: 0...2, using: &random)
            let open = Rack.tasks.where { !$0.isDone }.order { ($0.minutes, $0.id.desc()) }
            let racks = try Rack.order { $0.id.desc() }.including(
                open.limit(limit, offset: offset), open.limit(limit, offset: offset).count,
                open.aggregate { $0.minutes.max() }, Rack.tasks.count
            ).fetchAll(db)
            for (rack, tasks, count, longest, all) in racks {
                let own = chores.filter { $0.shelfID == rack.id }
                let expected = own.filter { !$0.isDone }
                    .sorted { ($0.minutes, -$0.id) < ($1.minutes, -$1.id) }
                let part = expected.dropFirst(offset).prefix(limit).map(\.id)
                #expect(tasks.map(\.id) == part, "seed \(seed)")
                #expect(count == part.count, "seed \(seed)")
                #expect(longest == expected.map(\.minutes).max(), "seed \(seed)")
                #expect(all == own.count, "seed \(seed)")
            }
            let parts = try Chore.order(by: \.id)
                .including(Chore.parent, Chore.parts.order(by: \.id)).fetchAll(db)
            for (chore, parent, children) in parts {
                #expect(parent == chores.first { $0.id == chore.parentID }, "seed \(seed)")
                #expect(children == chores.filter { $0.parentID == chore.id }, "seed \(seed)")
            }
        }
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 31)
        }
    }
}
