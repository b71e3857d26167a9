import DataLiteQuery
import Testing

/// Random groups over joined tables, compared with the same groups computed without SQLite.
@Suite("A random query with groups")
struct RandomGroupTests {
    typealias A = Cell<One>
    typealias B = Cell<Two>
    typealias C = Cell<Three>

    private typealias Joined = Select<(A, B?), (A.Columns, B.OuterColumns)>

    private static let seeds = RandomCase.seeds

    /// A random choice of groups over two joined tables, and the model of their rows.
    private struct Groups {
        let joined: Joined
        let key, term: RandomTerm
        let filter, having: RandomCondition
        let model: QueryModel

        init(_ test: inout RandomCase) {
            let (left, right) = (test.condition(3), test.condition(3))
            let (on, after) = (test.condition(6), test.condition(6))
            (key, term, filter) = (test.term(6), test.term(6), test.condition(6))
            having = test.condition(8)
            joined = A.where { left.expression($0.terms) }
                .leftJoin(B.where { right.expression($0.terms) }) {
                    on.expression($0.terms + $1.terms)
                }
                .where { after.expression($0.terms + $1.terms) }
            model = test.a.filtered(left).joined(test.b.filtered(right), .left, on: on)
                .filtered(after).grouped(by: [key], term, filter: filter).filtered(having)
        }

        /// The columns of a group, in the order of the model.
        func terms(_ a: A.Columns, _ b: B.OuterColumns) -> [SQLExpression<Int?>] {
            let columns = a.terms + b.terms
            let value = term.expression(columns)
            let condition = filter.expression(columns)
            return [
                key.expression(columns), a.count().optional(), value.count().optional(),
                value.count(distinct: true).optional(), value.count(filter: condition).optional(),
                value.sum(), value.min(), value.max(),
            ]
        }

        var query: Joined {
            joined.group { key.expression($0.terms + $1.terms) }
                .having { having.expression(terms($0, $1)) }
        }
    }

    @Test("A random query summarizes the rows of a join, and filters the groups")
    func aggregates() throws {
        for seed in Self.seeds {
            var test = try RandomCase(seed: seed)
            let groups = Groups(&test)
            let query = groups.query.select { a, b in
                let terms = groups.terms(a, b)
                (
                    terms[0], terms[1], terms[2], terms[3], terms[4], terms[5], terms[6], terms[7]
                )
            }
            try test.expect(query, groups.model, seed: seed) {
                [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7]
            }
            #expect(try query.fetchCount(test.db) == groups.model.rows.count, "seed \(seed)")
        }
    }

    @Test("A random query orders and limits its groups")
    func limits() throws {
        for seed in Self.seeds {
            var test = try RandomCase(seed: seed)
            let groups = Groups(&test)
            let (count, offset) = (test.number(0...4), test.number(0...2))
            let query = groups.query
                .order { a, b in
                    let terms = groups.terms(a, b)
                    (terms[0], terms[1], terms[2])
                }
                .limit(count, offset: offset)
                .select { a, b in
                    let terms = groups.terms(a, b)
                    (terms[0], terms[1], terms[2])
                }
            let model = groups.model.ordered().limited(count, offset: offset)
            let cut = QueryModel(rows: model.rows.map { Array($0[..<3]) }, width: 3)
            try test.expectInOrder(query, cut, seed: seed) { [$0.0, $0.1, $0.2] }
        }
    }

    @Test("A random query with groups is a list of values for another query")
    func subqueries() throws {
        for seed in Self.seeds {
            var test = try RandomCase(seed: seed)
            let groups = Groups(&test)
            let keys = groups.query.select { a, b in groups.terms(a, b)[5] }
            let sums = groups.model.rows.map { $0[5] }
            let members = test.c.rows.filter { $0[1] != nil && sums.contains($0[1]) }
            try test.expect(
                C.where { $0.a.in(keys) }, QueryModel(rows: members, width: 3), seed: seed
            ) { $0.cells }
        }
    }
}
