import DataLiteQuery

/// A random number or NULL over the columns of a row, with its value in the model.
indirect enum RandomTerm {
    case column(Int)
    case constant(Int?)
    case sum(RandomTerm, RandomTerm)
    case difference(RandomTerm, RandomTerm)
    case product(RandomTerm, RandomTerm)
    case coalesced(RandomTerm, RandomTerm)
    case quotient(RandomTerm, RandomTerm)
    case remainder(RandomTerm, RandomTerm)
    case choice(RandomCondition, RandomTerm, RandomTerm)
    case aggregate(RandomSubquery)

    /// - Parameter rows: The rows of the table that subqueries read; `nil` for no subqueries.
    static func random(
        columns: Int, depth: Int = 2, rows: [[Int?]]? = nil,
        using generator: inout some RandomNumberGenerator
    ) -> RandomTerm {
        func term() -> RandomTerm {
            random(columns: columns, depth: depth - 1, rows: rows, using: &generator)
        }
        func condition() -> RandomCondition {
            .random(columns: columns, depth: depth - 1, rows: rows, using: &generator)
        }
        let count = depth <= 0 ? 5 : rows == nil ? 12 : 14
        switch Int.random(in: 0..<count, using: &generator) {
        case 0...2: return .column(Int.random(in: 0..<columns, using: &generator))
        case 3: return .constant(Int.random(in: -2...3, using: &generator))
        case 4: return .constant(nil)
        case 5: return .sum(term(), term())
        case 6: return .difference(term(), term())
        case 7: return .product(term(), term())
        case 8: return .coalesced(term(), term())
        case 9: return .quotient(term(), term())
        case 10: return .remainder(term(), term())
        case 11: return .choice(condition(), term(), term())
        default:
            return .aggregate(
                .random(columns: columns, depth: depth - 1, rows: rows ?? [], using: &generator))
        }
    }

    func value(in row: [Int?]) -> Int? {
        func both(_ lhs: RandomTerm, _ rhs: RandomTerm, _ combine: (Int, Int) -> Int) -> Int? {
            guard let lhs = lhs.value(in: row), let rhs = rhs.value(in: row) else { return nil }
            return combine(lhs, rhs)
        }
        switch self {
        case .column(let index): return row[index]
        case .constant(let value): return value
        case .sum(let lhs, let rhs): return both(lhs, rhs, +)
        case .difference(let lhs, let rhs): return both(lhs, rhs, -)
        case .product(let lhs, let rhs): return both(lhs, rhs, *)
        case .coalesced(let lhs, let rhs): return lhs.value(in: row) ?? rhs.value(in: row)
        case .quotient(let lhs, let rhs):
            return rhs.value(in: row) == 0 ? nil : both(lhs, rhs, /)
        case .remainder(let lhs, let rhs):
            return rhs.value(in: row) == 0 ? nil : both(lhs, rhs, %)
        case .choice(let condition, let lhs, let rhs):
            return condition.truth(in: row) == true ? lhs.value(in: row) : rhs.value(in: row)
        case .aggregate(let subquery): return subquery.value(in: row)
        }
    }

    func expression(_ columns: [SQLExpression<Int?>]) -> SQLExpression<Int?> {
        switch self {
        case .column(let index): columns[index]
        case .constant(let value): SQLExpression(value)
        case .sum(let lhs, let rhs): lhs.expression(columns) + rhs.expression(columns)
        case .difference(let lhs, let rhs): lhs.expression(columns) - rhs.expression(columns)
        case .product(let lhs, let rhs): lhs.expression(columns) * rhs.expression(columns)
        case .coalesced(let lhs, let rhs): lhs.expression(columns) ?? rhs.expression(columns)
        case .quotient(let lhs, let rhs): lhs.expression(columns) / rhs.expression(columns)
        case .remainder(let lhs, let rhs): lhs.expression(columns) % rhs.expression(columns)
        case .choice(let condition, let lhs, let rhs):
            Case().when(condition.expression(columns), then: lhs.expression(columns))
                .else(rhs.expression(columns))
        case .aggregate(let subquery): subquery.expression(columns)
        }
    }
}

/// A random condition over the columns of a row, with its truth in the model: true, false or NULL.
indirect enum RandomCondition {
    case equal(RandomTerm, RandomTerm)
    case notEqual(RandomTerm, RandomTerm)
    case less(RandomTerm, RandomTerm)
    case notLess(RandomTerm, RandomTerm)
    case isNull(RandomTerm)
    case between(RandomTerm, Int, Int)
    case oneOf(RandomTerm, [Int])
    case and(RandomCondition, RandomCondition)
    case or(RandomCondition, RandomCondition)
    case not(RandomCondition)
    case exists(RandomSubquery)
    case member(RandomTerm, RandomSubquery)

    /// - Parameter rows: The rows of the table that subqueries read; `nil` for no subqueries.
    static func random(
        columns: Int, depth: Int = 3, rows: [[Int?]]? = nil,
        using generator: inout some RandomNumberGenerator
    ) -> RandomCondition {
        func term() -> RandomTerm {
            .random(columns: columns, depth: min(depth, 2), rows: rows, using: &generator)
        }
        func condition() -> RandomCondition {
            random(columns: columns, depth: depth - 1, rows: rows, using: &generator)
        }
        func subquery() -> RandomSubquery {
            .random(columns: columns, depth: depth - 1, rows: rows ?? [], using: &generator)
        }
        let count = depth <= 0 ? 8 : rows == nil ? 14 : 17
        switch Int.random(in: 0..<count, using: &generator) {
        case 0...1: return .equal(term(), term())
        case 2: return .notEqual(term(), term())
        case 3: return .less(term(), term())
        case 4: return .notLess(term(), term())
        case 5: return .isNull(term())
        case 6:
            let lower = Int.random(in: -2...3, using: &generator)
            return .between(term(), lower, lower + Int.random(in: -1...3, using: &generator))
        case 7:
            let count = Int.random(in: 0...3, using: &generator)
            return .oneOf(
                term(), (0..<count).map { _ in Int.random(in: -2...3, using: &generator) })
        case 8...9: return .and(condition(), condition())
        case 10...11: return .or(condition(), condition())
        case 12...13: return .not(condition())
        case 14...15: return .member(term(), subquery())
        default: return .exists(subquery())
        }
    }

    func truth(in row: [Int?]) -> Bool? {
        func compare(_ lhs: RandomTerm, _ rhs: RandomTerm, _ by: (Int, Int) -> Bool) -> Bool? {
            guard let lhs = lhs.value(in: row), let rhs = rhs.value(in: row) else { return nil }
            return by(lhs, rhs)
        }
        switch self {
        case .equal(let lhs, let rhs): return lhs.value(in: row) == rhs.value(in: row)
        case .notEqual(let lhs, let rhs): return lhs.value(in: row) != rhs.value(in: row)
        case .less(let lhs, let rhs): return compare(lhs, rhs, <)
        case .notLess(let lhs, let rhs): return compare(lhs, rhs, >=)
        case .isNull(let term): return term.value(in: row) == nil
        case .between(let term, let lower, let upper):
            return term.value(in: row).map { $0 >= lower && $0 <= upper }
        case .oneOf(let term, let values):
            return term.value(in: row).map(values.contains) ?? false
        case .and(let lhs, let rhs):
            let (lhs, rhs) = (lhs.truth(in: row), rhs.truth(in: row))
            if lhs == false || rhs == false { return false }
            return lhs == nil || rhs == nil ? nil : true
        case .or(let lhs, let rhs):
            let (lhs, rhs) = (lhs.truth(in: row), rhs.truth(in: row))
            if lhs == true || rhs == true { return true }
            return lhs == nil || rhs == nil ? nil : false
        case .not(let condition): return condition.truth(in: row).map { !$0 }
        case .exists(let subquery): return !subquery.found(in: row).isEmpty
        case .member(let term, let subquery):
            guard let value = term.value(in: row) else { return false }
            return subquery.values(in: row).contains(value)
        }
    }

    func expression(_ columns: [SQLExpression<Int?>]) -> SQLExpression<Bool?> {
        switch self {
        case .equal(let lhs, let rhs):
            (lhs.expression(columns) == rhs.expression(columns)).optional()
        case .notEqual(let lhs, let rhs):
            (lhs.expression(columns) != rhs.expression(columns)).optional()
        case .less(let lhs, let rhs): lhs.expression(columns) < rhs.expression(columns)
        case .notLess(let lhs, let rhs): lhs.expression(columns) >= rhs.expression(columns)
        case .isNull(let term): (term.expression(columns) == nil).optional()
        case .between(let term, let lower, let upper):
            term.expression(columns).between(lower, and: upper)
        case .oneOf(let term, let values): term.expression(columns).in(values).optional()
        case .and(let lhs, let rhs): lhs.expression(columns) && rhs.expression(columns)
        case .or(let lhs, let rhs): lhs.expression(columns) || rhs.expression(columns)
        case .not(let condition): !condition.expression(columns)
        case .exists(let subquery): subquery.query(columns).exists().optional()
        case .member(let term, let subquery):
            term.expression(columns).in(subquery.members(columns)).optional()
        }
    }
}
