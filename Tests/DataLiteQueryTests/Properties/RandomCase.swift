import DataLiteQuery
import DataLiteTestSupport
import Testing

/// The random tables of a test, and the generator that it makes its choices with.
struct RandomCase {
    static let seeds = RandomSeeds.range(count: 100)

    var random: SeededGenerator
    let db: Connection
    let a, b, c: QueryModel

    /// Whether expressions contain subqueries.
    let hasSubqueries: Bool

    init(seed: Int, hasSubqueries: Bool = false) throws {
        // SQLite 3.51 turns EXISTS into a join, and an OFFSET then counts a row once for each row of the subquery.
        let isAffected = 3_051_000..<3_052_000 ~= Connection.libraryVersionNumber
        self.hasSubqueries = hasSubqueries && !isAffected
        random = SeededGenerator(seed: UInt64(seed))
        db = try Connection(location: .inMemory)
        a = try Self.fill(One.self, db, &random)
        b = try Self.fill(Two.self, db, &random)
        c = try Self.fill(Three.self, db, &random)
    }

    private static func fill<Name: CellName>(
        _ name: Name.Type, _ db: Connection, _ random: inout SeededGenerator
    ) throws -> QueryModel {
        try db.execute(
            "CREATE TABLE \(identifier: Name.name)(id INTEGER PRIMARY KEY, a INT, b INT)")
        var rows: [[Int?]] = []
        for id in 0..<Int.random(in: 0...6, using: &random) {
            let row: [Int?] = [id, Self.number(&random), Self.number(&random)]
            try db.execute("INSERT INTO \(identifier: Name.name) VALUES \(list: row)")
            rows.append(row)
        }
        return QueryModel(rows: rows, width: 3)
    }

    private static func number(_ random: inout SeededGenerator) -> Int? {
        Bool.random(using: &random) || Bool.random(using: &random)
            ? Int.random(in: -2...3, using: &random) : nil
    }

    mutating func condition(_ columns: Int) -> RandomCondition {
        .random(columns: columns, rows: hasSubqueries ? a.rows : nil, using: &random)
    }

    mutating func term(_ columns: Int) -> RandomTerm {
        .random(columns: columns, rows: hasSubqueries ? a.rows : nil, using: &random)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        .random(in: range, using: &random)
    }

    /// The result of a closure; `nil` if its query is nested more deeply than SQLite's parser
    /// allows.
    func unlessTooDeep<Result>(_ read: () throws -> Result) throws -> Result? {
        do {
            return try read()
        } catch let error as SQLiteError where error.message.hasPrefix("parser stack overflow") {
            return nil
        }
    }

    /// Expects a query to return the rows of the model, in any order, and one of them as its first row.
    func expect<Q: Query>(
        _ query: Q, _ model: QueryModel, seed: Int, _ cells: (Q.Output) -> [Int?],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        func counts(_ rows: [[Int?]]) -> [[Int?]: Int] {
            Dictionary(rows.map { ($0, 1) }, uniquingKeysWith: +)
        }
        guard let found = try unlessTooDeep({ try query.fetchAll(db) })?.map(cells) else { return }
        let sql = try query.sql()
        #expect(
            counts(found) == counts(model.rows), "seed \(seed): \(sql)",
            sourceLocation: sourceLocation)
        // To ask for the first row, or whether there is a row, can nest the query more deeply.
        if let first = try unlessTooDeep({ try query.fetchOne(db).map(cells) }) {
            #expect(
                first.map { model.rows.contains($0) } ?? model.rows.isEmpty, "seed \(seed): \(sql)",
                sourceLocation: sourceLocation)
        }
        if let exists = try unlessTooDeep({ try query.exists(db) }) {
            #expect(
                exists == !model.rows.isEmpty, "seed \(seed): \(sql)",
                sourceLocation: sourceLocation)
        }
    }

    /// Expects a query to return the rows of the model, in the same order, and the first of them as its first row.
    func expectInOrder<Q: Query>(
        _ query: Q, _ model: QueryModel, seed: Int, _ cells: (Q.Output) -> [Int?],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        guard let found = try unlessTooDeep({ try query.fetchAll(db) })?.map(cells) else { return }
        let sql = try query.sql()
        #expect(
            found == model.rows, "seed \(seed): \(sql)", sourceLocation: sourceLocation)
        guard let first = try unlessTooDeep({ try query.fetchOne(db).map(cells) }) else { return }
        #expect(first == model.rows.first, "seed \(seed): \(sql)", sourceLocation: sourceLocation)
    }
}
