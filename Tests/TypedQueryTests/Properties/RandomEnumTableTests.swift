import DataLiteMacros
import DataLiteTestSupport
import Testing

@Selection private struct SignalSpot: Hashable {
    var x: Int
    @Column(as: Shifted?.self) var y: Int?
}

/// A table whose rows are the cases of an enum.
@Table("signals") private enum Signal: Hashable {
    case note(Int)
    case label(String)
    case spot(SignalSpot)

    var note: Int? { if case .note(let note) = self { note } else { nil } }
    var label: String? { if case .label(let label) = self { label } else { nil } }
    var spot: SignalSpot? { if case .spot(let spot) = self { spot } else { nil } }

    static func random(using random: inout SeededGenerator) -> Signal {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .note(Int.random(in: 0..<3, using: &random))
        case 1: .label(["", "a", "ab"].randomElement(using: &random) ?? "")
        default: .spot(randomSpot(using: &random))
        }
    }

    static func randomSpot(using random: inout SeededGenerator) -> SignalSpot {
        SignalSpot(
            x: Int.random(in: 0..<3, using: &random), y: [nil, 0, 1].randomElement(using: &random)!)
    }
}

extension RandomTruth<Signal> {
    fileprivate static func random(using random: inout SeededGenerator) -> Self {
        Self.random(using: &random) { random in
            let number = Int.random(in: 0..<3, using: &random)
            let spot = Signal.randomSpot(using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                return Self {
                    ($0.note == number).optional()
                } truth: {
                    $0.note == number
                }
            case 1:
                return Self {
                    $0.note > number
                } truth: {
                    $0.note.map { $0 > number }
                }
            case 2:
                return Self {
                    $0.label.contains("b")
                } truth: {
                    $0.label.map { $0.contains("b") }
                }
            case 3:
                return Self {
                    ($0.spot == spot).optional()
                } truth: {
                    $0.spot == spot
                }
            case 4:
                return Self {
                    ($0.spot.isNot(nil)).optional()
                } truth: {
                    $0.spot != nil
                }
            case 5:
                return Self {
                    $0.spot.x < number
                } truth: {
                    ($0.spot?.x).map { $0 < number }
                }
            case 6:
                return Self {
                    ($0.spot.y == nil).optional()
                } truth: {
                    $0.spot?.y == nil
                }
            default:
                return Self {
                    ($0.label == nil).optional()
                } truth: {
                    $0.label == nil
                }
            }
        }
    }
}

/// Random queries and changes of an enum table, compared with Swift.
@Suite("A random query of an enum table")
struct RandomEnumTableTests {
    private struct Case {
        let db: Connection
        var rows: [Signal]
        let seed: Int
        var random: SeededGenerator

        init(seed: Int) throws {
            self.seed = seed
            random = SeededGenerator(seed: UInt64(seed))
            rows = []
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                rows.append(.random(using: &random))
            }
            db = try Connection(location: .inMemory)
            try Signal.createTable(strict: true).execute(db)
            try Signal.insert { rows }.execute(db)
        }

        mutating func condition() -> RandomTruth<Signal> { .random(using: &random) }

        func expectRows(_ name: String) throws {
            let found = try Signal.order { $0.rowid }.fetchAll(db)
            #expect(found == rows, "seed \(seed): \(name)")
        }
    }

    private static let seeds = RandomSeeds.range(count: 80)

    @Test("Conditions on the cases choose the same rows as in Swift")
    func conditions() throws {
        for seed in Self.seeds {
            var test = try Case(seed: seed)
            let (first, second) = (test.condition(), test.condition())
            let rows = test.rows.filter { first.truth($0) == true && second.truth($0) == true }
            let query = Signal.where { first.expression($0) }.where { second.expression($0) }
            let sql = try query.sql().text
            let found = try query.order { $0.rowid }.fetchAll(test.db)
            #expect(found == rows, "seed \(seed): \(sql)")
            let table = query.asTable().where { first.expression($0) }
            #expect(try table.fetchCount(test.db) == rows.count, "seed \(seed)")
            let notes = try query.order { $0.rowid }.select { ($0.note, $0.spot) }
                .fetchAll(test.db)
            #expect(notes.map(\.0) == rows.map(\.note), "seed \(seed)")
            #expect(notes.map(\.1) == rows.map(\.spot), "seed \(seed)")
            let distinct = try query.distinct().fetchAll(test.db)
            #expect(distinct.count == Set(rows).count, "seed \(seed)")
            let spots = try query.group(by: \.spot).select { ($0.spot, $0.count()) }
                .fetchAll(test.db)
            let groups = Dictionary(grouping: rows, by: \.spot).mapValues(\.count)
            #expect(
                Dictionary(spots.map { ($0.0, $0.1) }, uniquingKeysWith: +) == groups,
                "seed \(seed)")
        }
    }

    @Test("Updates set one case and make the others NULL; deletes and joins find the rows")
    func changes() throws {
        for seed in Self.seeds {
            var test = try Case(seed: seed)
            let (which, gone) = (test.condition(), test.condition())
            let spot = Signal.randomSpot(using: &test.random)
            let kind = Int.random(in: 0..<4, using: &test.random)
            let rows = Signal.where { which.expression($0) }
            let update =
                switch kind {
                case 0: rows.update { $0.note = 7 }
                case 1: rows.update { $0.label = "new" }
                case 2: rows.update { $0.spot = spot }
                default:
                    rows.update {
                        $0.spot = spot; $0.note = 8
                    }
                }
            let value: Signal =
                [.note(7), .label("new"), .spot(spot), .note(8)][kind]
            let count = test.rows.filter { which.truth($0) == true }.count
            let changed = try update.execute(test.db)
            #expect(changed == count, "seed \(seed)")
            for (index, row) in test.rows.enumerated() where which.truth(row) == true {
                test.rows[index] = value
            }
            try test.expectRows("update \(kind)")
            let deleted = try Signal.where { gone.expression($0) }.delete().returning(\.self)
                .fetchAll(test.db)
            #expect(
                Set(deleted) == Set(test.rows.filter { gone.truth($0) == true }), "seed \(seed)")
            test.rows.removeAll { gone.truth($0) == true }
            try test.expectRows("delete")
        }
    }

    @Test("An outer join of an enum table has its rows or nil")
    func joins() throws {
        for seed in Self.seeds {
            var test = try Case(seed: seed)
            let (left, right) = (test.condition(), test.condition())
            let query = Signal.where { left.expression($0) }
                .leftJoin(Signal.where { right.expression($0) }) { $0.note == $1.spot.x }
            let rights = test.rows.filter { right.truth($0) == true }
            var expected: [Pair] = []
            for row in test.rows where left.truth(row) == true {
                let matches = rights.filter { $0.spot?.x == row.note }
                if matches.isEmpty { expected.append(Pair(left: row, right: nil)) }
                expected += matches.map { Pair(left: row, right: $0) }
            }
            let sql = try query.sql().text
            let found = try query.fetchAll(test.db).map { Pair(left: $0.0, right: $0.1) }
            func counts(_ pairs: [Pair]) -> [Pair: Int] {
                Dictionary(pairs.map { ($0, 1) }, uniquingKeysWith: +)
            }
            #expect(counts(found) == counts(expected), "seed \(seed): \(sql)")
        }
    }

    private struct Pair: Hashable {
        let left: Signal
        let right: Signal?
    }
}
