import DataLiteQuery
import DataLiteTestSupport
import Testing

/// Inserts random drafts with one insert, and one by one.
@Suite("Random inserts of many drafts")
struct RandomInsertTests {
    @Test(
        "An insert of many drafts stores the same rows as an insert for each draft",
        arguments: RandomSeeds.range(count: 200))
    func sameRows(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let oddRows = Double.random(in: 0...0.5, using: &random)
        let drafts = (0..<Int.random(in: 0...300, using: &random)).map { position in
            guard Double.random(in: 0..<1, using: &random) < oddRows else {
                return Sample.Draft(value: .int(Int64(position)))
            }
            let id = Bool.random(using: &random) ? 1_000 * (position + 1) : nil
            let text = String(repeating: "a", count: Int.random(in: 0...200, using: &random))
            let value: SQLiteValue? = Bool.random(using: &random) ? .text(text) : nil
            return Sample.Draft(id: id, value: value)
        }
        let (many, single) = (try open(), try open())
        #expect(try Sample.insert { drafts }.execute(many) == drafts.count, "seed \(seed)")
        for draft in drafts { try Sample.insert { draft }.execute(single) }
        let rows = try Sample.order { $0.id }.fetchAll(many)
        #expect(try rows == Sample.order { $0.id }.fetchAll(single), "seed \(seed)")
    }

    private func open() throws -> Connection {
        let db = try Connection(location: .inMemory)
        try db.execute("CREATE TABLE samples (id INTEGER PRIMARY KEY, value)")
        return db
    }
}
