import DataLiteQuery
import Testing

/// Random queries over small random tables, compared with the same query computed without SQLite.
@Suite("A random query")
struct RandomQueryTests {
    typealias A = Cell<One>
    typealias B = Cell<Two>
    typealias C = Cell<Three>

    private static let seeds = RandomCase.seeds

    @Test("A random query of one table filters, orders and limits its rows")
    func oneTable() throws {
        for seed in Self.seeds {
            var test = try RandomCase(seed: seed, hasSubqueries: true)
            let (first, second) = (test.condition(3), test.condition(3))
            let term = test.term(3)
            let (count, offset) = (test.number(0...5), test.number(0...2))
            let descending = seed.isMultiple(of: 2)
            let nulls: Ordering.Nulls? = [nil, .first, .last][seed % 3]
            let query = A.where { first.expression($0.terms) }
                .where { second.expression($0.terms) }
                .order {
                    (
                        descending
                            ? term.expression($0.terms).desc(nulls: nulls)
                            : term.expression($0.terms).asc(nulls: nulls),
                        $0.id.asc()
                    )
                }
                .limit(count, offset: offset)
            let model = test.a.filtered(first).filtered(second)
                .ordered(by: term, descending: descending, nullsFirst: nulls.map { $0 == .first })
                .limited(count, offset: offset)
            try test.expectInOrder(query, model, seed: seed) { $0.cells }
        }
    }

    @Test("A random query combines the conditions of two queries")
    func combined() throws {
        for seed in Self.seeds {
            var test = try RandomCase(seed: seed, hasSubqueries: true)
            let (first, second, third) = (test.condition(3), test.condition(3), test.condition(3))
            let lhs = A.where { first.expression($0.terms) }
            let rhs = A.where { second.expression($0.terms) }.where { third.expression($0.terms) }
            try test.expect(
                lhs || rhs, test.a.filtered(.or(first, .and(second, third))), seed: seed
            ) { $0.cells }
            try test.expect(
                lhs && rhs, test.a.filtered(.and(first, .and(second, third))), seed: seed
            ) { $0.cells }
        }
    }

    @Test("A random query selects expressions, each row once")
    func distinct() throws {
        for seed in Self.seeds {
            var test = try RandomCase(seed: seed, hasSubqueries: true)
            let condition = test.condition(3)
            let terms = [test.term(3), test.term(3)]
            let query = A.where { condition.expression($0.terms) }
                .select { (terms[0].expression($0.terms), terms[1].expression($0.terms)) }
                .distinct()
            let model = test.a.filtered(condition).projected(terms).distinct()
            try test.expect(query, model, seed: seed) { [$0.0, $0.1] }
        }
    }

    @Test("Random queries with conditions are joined", arguments: QueryModel.Join.allCases)
    func join(_ kind: QueryModel.Join) throws {
        for seed in Self.seeds {
            var test = try RandomCase(seed: seed, hasSubqueries: true)
            let (left, right) = (test.condition(3), test.condition(3))
            let (on, after) = (test.condition(6), test.condition(6))
            let a = A.where { left.expression($0.terms) }
            let b = B.where { right.expression($0.terms) }
            let model = test.a.filtered(left).joined(test.b.filtered(right), kind, on: on)
                .filtered(after)
            switch kind {
            case .inner:
                let query = a.join(b) { on.expression($0.terms + $1.terms) }
                    .where { after.expression($0.terms + $1.terms) }
                try test.expect(query, model, seed: seed) { $0.0.cells + $0.1.cells }
            case .left:
                let query = a.leftJoin(b) { on.expression($0.terms + $1.terms) }
                    .where { after.expression($0.terms + $1.terms) }
                try test.expect(query, model, seed: seed) { $0.0.cells + $0.1.cells() }
            case .right:
                let query = a.rightJoin(b) { on.expression($0.terms + $1.terms) }
                    .where { after.expression($0.terms + $1.terms) }
                try test.expect(query, model, seed: seed) { $0.0.cells() + $0.1.cells }
            case .full:
                let query = a.fullJoin(b) { on.expression($0.terms + $1.terms) }
                    .where { after.expression($0.terms + $1.terms) }
                try test.expect(query, model, seed: seed) { $0.0.cells() + $0.1.cells() }
            }
        }
    }

    @Test("Three random queries with conditions are joined")
    func threeTables() throws {
        for seed in Self.seeds {
            var test = try RandomCase(seed: seed, hasSubqueries: true)
            let conditions = [test.condition(3), test.condition(3), test.condition(3)]
            let (first, second, after) = (test.condition(6), test.condition(9), test.condition(9))
            let a = A.where { conditions[0].expression($0.terms) }
            let b = B.where { conditions[1].expression($0.terms) }
            let c = C.where { conditions[2].expression($0.terms) }
            func model(_ one: QueryModel.Join, _ two: QueryModel.Join) -> QueryModel {
                test.a.filtered(conditions[0])
                    .joined(test.b.filtered(conditions[1]), one, on: first)
                    .joined(test.c.filtered(conditions[2]), two, on: second)
                    .filtered(after)
            }
            let leftLeft = a.leftJoin(b) { first.expression($0.terms + $1.terms) }
                .leftJoin(c) { second.expression($0.terms + $1.terms + $2.terms) }
                .where { after.expression($0.terms + $1.terms + $2.terms) }
            try test.expect(leftLeft, model(.left, .left), seed: seed) {
                $0.0.cells + $0.1.cells() + $0.2.cells()
            }
            let leftInner = a.leftJoin(b) { first.expression($0.terms + $1.terms) }
                .join(c) { second.expression($0.terms + $1.terms + $2.terms) }
                .where { after.expression($0.terms + $1.terms + $2.terms) }
            try test.expect(leftInner, model(.left, .inner), seed: seed) {
                $0.0.cells + $0.1.cells() + $0.2.cells
            }
            let innerLeft = a.join(b) { first.expression($0.terms + $1.terms) }
                .leftJoin(c) { second.expression($0.terms + $1.terms + $2.terms) }
                .where { after.expression($0.terms + $1.terms + $2.terms) }
            try test.expect(innerLeft, model(.inner, .left), seed: seed) {
                $0.0.cells + $0.1.cells + $0.2.cells()
            }
        }
    }

    @Test("A random query with an order and a limit is joined")
    func joinedLimit() throws {
        for seed in Self.seeds {
            var test = try RandomCase(seed: seed, hasSubqueries: true)
            let (left, right) = (test.condition(3), test.condition(3))
            let (on, after) = (test.condition(6), test.condition(6))
            let term = test.term(3)
            let (count, offset) = (test.number(0...3), test.number(0...1))
            let limited = B.where { right.expression($0.terms) }
                .order { (term.expression($0.terms).asc(), $0.id.asc()) }
                .limit(count, offset: offset)
            let model = test.b.filtered(right).ordered(by: term, descending: false)
                .limited(count, offset: offset)
            let a = A.where { left.expression($0.terms) }
            try test.expect(
                a.leftJoin(limited) { on.expression($0.terms + $1.terms) }
                    .where { after.expression($0.terms + $1.terms) },
                test.a.filtered(left).joined(model, .left, on: on).filtered(after), seed: seed
            ) { $0.0.cells + $0.1.cells() }
            try test.expect(
                a.join(limited) { on.expression($0.terms + $1.terms) }
                    .where { after.expression($0.terms + $1.terms) },
                test.a.filtered(left).joined(model, .inner, on: on).filtered(after), seed: seed
            ) { $0.0.cells + $0.1.cells }
        }
    }

    @Test("A random query contains subqueries, including correlated ones")
    func subqueries() throws {
        for seed in Self.seeds {
            var test = try RandomCase(seed: seed, hasSubqueries: true)
            let (outer, inner, correlated) = (
                test.condition(3), test.condition(3), test.condition(6)
            )
            let term = test.term(3)
            let values = test.b.filtered(inner).projected([term]).rows.map { $0[0] }
            let contained = A.where { outer.expression($0.terms) }
                .where { row in
                    row.a.in(
                        B.where { inner.expression($0.terms) }
                            .select { term.expression($0.terms) })
                }
            let members = test.a.filtered(outer).rows.filter { row in
                row[1] != nil && values.contains(row[1])
            }
            try test.expect(
                contained, QueryModel(rows: members, width: 3), seed: seed
            ) { $0.cells }

            let existing = A.where { outer.expression($0.terms) }
                .where { row in
                    !B.where { inner.expression($0.terms) }
                        .where { correlated.expression(row.terms + $0.terms) }
                        .exists()
                }
            let lonely = test.a.filtered(outer).rows.filter { row in
                !test.b.filtered(inner).rows.contains { correlated.truth(in: row + $0) == true }
            }
            try test.expect(existing, QueryModel(rows: lonely, width: 3), seed: seed) { $0.cells }
        }
    }
}
