import DataLiteMacros
import Testing

@Table struct Depth: Equatable {
    var height: Double

    static let soundings = hasMany(Sounding.self, by: \.height, to: \.height)
}

@Table struct Sounding: Equatable {
    var number: Int
    var height: Double

    static let depths = hasMany(Depth.self, by: \.height, to: \.height)
}

@Suite("Integer keys of an association")
struct AssociationNumberTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE depths(height);
                CREATE TABLE soundings(number INTEGER, height);
                INSERT INTO depths VALUES (2), (1), (7), (2), (-9223372036854775808);
                WITH RECURSIVE numbers(k) AS (SELECT 100 UNION ALL SELECT k + 1 FROM numbers WHERE k < 150)
                INSERT INTO depths SELECT k FROM numbers;
                INSERT INTO soundings VALUES (1, 1), (2, 2), (3, 1.0), (4, 2), (5, 1),
                    (6, -9223372036854775808.0), (7, NULL), (8, 2.5);
                """)
    }

    @Test("A number that is stored as an integer or as a real number is the same key")
    func reals() throws {
        let soundings = Depth.soundings.order { $0.number.desc() }
        let rows = try Depth.order(by: \.rowid).including(
            soundings, soundings.including(Sounding.depths), soundings.limit(1), soundings.count
        ).fetchAll(db)
        #expect(rows.count == 56)
        #expect(
            rows.prefix(5).map { $0.1.map(\.number) } == [[4, 2], [5, 3, 1], [], [4, 2], [6]])
        #expect(rows.map { $0.2.map(\.0.number) } == rows.map { $0.1.map(\.number) })
        #expect(
            rows.prefix(5).map { $0.2.map(\.1.count) } == [[2, 2], [1, 1, 1], [], [2, 2], [1]])
        #expect(rows.prefix(5).map { $0.3.map(\.number) } == [[4], [5], [], [4], [6]])
        #expect(rows.prefix(5).map(\.4) == [2, 3, 0, 2, 1])
    }

    @Test("The rows of integer keys are not sorted by SQLite if an index has their order")
    func index() throws {
        try db.execute(script: "CREATE INDEX byHeight ON soundings(height, number)")
        let trace = StatementRecorder()
        db.add(traceDelegate: trace)
        let rows = try Depth.where { $0.height > 0 }.order(by: \.rowid)
            .including(Depth.soundings.order(by: \.number)).fetchAll(db)
        db.remove(traceDelegate: trace)
        let numbers = rows.prefix(4).map { $0.1.map(\.number) }
        #expect(numbers == [[2, 4], [1, 3, 5], [], [2, 4]])
        let texts = trace.texts.filter { $0.contains("json_each") }
        #expect(texts.count == 2)  // A real number is not one of the keys, so it starts again.
        let steps = try db.rows("EXPLAIN QUERY PLAN \(raw: texts[0])").map { "\($0)" }
        #expect(steps.contains { $0.contains("byHeight") }, "\(steps)")
        #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(steps)")
    }

    private final class StatementRecorder: ConnectionTraceDelegate {
        var texts: [String] = []

        func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
            texts.append(trace.expandedSQL)
        }
    }
}
