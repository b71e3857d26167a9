import DataLiteClauses
import DataLiteTesting
import Testing

/// Statements with random clauses have the same effect as the same statements written with method chains.
@Suite("Random statements written with clauses")
struct RandomClauseTests {
    /// Prints its seed, so that a failure can be repeated.
    private static func generator() -> SeededGenerator {
        let seed = UInt64.random(in: 0...(.max))
        print("RandomClauseTests: seed \(seed)")
        return SeededGenerator(state: seed)
    }

    private func state(_ db: Connection) throws -> [Reminder] {
        try Reminder.all.order(by: \.id).fetchAll(db)
    }

    @Test("Updates and deletes change the same rows as chains")
    func changes() throws {
        var random = Self.generator()
        for _ in 0..<60 {
            let (lhs, rhs) = (try Fixture.connection(), try Fixture.connection())
            let least = Int.random(in: -1...5, using: &random)
            let isOpen = Bool.random(using: &random)
            let position = Int.random(in: 0...3, using: &random) * 10
            let limit = Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : nil
            let count: (Int, Int)
            if Bool.random(using: &random) {
                let clauses = sql { schema in
                    let reminder = schema.into(Reminder.self)
                    Update(reminder)
                    Setting(reminder) { $0.position += position }
                    Where(reminder.id > least)
                    if isOpen { Where(!reminder.isCompleted) }
                    OrderBy(reminder.position.desc())
                    if let limit { Limit(limit) }
                }
                let chain = rows(least, isOpen, limit).update { $0.position += position }
                count = (try clauses.execute(lhs), try chain.execute(rhs))
            } else {
                let clauses = sql { schema in
                    let reminder = schema.table(Reminder.self)
                    Delete(reminder)
                    Where(reminder.id > least)
                    if isOpen { Where(!reminder.isCompleted) }
                    OrderBy(reminder.position.desc())
                    if let limit { Limit(limit) }
                    Returning(reminder.id)
                }
                let chain = rows(least, isOpen, limit).delete().returning(\.id)
                count = (try clauses.fetchAll(lhs).count, try chain.fetchAll(rhs).count)
            }
            #expect(count.0 == count.1)
            #expect(try state(lhs) == state(rhs))
        }
    }

    private func rows(_ least: Int, _ isOpen: Bool, _ limit: Int?) -> Where<Reminder> {
        var rows = Reminder.where { $0.id > least }.order { $0.position.desc() }
        if isOpen { rows = rows.where { !$0.isCompleted } }
        return limit.map { rows.limit($0) } ?? rows
    }

    @Test("Compounds return the rows that a model of sets returns")
    func compounds() throws {
        var random = Self.generator()
        let db = try Fixture.connection()
        for _ in 0..<60 {
            let (a, b) = (
                Int.random(in: 0...5, using: &random), Int.random(in: 0...5, using: &random)
            )
            let (lhs, rhs) = ((1...4).filter { $0 > a }, (1...4).filter { $0 < b })
            let kind = Int.random(in: 0..<4, using: &random)
            #expect(try query(kind, a, b).fetchAll(db) == expected(kind, lhs, rhs))
        }
    }

    private func expected(_ kind: Int, _ lhs: [Int], _ rhs: [Int]) -> [Int] {
        switch kind {
        case 0: Set(lhs + rhs).sorted()
        case 1: (lhs + rhs).sorted()
        case 2: lhs.filter(rhs.contains)
        default: lhs.filter { !rhs.contains($0) }
        }
    }

    private func query(_ kind: Int, _ a: Int, _ b: Int) -> Select<Int, ()> {
        switch kind {
        case 0:
            sql { schema in
                let (lhs, rhs) = (schema.table(Reminder.self), schema.table(Reminder.self))
                Select(lhs.id)
                From(lhs)
                Where(lhs.id > a)
                Union()
                Select(rhs.id)
                From(rhs)
                Where(rhs.id < b)
                OrderBy(lhs.id)
            }
        case 1:
            sql { schema in
                let (lhs, rhs) = (schema.table(Reminder.self), schema.table(Reminder.self))
                Select(lhs.id)
                From(lhs)
                Where(lhs.id > a)
                UnionAll()
                Select(rhs.id)
                From(rhs)
                Where(rhs.id < b)
                OrderBy(rhs.id)
            }
        case 2:
            sql { schema in
                let (lhs, rhs) = (schema.table(Reminder.self), schema.table(Reminder.self))
                Select(lhs.id)
                From(lhs)
                Where(lhs.id > a)
                Intersect()
                Select(rhs.id)
                From(rhs)
                Where(rhs.id < b)
                OrderBy(lhs.id)
            }
        default:
            sql { schema in
                let (lhs, rhs) = (schema.table(Reminder.self), schema.table(Reminder.self))
                Select(lhs.id)
                From(lhs)
                Where(lhs.id > a)
                Except()
                Select(rhs.id)
                From(rhs)
                Where(rhs.id < b)
                OrderBy(lhs.id)
            }
        }
    }
}

/// A generator of the same numbers for the same seed.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ (state >> 33)) &* 0xff51_afd7_ed55_8ccd
    }
}
