import DataLiteMacros
import Testing

/// A table whose condition depends on the test case.
@Table private struct Gated {
    let id: Int
    var a: Int?
    var b: Int?

    static var constraints: [TableConstraint<Gated>] {
        [.check { RandomCheck(seed: GatedSeed.current).condition($0, depth: 3) }]
    }
}

private enum GatedSeed {
    @TaskLocal static var current: UInt64 = 0
}

/// A condition that depends only on its seed.
private struct RandomCheck {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private mutating func next(_ count: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(count))
    }

    func condition(_ row: Gated.Columns, depth: Int) -> SQLExpression<Bool> {
        var copy = self
        return copy.nextCondition(row, depth: depth)
    }

    private mutating func nextCondition(
        _ row: Gated.Columns, depth: Int
    ) -> SQLExpression<Bool> {
        let number = next(4) - 1
        switch next(depth > 0 ? 8 : 5) {
        case 0: return row.a == number
        case 1: return row.b != number
        case 2: return ConditionBuilder.buildExpression(row.a < row.b)
        case 3: return row.a == nil
        case 4: return row.b.in([number, 2])
        case 5:
            let lhs = nextCondition(row, depth: depth - 1)
            return lhs && nextCondition(row, depth: depth - 1)
        case 6:
            let lhs = nextCondition(row, depth: depth - 1)
            return lhs || nextCondition(row, depth: depth - 1)
        default: return !nextCondition(row, depth: depth - 1)
        }
    }
}

@Suite("A random condition of a table")
struct RandomCheckTests {
    @Test("A row is accepted unless the condition is false", arguments: 0..<60 as Range<UInt64>)
    func accepted(seed: UInt64) throws {
        try GatedSeed.$current.withValue(seed) {
            let db = try Connection(location: .inMemory)
            try Gated.createTable().execute(db)
            #expect(try Gated.differences(in: db) == [], "seed \(seed)")
            let values: [Int?] = [nil, -1, 0, 1, 2]
            for a in values {
                for b in values {
                    let condition = RandomCheck(seed: seed).condition(
                        Gated.columns, depth: 3)
                    try db.execute(script: "PRAGMA ignore_check_constraints = ON")
                    try Gated.insert { Gated(id: 1, a: a, b: b) }.execute(db)
                    let isFalse = try Gated.select { _ in condition.is(false) }.fetchRequired(db)
                    try Gated.all.delete().execute(db)
                    try db.execute(script: "PRAGMA ignore_check_constraints = OFF")
                    let count = try? Gated.insert { Gated(id: 1, a: a, b: b) }.execute(db)
                    #expect((count == nil) == isFalse, "seed \(seed), a \(a as Any), b \(b as Any)")
                    try Gated.all.delete().execute(db)
                }
            }
        }
    }
}
