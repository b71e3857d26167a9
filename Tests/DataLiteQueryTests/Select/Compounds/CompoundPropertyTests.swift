import DataLiteQuery
import DataLiteTestSupport
import Testing

/// Random compounds, compared with a model of them: arrays of values.
@Suite("A compound of compounds")
struct CompoundPropertyTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("A compound has the rows of set and multiset operations", arguments: 0..<40)
    func model(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let (query, expected) = compound(depth: 4, &generator)
            let text = try query.sql()
            #expect(try query.fetchAll(db).sorted() == expected.sorted(), "\(text)")
        }
    }

    private func compound(
        depth: Int, _ generator: inout SeededGenerator
    ) -> (Select<Int, SQLExpression<Int>>, [Int]) {
        let (lhs, left) = part(depth: depth - 1, &generator)
        let (rhs, right) = part(depth: depth - 1, &generator)
        var (query, rows): (Select<Int, SQLExpression<Int>>, [Int])
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: (query, rows) = (lhs.union(rhs), Array(Set(left).union(right)))
        case 1: (query, rows) = (lhs.union(all: true, rhs), left + right)
        case 2: (query, rows) = (lhs.intersect(rhs), Array(Set(left).intersection(right)))
        default: (query, rows) = (lhs.except(rhs), Array(Set(left).subtracting(right)))
        }
        if Bool.random(using: &generator) {
            query = query.except(Values([0, 5]))
            rows = Array(Set(rows).subtracting([0, 5]))
        }
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
            let (limit, offset) = (Int.random(in: 0..<6, using: &generator), 1)
            query = query.order { $0.desc() }.limit(limit, offset: offset)
            rows = Array(rows.sorted(by: >).dropFirst(offset).prefix(limit))
        case 1:
            let least = Int.random(in: 0..<4, using: &generator)
            query = query.where { $0 >= least }
            rows = rows.filter { $0 >= least }
        case 2:
            query = query.order { $0.asc() }
        case 3:
            query = query.distinct()
            rows = Array(Set(rows))
        default:
            break
        }
        return (query, rows)
    }

    /// A compound, or a single query as a compound with no rows.
    private func part(
        depth: Int, _ generator: inout SeededGenerator
    ) -> (Select<Int, SQLExpression<Int>>, [Int]) {
        if depth > 0, Int.random(in: 0..<4, using: &generator) > 0 {
            return compound(depth: depth, &generator)
        }
        if Bool.random(using: &generator) {
            let limit = Int.random(in: 0..<4, using: &generator)
            return (
                Reminder.order { $0.id.desc() }.limit(limit).select(\.id)
                    .union(all: true, Values([Int]())),
                Array([4, 3, 2, 1].prefix(limit))
            )
        }
        let values = (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
            Int.random(in: 0..<6, using: &generator)
        }
        return (Values(values).union(all: true, Values([Int]())), values)
    }
}
