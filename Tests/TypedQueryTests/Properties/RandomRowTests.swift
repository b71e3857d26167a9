import DataLiteMacros
import DataLiteTestSupport
import Testing

/// Random queries and changes of a table with groups and represented columns, compared with Swift.
@Suite("A random query of groups and represented columns")
struct RandomRowTests {
    private static let seeds = RandomSeeds.range(count: 60)

    private struct Case {
        let db: Connection
        let rows: [Voyage]
        let seed: Int
        var random: SeededGenerator

        mutating func condition() -> VoyageCondition { .random(using: &random) }

        func expect<Row: Hashable, Q: Query<Row>>(
            _ query: Q, _ expected: [Row], sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let found = try query.fetchAll(db)
            func counts(_ rows: [Row]) -> [Row: Int] {
                Dictionary(rows.map { ($0, 1) }, uniquingKeysWith: +)
            }
            let sql = try query.sql()
            #expect(
                counts(found) == counts(expected), "seed \(seed): \(sql)",
                sourceLocation: sourceLocation)
        }
    }

    private func forEachCase(_ body: (inout Case) throws -> Void) throws {
        for seed in Self.seeds {
            var random = SeededGenerator(seed: UInt64(seed))
            let count = Int.random(in: 0...6, using: &random)
            let rows = (0..<count).map { Voyage.random(id: $0, using: &random) }
            let db = try Connection(location: .inMemory)
            try Voyage.createTable().execute(db)
            try Voyage.insert { rows }.execute(db)
            var test = Case(db: db, rows: rows, seed: seed, random: random)
            try Voyage.$rows.withValue(rows) { try body(&test) }
        }
    }

    @Test("A random query with scopes filters, orders and limits its rows")
    func rows() throws {
        try forEachCase { test in
            let (first, second) = (test.condition(), test.condition())
            let query = Voyage.where { first.expression($0) }.where { second.expression($0) }
            let rows = test.rows.filter { first.truth($0) == true && second.truth($0) == true }
            try test.expect(query, rows)
            try test.expect(query.ended, rows.filter { $0.first.end != nil })
            try test.expect(
                Voyage.ended.where { first.expression($0) }.where { second.expression($0) },
                rows.filter { $0.first.end != nil })
            let best = rows.sorted { ($0.rank ?? -1, -$0.id) > ($1.rank ?? -1, -$1.id) }
            #expect(
                try query.best.fetchAll(test.db) == Array(best.prefix(3)), "seed \(test.seed)")
            let byLeg = query.order { ($0.first.begin, $0.first.end.desc(), $0.id) }
            let sorted = rows.sorted {
                ($0.first.begin, -($0.first.end ?? -1), $0.id)
                    < ($1.first.begin, -($1.first.end ?? -1), $1.id)
            }
            #expect(try byLeg.fetchAll(test.db) == sorted, "seed \(test.seed)")
            let bounds = query.select {
                ($0.rank.min(), $0.rank.max(), $0.first.end.max(), $0.second.begin.min())
            }
            let found = try #require(try bounds.fetchOne(test.db))
            #expect(
                [found.0, found.1, found.2, found.3] == [
                    rows.compactMap(\.rank).min(), rows.compactMap(\.rank).max(),
                    rows.compactMap(\.first.end).max(), rows.compactMap(\.second?.begin).min(),
                ], "seed \(test.seed)")
        }
    }

    @Test(
        "A random outer join selects the same tables and groups in each form"
    )
    func selections() throws {
        try forEachCase { test in
            let (left, right) = (test.condition(), test.condition())
            let pairs = Voyage.where { left.expression($0) }
                .leftJoin(Voyage.where { right.expression($0) }) { $0.first.begin == $1.rank }
                .select { VoyagePair.Columns(left: $0, right: $1, leg: $1.first, rank: $1.rank) }
            let rights = test.rows.filter { right.truth($0) == true }
            let expected = test.rows.filter { left.truth($0) == true }.flatMap { one in
                let matches = rights.filter { $0.rank == one.first.begin }
                return matches.isEmpty
                    ? [VoyagePair(left: one, right: nil, leg: nil, rank: nil)]
                    : matches.map { VoyagePair(left: one, right: $0, leg: $0.first, rank: $0.rank) }
            }
            try test.expect(pairs, expected)
            let filtered = pairs.asTable().where {
                $0.leg.end != nil && $0.left.first.begin < 2 && $0.right.rank == $0.rank
            }
            let kept = expected.filter { $0.leg?.end != nil && $0.left.first.begin < 2 }
            try test.expect(filtered, kept)
            let common = With {
                pairs
            } query: {
                $0.where { $0.leg.end != nil && $0.left.first.begin < 2 }
            }
            try test.expect(common, kept)
            try test.expect(pairs.union(all: true, filtered), expected + kept)
            try test.expect(pairs.union(filtered), Array(Set(expected)))
            try test.expect(pairs.except(filtered), Array(Set(expected).subtracting(kept)))
            let legs = pairs.asTable().group(by: \.leg).select { ($0.leg, $0.rank.count()) }
            let groups = Dictionary(grouping: expected, by: \.leg)
            let counts = try legs.fetchAll(test.db).map { "\(String(describing: $0.0)) \($0.1)" }
            #expect(
                counts.sorted()
                    == groups.map {
                        "\(String(describing: $0)) \($1.count { $0.rank != nil })"
                    }.sorted(), "seed \(test.seed)")
        }
    }

    @Test("Updates, deletes and inserts return the rows that they write")
    func changes() throws {
        try forEachCase { test in
            let (first, second) = (test.condition(), test.condition())
            let (leg, number) = (
                Voyage.optionalLeg(&test.random), Int.random(in: 0...3, using: &test.random)
            )
            let update = Voyage.where { first.expression($0) }.update {
                $0.first.begin = SQLExpression(number)
                $0.second = leg
                $0.rank = $0.first.end
                $0.plain += 1
            }
            let written = test.rows.filter { first.truth($0) == true }.map { row in
                var row = row
                row.rank = row.first.end
                row.first.begin = number
                row.second = leg
                row.plain = row.plain.map { $0 + 1 }
                return row
            }
            try test.expect(update.returning(Voyage.self), written)
            let untouched = test.rows.filter { first.truth($0) != true }
            try test.expect(Voyage.all, untouched + written)
            try Voyage.all.delete().execute(test.db)
            let inserted = Voyage.insert { test.rows }.returning {
                VoyagePair.Columns(left: $0, right: $0, leg: $0.second, rank: $0.rank)
            }
            if !test.rows.isEmpty {
                try test.expect(
                    inserted,
                    test.rows.map { VoyagePair(left: $0, right: $0, leg: $0.second, rank: $0.rank) }
                )
            }
            let delete = Voyage.where { second.expression($0) }.delete().returning {
                ($0.id, $0.first, $0.rank)
            }
            let deleted = test.rows.filter { second.truth($0) == true }
            let found = try delete.fetchAll(test.db).sorted { $0.0 < $1.0 }
            #expect(found.map(\.0) == deleted.map(\.id), "seed \(test.seed)")
            #expect(found.map(\.1) == deleted.map(\.first), "seed \(test.seed)")
            #expect(found.map(\.2) == deleted.map(\.rank), "seed \(test.seed)")
            try test.expect(Voyage.all, test.rows.filter { second.truth($0) != true })
        }
    }
}
