import DataLiteClauses
import DataLiteMacros
import DataLiteTestSupport
import Testing

@Table("lefts") private struct LeftRow: Hashable {
    let key: Int?
    let id: Int
}

@Table("rights") private struct RightRow: Hashable {
    let id: Int
    let key: Int?
}

@Table("thirds") private struct ThirdRow: Hashable {
    let id: Int
    let key: Int?
}

/// A row of a join: the shared column, and the identifiers of the joined rows.
private struct Joined: Hashable, Comparable {
    var key: Int?
    var left: Int?
    var right: Int?
    var third: Int?

    static func < (lhs: Joined, rhs: Joined) -> Bool {
        func order(_ row: Joined) -> [Int] {
            [row.key, row.left, row.right, row.third].map { $0 ?? -1 }
        }
        return order(lhs).lexicographicallyPrecedes(order(rhs))
    }
}

/// Rows of the three tables, and a model of joins on their keys.
private struct World {
    var lefts: [LeftRow] = []
    var rights: [RightRow] = []
    var thirds: [ThirdRow] = []

    init(_ random: inout SeededGenerator) {
        func key() -> Int? {
            let key = Int.random(in: 0...4, using: &random)
            return key == 0 ? nil : key
        }
        for id in 0..<Int.random(in: 0...5, using: &random) {
            lefts.append(LeftRow(key: key(), id: id))
        }
        for id in 0..<Int.random(in: 0...5, using: &random) {
            rights.append(RightRow(id: id, key: key()))
        }
        for id in 0..<Int.random(in: 0...5, using: &random) {
            thirds.append(ThirdRow(id: id, key: key()))
        }
    }

    func connection() throws -> Connection {
        let db = try Connection(location: .inMemory)
        for table in ["lefts", "rights", "thirds"] {
            try db.execute("CREATE TABLE \(identifier: table)(id INTEGER NOT NULL, key INTEGER)")
        }
        for row in lefts { try LeftRow.insert { row }.execute(db) }
        for row in rights { try RightRow.insert { row }.execute(db) }
        for row in thirds { try ThirdRow.insert { row }.execute(db) }
        return db
    }

    var start: [Joined] { lefts.map { Joined(key: $0.key, left: $0.id) } }

    /// Joins rows with the rows of another table.
    static func join(
        _ rows: [Joined], _ others: [(id: Int, key: Int?)], keepsLeft: Bool, keepsRight: Bool,
        _ member: WritableKeyPath<Joined, Int?>
    ) -> [Joined] {
        var result: [Joined] = []
        for row in rows {
            let matches = others.filter { $0.key != nil && $0.key == row.key }
            for match in matches {
                var row = row
                row[keyPath: member] = match.id
                result.append(row)
            }
            if matches.isEmpty && keepsLeft { result.append(row) }
        }
        guard keepsRight else { return result }
        for other in others where other.key == nil || !rows.contains(where: { $0.key == other.key })
        {
            var row = Joined(key: other.key)
            row[keyPath: member] = other.id
            result.append(row)
        }
        return result
    }
}

@Suite("Random joins on a shared column")
struct RandomSharedColumnTests {
    @Test("Each kind of join returns the rows of a model, with NULL on both sides")
    func kinds() throws {
        for seed in RandomSeeds.range(count: 40) {
            var random = SeededGenerator(seed: UInt64(seed))
            let world = World(&random)
            let db = try world.connection()
            let least = Int.random(in: 0...3, using: &random)
            for (keepsLeft, keepsRight) in [
                (false, false), (true, false), (false, true), (true, true),
            ] {
                let expected = World.join(
                    world.start, world.rights.map { ($0.id, $0.key) }, keepsLeft: keepsLeft,
                    keepsRight: keepsRight, \.right)
                #expect(
                    try Self.rows(db, keepsLeft, keepsRight, nil).sorted() == expected.sorted(),
                    "DATALITE_SEED=\(seed)")
                #expect(
                    try Self.rows(db, keepsLeft, keepsRight, least).sorted()
                        == expected.filter { ($0.key ?? -1) > least }.sorted(),
                    "DATALITE_SEED=\(seed)")
            }
        }
    }

    @Test("The shared column of a full join is joined with a third table")
    func thirdTable() throws {
        let query = sql { schema in
            let left = schema.optionalTable(LeftRow.self)
            let right = schema.optionalTable(RightRow.self)
            let third = schema.optionalTable(ThirdRow.self)
            let two = left.shared(\.key, with: right, \.key)
            let three = two.shared(with: third, \.key)
            Select(three, left.id, right.id, third.id)
            From(left)
            FullJoin(right, using: two)
            FullJoin(third, using: three)
        }
        for seed in RandomSeeds.range(count: 40) {
            var random = SeededGenerator(seed: UInt64(seed))
            let world = World(&random)
            let two = World.join(
                world.start, world.rights.map { ($0.id, $0.key) }, keepsLeft: true,
                keepsRight: true,
                \.right)
            let expected = World.join(
                two, world.thirds.map { ($0.id, $0.key) }, keepsLeft: true, keepsRight: true,
                \.third)
            let rows = try query.fetchAll(try world.connection())
            #expect(
                rows.map { Joined(key: $0.0, left: $0.1, right: $0.2, third: $0.3) }.sorted()
                    == expected.sorted(), "DATALITE_SEED=\(seed)")
        }
    }

    /// The rows of a join, without those whose shared column is NULL or at most `least`.
    private static func rows(
        _ db: Connection, _ keepsLeft: Bool, _ keepsRight: Bool, _ least: Int?
    ) throws -> [Joined] {
        switch (keepsLeft, keepsRight) {
        case (false, false):
            try sql { schema in
                let (left, right) = (schema.table(LeftRow.self), schema.table(RightRow.self))
                let key = left.shared(\.key, with: right, \.key)
                Select(key, left.id, right.id)
                From(left)
                Join(right, using: key)
                if let least { Where(key > least) }
            }.fetchAll(db).map { Joined(key: $0.0, left: $0.1, right: $0.2) }
        case (true, false):
            try sql { schema in
                let (left, right) = (
                    schema.table(LeftRow.self), schema.optionalTable(RightRow.self)
                )
                let key = left.shared(\.key, with: right, \.key)
                Select(key, left.id, right.id)
                From(left)
                LeftJoin(right, using: key)
                if let least { Where(key > least) }
            }.fetchAll(db).map { Joined(key: $0.0, left: $0.1, right: $0.2) }
        case (false, true):
            try sql { schema in
                let (left, right) = (
                    schema.optionalTable(LeftRow.self), schema.table(RightRow.self)
                )
                let key = left.shared(\.key, with: right, \.key)
                Select(key, left.id, right.id)
                From(left)
                RightJoin(right, using: key)
                if let least { Where(key > least) }
            }.fetchAll(db).map { Joined(key: $0.0, left: $0.1, right: $0.2) }
        case (true, true):
            try sql { schema in
                let (left, right) = (
                    schema.optionalTable(LeftRow.self), schema.optionalTable(RightRow.self)
                )
                let key = left.shared(\.key, with: right, \.key)
                Select(key, left.id, right.id)
                From(left)
                FullJoin(right, using: key)
                if let least { Where(key > least) }
            }.fetchAll(db).map { Joined(key: $0.0, left: $0.1, right: $0.2) }
        }
    }
}
