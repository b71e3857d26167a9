import DataLiteMacros
import DataLiteTestSupport
import Testing

@Selection private struct Slot: Hashable {
    var row: Int
    @Column(as: Shifted?.self) var column: Int?
}

/// A table with a default scope and an optional group.
@Table("boxesInStock") private struct Stock: Hashable, Identifiable {
    let id: Int
    var name: String
    var count: Int?
    var isHidden: Bool
    var slot: Slot?

    static let all = Self.where { !$0.isHidden }

    static func random(id: Int, using random: inout SeededGenerator) -> Stock {
        Stock(
            id: id, name: ["", "a", "b"].randomElement(using: &random)!,
            count: [nil, 0, 1, 2].randomElement(using: &random)!,
            isHidden: Int.random(in: 0..<4, using: &random) == 0, slot: slot(using: &random))
    }

    static func slot(using random: inout SeededGenerator) -> Slot? {
        guard Bool.random(using: &random) else { return nil }
        return Slot(
            row: Int.random(in: 0..<3, using: &random),
            column: [nil, 0, 1].randomElement(using: &random)!)
    }
}

extension RandomTruth<Stock> {
    fileprivate static func random(using random: inout SeededGenerator) -> Self {
        Self.random(using: &random) { random in
            let number = Int.random(in: 0..<3, using: &random)
            let slot = Stock.slot(using: &random)
            switch Int.random(in: 0..<9, using: &random) {
            case 0:
                return Self {
                    $0.count > number
                } truth: {
                    $0.count.map { $0 > number }
                }
            case 1:
                return Self {
                    ($0.count == nil).optional()
                } truth: {
                    $0.count == nil
                }
            case 2:
                return Self {
                    ($0.name == "a").optional()
                } truth: {
                    $0.name == "a"
                }
            case 3:
                return Self {
                    ($0.slot == slot).optional()
                } truth: {
                    $0.slot == slot
                }
            case 4:
                return Self {
                    ($0.slot != slot).optional()
                } truth: {
                    $0.slot != slot
                }
            case 5:
                return Self {
                    $0.slot.isNot(nil).optional()
                } truth: {
                    $0.slot != nil
                }
            case 6:
                return Self {
                    $0.slot.row <= number
                } truth: {
                    ($0.slot?.row).map { $0 <= number }
                }
            case 7:
                return Self {
                    ($0.slot.column == number).optional()
                } truth: {
                    $0.slot?.column == number
                }
            default:
                return Self {
                    ($0.id < number * 2).optional()
                } truth: {
                    $0.id < number * 2
                }
            }
        }
    }
}

/// A chain of methods, and the rows that it should return.
private struct Chain {
    var query: Where<Stock>
    /// The rows before the limit.
    var rows: [Stock]
    /// Each term compares two rows.
    var order: [(Stock, Stock) -> Int] = []
    var limit: (count: Int, offset: Int)?
    var isDistinct = false

    mutating func apply(_ kind: Int, using random: inout SeededGenerator) {
        let condition = RandomTruth<Stock>.random(using: &random)
        let number = Int.random(in: 0..<4, using: &random)
        switch kind {
        case 0, 1:
            query = query.where { condition.expression($0) }
            rows = rows.filter { condition.truth($0) == true }
        case 2:
            query = query.order { $0.count.desc(nulls: .last) }
            order.append { ($1.count ?? -1) - ($0.count ?? -1) }
        case 3:
            query = query.order(by: \.name)
            order.append { $0.name == $1.name ? 0 : $0.name < $1.name ? -1 : 1 }
        case 4:
            query = query.reversed()
            order = order.map { term in { term($1, $0) } }
        case 5:
            query = query.limit(number, offset: number / 2)
            limit = (number, number / 2)
        case 6:
            isDistinct = number > 1
            query = query.distinct(isDistinct)
        case 7:
            query = query.unordered()
            order = []
        case 8 where number == 0:
            query = query.none
            rows = []
        case 9:
            query = query.where { condition.expression($0) }.order { $0.slot.row.asc() }
            rows = rows.filter { condition.truth($0) == true }
            order.append { ($0.slot?.row ?? -1) - ($1.slot?.row ?? -1) }
        default:
            query = query.find([0, 1, 2, number + 2])
            rows = rows.filter { [0, 1, 2, number + 2].contains($0.id) }
        }
    }

    /// The rows in the order of the terms and then of the keys.
    func expected() -> [Stock] {
        let sorted = rows.sorted { lhs, rhs in
            for term in order {
                let result = term(lhs, rhs)
                if result != 0 { return result < 0 }
            }
            return lhs.id < rhs.id
        }
        guard let limit else { return sorted }
        return Array(sorted.dropFirst(limit.offset).prefix(limit.count))
    }
}

/// Random chains of methods of a query, compared with Swift.
@Suite("A random chain of methods")
struct RandomChainTests {
    private struct Case {
        let db: Connection
        let rows: [Stock]
        var random: SeededGenerator

        init(seed: Int) throws {
            random = SeededGenerator(seed: UInt64(seed))
            var rows: [Stock] = []
            for id in 0..<Int.random(in: 0...8, using: &random) {
                rows.append(.random(id: id, using: &random))
            }
            self.rows = rows
            db = try Connection(location: .inMemory)
            try Stock.createTable().execute(db)
            try Stock.insert { rows }.execute(db)
        }

        mutating func chain() -> Chain {
            let isScoped = Bool.random(using: &random)
            var chain = Chain(
                query: isScoped ? Stock.all : Stock.unscoped,
                rows: isScoped ? rows.filter { !$0.isHidden } : rows)
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                chain.apply(Int.random(in: 0..<11, using: &random), using: &random)
            }
            return chain
        }
    }

    private static let seeds = RandomSeeds.range(count: 80)

    @Test("Conditions, orders, limits, find and none in any order return the rows of a model")
    func rows() throws {
        for seed in Self.seeds {
            var test = try Case(seed: seed)
            let chain = test.chain()
            let query = chain.query.order(by: \.id)
            let expected = chain.expected()
            let sql = try query.sql().text
            #expect(try query.fetchAll(test.db) == expected, "seed \(seed): \(sql)")
            #expect(try query.fetchCount(test.db) == expected.count, "seed \(seed)")
            #expect(try query.isEmpty(test.db) == expected.isEmpty, "seed \(seed)")
            #expect(try query.exists(test.db) == !expected.isEmpty, "seed \(seed)")
            #expect(try query.fetchOne(test.db) == expected.first, "seed \(seed)")
            let only = try? query.fetchOnly(test.db)
            #expect(only == (expected.count == 1 ? expected.first : nil), "seed \(seed)")
            let backwards = try query.reversed().distinct(chain.isDistinct).limit(100, offset: 0)
                .fetchAll(test.db)
            var whole = chain
            whole.limit = nil
            #expect(backwards == whole.expected().reversed(), "seed \(seed)")
        }
    }

    @Test("A select replaces the selection, and find after select filters the rows")
    func selections() throws {
        for seed in Self.seeds {
            var test = try Case(seed: seed)
            let chain = test.chain()
            let query = chain.query.order(by: \.id)
            let expected = chain.expected()
            let values = query.select(\.id).select { ($0.id, $0.name, $0.slot, $0.count) }
            let sql = try values.sql().text
            let found = try values.fetchAll(test.db)
            #expect(found.map(\.0) == expected.map(\.id), "seed \(seed): \(sql)")
            #expect(found.map(\.1) == expected.map(\.name), "seed \(seed)")
            #expect(found.map(\.2) == expected.map(\.slot), "seed \(seed)")
            #expect(found.map(\.3) == expected.map(\.count), "seed \(seed)")
            if chain.limit == nil {
                let one = try query.select(\.slot).find(1).fetchAll(test.db)
                #expect(one == expected.filter { $0.id == 1 }.map(\.slot), "seed \(seed)")
                let counts = try query.unordered().distinct(false).select { $0.slot.count() }
                    .fetchOne(test.db)
                // A query without rows returns no count.
                #expect((counts ?? 0) == expected.count { $0.slot != nil }, "seed \(seed)")
            }
            let table = query.asTable().where { $0.slot.isNot(nil) }.order(by: \.id)
            #expect(
                try table.fetchAll(test.db)
                    == expected.filter { $0.slot != nil }.sorted { $0.id < $1.id }, "seed \(seed)")
        }
    }

    @Test("Updates and deletes of a chain change the rows that it returns")
    func changes() throws {
        for seed in Self.seeds {
            var test = try Case(seed: seed)
            var chain = test.chain()
            // A change chooses rows; `DISTINCT` is an error there.
            chain.query = chain.query.distinct(false)
            let slot = Stock.slot(using: &test.random)
            let ids = Set(chain.expected().map(\.id))
            let update = chain.query.order(by: \.id).update {
                $0.slot = slot
                $0.count = $0.count ?? 5
            }
            let sql = try update.sql().text
            #expect(try update.execute(test.db) == ids.count, "seed \(seed)")
            let expected = test.rows.map { row in
                guard ids.contains(row.id) else { return row }
                var row = row
                (row.slot, row.count) = (slot, row.count ?? 5)
                return row
            }
            let found = try Stock.unscoped.order(by: \.id).fetchAll(test.db)
            #expect(found == expected, "seed \(seed): \(sql)")
        }
    }
}
