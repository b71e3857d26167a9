import DataLiteClauses
import DataLiteQuery
import Testing

/// Random queries in other forms, and random changes, compared with the model.
@Suite("A random query in another form")
struct RandomFormTests {
    typealias A = Cell<One>
    typealias B = Cell<Two>

    private enum Other: TableAlias { typealias Table = A }

    private func forEachCase(_ body: (inout RandomCase, Int) throws -> Void) throws {
        for seed in RandomCase.seeds {
            var test = try RandomCase(seed: seed, hasSubqueries: true)
            try body(&test, seed)
        }
    }

    @Test("A random query joins a table with itself")
    func selfJoin() throws {
        try forEachCase { test, seed in
            let (left, right) = (test.condition(3), test.condition(3))
            let (on, after) = (test.condition(6), test.condition(6))
            let model = test.a.filtered(left).joined(test.a.filtered(right), .left, on: on)
                .filtered(after)
            let plain = A.where { left.expression($0.terms) }
                .leftJoin(A.where { right.expression($0.terms) }) {
                    on.expression($0.terms + $1.terms)
                }
                .where { after.expression($0.terms + $1.terms) }
            try test.expect(plain, model, seed: seed) { $0.0.cells + $0.1.cells() }
            let named = A.where { left.expression($0.terms) }.as(Other.self)
                .leftJoin(A.where { right.expression($0.terms) }) {
                    on.expression($0.terms + $1.terms)
                }
                .where { after.expression($0.terms + $1.terms) }
            try test.expect(named, model, seed: seed) { $0.0.cells + $0.1.cells() }
        }
    }

    @Test("A random query is written with clauses")
    func clauses() throws {
        try forEachCase { test, seed in
            let (on, condition) = (test.condition(6), test.condition(6))
            let term = test.term(6)
            let one = sql { schema in
                let (a, b) = (schema.table(A.self), schema.table(B.self))
                Select(a, term.expression(a.terms + b.terms))
                From(a)
                Join(b, on: on.expression(a.terms + b.terms))
                Where(condition.expression(a.terms + b.terms))
            }
            let joined = test.a.joined(test.b, .inner, on: on).filtered(condition)
            let model = joined.rows.map { row in Array(row.prefix(3)) + [term.value(in: row)] }
            try test.expect(one, QueryModel(rows: model, width: 4), seed: seed) {
                $0.0.cells + [$0.1]
            }
            let outer = sql { schema in
                let (a, b) = (schema.table(A.self), schema.optionalTable(A.self))
                Select(a, b)
                From(a)
                LeftJoin(b, on: on.expression(a.terms + b.terms))
                Where(condition.expression(a.terms + b.terms))
            }
            let outerModel = test.a.joined(test.a, .left, on: on).filtered(condition)
            try test.expect(outer, outerModel, seed: seed) { $0.0.cells + $0.1.cells() }
        }
    }

    @Test("A random query reads a common table expression")
    func commonTables() throws {
        try forEachCase { test, seed in
            let (inner, on, outer) = (test.condition(3), test.condition(6), test.condition(6))
            let query = With {
                A.where { inner.expression($0.terms) }
            } query: { rows in
                rows.join(A.all) { on.expression($0.terms + $1.terms) }
                    .where { outer.expression($0.terms + $1.terms) }
            }
            let model = test.a.filtered(inner).joined(test.a, .inner, on: on).filtered(outer)
            try test.expect(query, model, seed: seed) { $0.0.cells + $0.1.cells }
        }
    }

    @Test("A random query is a table of another query")
    func derivedTables() throws {
        try forEachCase { test, seed in
            let (inner, second) = (test.condition(3), test.condition(3))
            let (on, outer) = (test.condition(6), test.condition(6))
            let common = With {
                A.where { inner.expression($0.terms) }
            } query: {
                $0
            }
            let clauses = sql { schema in
                let a = schema.table(A.self)
                Select(a)
                From(a)
                Where(inner.expression(a.terms))
            }
            let selected = A.where { inner.expression($0.terms) }.select { $0 }
            let rows = test.a.filtered(inner).filtered(second)
            let model = test.a.joined(rows, .left, on: on).filtered(outer)
            for table in [common.asTable(), clauses.asTable(), selected.asTable(), selected] {
                let query = A.leftJoin(table.where { second.expression($0.terms) }) {
                    on.expression($0.terms + $1.terms)
                }
                .where { outer.expression($0.terms + $1.terms) }
                try test.expect(query, model, seed: seed) { $0.0.cells + $0.1.cells() }
            }
            let filtered = clauses.where { second.expression($0.terms) }
            try test.expect(filtered, rows, seed: seed) { $0.cells }
            let inClauses = sql { schema in
                let (a, b) = (schema.table(A.self), schema.optionalTable(filtered))
                Select(a, b)
                From(a)
                LeftJoin(b, on: on.expression(a.terms + b.terms))
                Where(outer.expression(a.terms + b.terms))
            }
            try test.expect(inClauses, model, seed: seed) { $0.0.cells + $0.1.cells() }
        }
    }

    @Test("A random query chooses the rows of an update and of a delete")
    func changes() throws {
        try forEachCase { test, seed in
            let (first, second) = (test.condition(3), test.condition(3))
            let term = test.term(3)
            try A.where { first.expression($0.terms) }.update { row in
                row.b = term.expression([row.id.optional(), row.a, row.b])
            }.execute(test.db)
            let updated = test.a.rows.map { row in
                first.truth(in: row) == true ? [row[0], row[1], term.value(in: row)] : row
            }
            try test.expect(A.all, QueryModel(rows: updated, width: 3), seed: seed) { $0.cells }
            // The model's subqueries read the rows from before the update.
            try A.all.delete().execute(test.db)
            try A.insert {
                for row in test.a.rows { A(id: row[0] ?? 0, a: row[1], b: row[2]) }
            }.execute(test.db)
            let count = try A.where { second.expression($0.terms) }.delete().execute(test.db)
            let kept = test.a.rows.filter { second.truth(in: $0) != true }
            #expect(count == test.a.rows.count - kept.count, "seed \(seed)")
            try test.expect(A.all, QueryModel(rows: kept, width: 3), seed: seed) { $0.cells }
        }
    }
}
