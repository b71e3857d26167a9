import DataLiteQuery
import Testing

/// Random compounds of queries with conditions, orders and limits, as queries and in subqueries,
/// compared with the same compounds computed without SQLite.
@Suite("A random compound")
struct RandomCompoundTests {
    typealias A = Cell<One>
    typealias B = Cell<Two>
    typealias C = Cell<Three>

    private typealias Compound = Select<Int?, SQLExpression<Int?>>

    private static let seeds = RandomCase.seeds

    @Test("A random compound of any depth has the rows of the model")
    func rows() throws {
        for seed in Self.seeds {
            var test = try RandomCase(seed: seed)
            let (query, model) = compound(depth: 3, &test)
            try test.expect(query, model, seed: seed) { [$0] }
            let count = try test.unlessTooDeep { try query.fetchCount(test.db) }
            #expect(count == nil || count == model.rows.count, "seed \(seed)")
            try test.expectInOrder(query.order { $0.asc() }, model.ordered(), seed: seed) { [$0] }
        }
    }

    @Test("A random compound is a list of values for another query")
    func members() throws {
        for seed in Self.seeds {
            var test = try RandomCase(seed: seed)
            let outer = test.condition(3)
            let (query, model) = compound(depth: 2, &test)
            let values = model.rows.map { $0[0] }
            let rows = test.a.filtered(outer).rows
            let a = A.where { outer.expression($0.terms) }
            try test.expect(
                a.where { $0.a.in(query) },
                QueryModel(rows: rows.filter { $0[1] != nil && values.contains($0[1]) }, width: 3),
                seed: seed
            ) { $0.cells }
            // NULL is in no query.
            let others = rows.filter { $0[1] == nil || !values.contains($0[1]) }
            try test.expect(
                a.where { !$0.a.in(query) }, QueryModel(rows: others, width: 3), seed: seed
            ) { $0.cells }
        }
    }

    @Test("A random compound exists in another query, and is a value of it")
    func subqueries() throws {
        for seed in Self.seeds {
            var test = try RandomCase(seed: seed)
            let (cut, model) = compound(depth: 2, &test)
            // Conditions of a query apply before its own limit.
            let query = cut.union(all: true, Values([Int?]()))
            let condition = test.condition(4)
            let lonely = test.a.rows.filter { row in
                !model.rows.contains { condition.truth(in: row + $0) == true }
            }
            try test.expect(
                A.where { a in
                    !query.where { condition.expression(a.terms + [$0]) }.exists()
                },
                QueryModel(rows: lonely, width: 3), seed: seed
            ) { $0.cells }

            let (other, second) = compound(depth: 1, &test)
            let both = query.union(all: true, other).order { $0.desc() }.limit(1)
            let greatest = (model.rows + second.rows).map { $0[0] }
                .max { ($0 ?? .min) < ($1 ?? .min) }
            try test.expect(
                A.select { ($0.id, both.scalar()) },
                QueryModel(rows: test.a.rows.map { [$0[0], greatest ?? nil] }, width: 2), seed: seed
            ) { [$0.0, $0.1 ?? nil] }
        }
    }

    // MARK: - Choices

    private func compound(depth: Int, _ test: inout RandomCase) -> (Compound, QueryModel) {
        let (lhs, left) = part(depth: depth - 1, &test)
        let (rhs, right) = part(depth: depth - 1, &test)
        let choice = QueryModel.Operator.allCases[test.number(0...3)]
        var query: Compound
        switch choice {
        case .union: query = lhs.union(rhs)
        case .unionAll: query = lhs.union(all: true, rhs)
        case .intersect: query = lhs.intersect(rhs)
        case .except: query = lhs.except(rhs)
        }
        var model = left.combined(choice, right)
        if test.number(0...2) == 0 {
            let condition = test.condition(1)
            query = query.where { condition.expression([$0]) }
            model = model.filtered(condition)
        }
        if test.number(0...2) == 0 {
            let (count, offset) = (test.number(0...5), test.number(0...2))
            query = query.order { $0.asc() }.limit(count, offset: offset)
            model = model.ordered().limited(count, offset: offset)
        }
        return (query, model)
    }

    /// A compound, or a query of a table as a compound with no rows.
    private func part(depth: Int, _ test: inout RandomCase) -> (Compound, QueryModel) {
        if depth > 0, test.number(0...2) > 0 { return compound(depth: depth, &test) }
        let none = Values([Int?]())
        switch test.number(0...2) {
        case 0:
            let (query, model) = values(of: A.self, test.a, &test)
            return (query.union(all: true, none), model)
        case 1:
            let (query, model) = values(of: B.self, test.b, &test)
            return (query.union(all: true, none), model)
        default:
            let (query, model) = values(of: C.self, test.c, &test)
            return (query.union(all: true, none), model)
        }
    }

    /// The values of a random term in rows of a table, often cut by a limit.
    private func values<Name>(
        of table: Cell<Name>.Type, _ rows: QueryModel, _ test: inout RandomCase
    ) -> (Select<Int?, Cell<Name>.Columns>, QueryModel) {
        let (condition, term) = (test.condition(3), test.term(3))
        var query = table.where { condition.expression($0.terms) }
        var model = rows.filtered(condition)
        if test.number(0...1) == 0 {
            let (count, offset) = (test.number(0...4), test.number(0...1))
            query = query.order { (term.expression($0.terms).desc(), $0.id.asc()) }
                .limit(count, offset: offset)
            model = model.ordered(by: term, descending: true).limited(count, offset: offset)
        }
        return (query.select { term.expression($0.terms) }, model.projected([term]))
    }
}
