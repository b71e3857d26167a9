import DataLiteMacros
import DataLiteTesting
import Foundation
import Synchronization
import Testing

@Table private struct Job: Identifiable, Hashable {
    let id: Int
    var title: String
    var isDone = false
    var due: Date?
    var priority: Level?
    @Column(as: JSONRepresentation<[String]>.self) var tags: [String] = []
}

@Table private struct JobNote {
    let jobID: Int
    let text: String
}

@Selection private struct Place: Hashable {
    let x: Double
    let y: Double
}

private enum Level: Int, SQLiteRepresentable { case low = 1, high }

private struct Refusal: Error, CustomStringConvertible {
    let description: String
}

@DatabaseFunction private func isPastDue(job: Job) -> Bool {
    !job.isDone && job.due.map { $0 < Date(timeIntervalSince1970: 100) } ?? false
}

@DatabaseFunction("label \"of\"", isDeterministic: true, isInnocuous: true)
private func label(_ title: String, for level: Level?) throws -> String {
    if title == "forbidden" { throw Refusal(description: "\(title) is not allowed") }
    return level.map { "\(title) (\($0))" } ?? title
}

@DatabaseFunction private func distance(from start: Place, to end: Place) -> Double? {
    let (x, y) = (start.x - end.x, start.y - end.y)
    return start == end ? nil : (x * x + y * y).squareRoot()
}

@DatabaseFunction private func answer() -> Int { 42 }

/// The titles that SQL passed to `announce` and `announceAll`.
private let announced = Mutex<[String]>([])

@DatabaseFunction private func announce(_ title: String) throws {
    if title == "forbidden" { throw Refusal(description: "not announced") }
    announced.withLock { $0.append(title) }
}

@DatabaseFunction private func announceAll(_ titles: some Sequence<String>) -> Void {
    announced.withLock { $0.append(titles.sorted().joined()) }
}

@DatabaseFunction(isDeterministic: true)
private func mode(level levels: some Sequence<Level?>) -> Level? {
    let counts = Dictionary(levels.compactMap { $0 }.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.max { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }?.key
}

@DatabaseFunction private func listed(_ pairs: some Sequence<(id: Int, title: String)>) throws
    -> String
{
    try pairs.map { pair in
        if pair.title == "forbidden" { throw Refusal(description: "no list") }
        return "\(pair.id):\(pair.title)"
    }.joined(separator: ",")
}

private enum Texts {
    @DatabaseFunction(isDirectOnly: true) static func initials(_ text: String) -> String {
        String(text.split(separator: " ").compactMap(\.first))
    }
}

extension Job {
    @DatabaseFunction fileprivate static func isUrgent(_ job: Self) -> Bool {
        job.priority == .high
    }
}

@Suite("A function with @DatabaseFunction")
struct DatabaseFunctionTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE jobs(id INTEGER PRIMARY KEY, title, isDone, due, priority, tags);
                INSERT INTO jobs VALUES
                    (1, 'Milk run', 0, 50, 2, '["a"]'), (2, 'Bread', 1, 50, 1, '[]'),
                    (3, 'Tea', 0, NULL, NULL, '[]'), (4, 'Ham', 0, 500, 2, '[]');
                CREATE TABLE jobNotes(jobID, text);
                INSERT INTO jobNotes VALUES (1, 'x'), (3, NULL);
                """)
        try db.add(function: $isPastDue)
        try db.add(function: $label)
        try db.add(function: $distance)
        try db.add(function: $answer)
        try db.add(function: $mode)
        try db.add(function: $listed)
        try db.add(function: Texts.$initials)
        try db.add(function: Job.$isUrgent)
    }

    @Test("A function receives a row as its columns")
    func row() throws {
        try assertQuery(
            Job.where { $isPastDue(job: $0) }.select(\.id), on: db,
            sql: """
                SELECT "jobs"."id" FROM "jobs" WHERE "isPastDue"("jobs"."id", "jobs"."title", \
                "jobs"."isDone", "jobs"."due", "jobs"."priority", "jobs"."tags")
                """,
            rows: "1")
        #expect($isPastDue._functionDefinition.argc == 6)
    }

    @Test("A function receives values and optional values under its SQL name")
    func values() throws {
        try assertQuery(
            Job.select { $label($0.title, for: $0.priority) }, on: db,
            sql: #"SELECT "label ""of"""("jobs"."title", "jobs"."priority") FROM "jobs""#,
            rows: "'Milk run (high)'\n'Bread (low)'\n'Tea'\n'Ham (high)'")
        #expect($label._functionDefinition.options == [.deterministic, .innocuous])
        #expect(Texts.$initials._functionDefinition.options == .directonly)
        #expect(try Job.select { _ in $answer() }.limit(1).fetchAll(db) == [42])
        let bound = Job.find(1).select { _ in $label(#bind("a"), for: #bind(Optional(Level.low))) }
        #expect(try bound.fetchAll(db) == ["a (low)"])
    }

    @Test("A function receives groups of columns")
    func groups() throws {
        let points = Job.select { _ in
            $distance(from: #bind(Place(x: 0, y: 0)), to: #bind(Place(x: 3, y: 4)))
        }
        try assertQuery(
            points.limit(1), on: db, sql: #"SELECT "distance"(?, ?, ?, ?) FROM "jobs" LIMIT ?"#,
            rows: "5.0")
        #expect(try db.value("SELECT distance(1, 1, 1, 1)") as Double? == nil)
    }

    @Test("A static method can be a database function")
    func staticMethods() throws {
        let query = Job.where { Job.$isUrgent($0) }.select { Texts.$initials($0.title) }
        #expect(try query.fetchAll(db) == ["Mr", "H"])
    }

    @Test("A function is not called if a non-optional parameter is NULL")
    func null() throws {
        #expect(try db.value(#"SELECT "label ""of"""(NULL, 1)"#) as String? == nil)
        #expect(try db.value(#"SELECT "label ""of"""('a', NULL)"#) == "a")
        #expect(
            try db.value("SELECT isPastDue(NULL, NULL, NULL, NULL, NULL, NULL)") as Bool? == nil)
        // The other arguments do not matter.
        #expect(try db.value(#"SELECT "label ""of"""(NULL, 'x')"#) as String? == nil)
        #expect(try db.value("SELECT distance(NULL, NULL, 'x', 1)") as Double? == nil)
    }

    @Test("A function reports an argument that cannot be converted")
    func mismatch() throws {
        let level = #expect(throws: SQLiteError.self) {
            try db.execute(#"SELECT "label ""of"""('a', 9)"#)
        }
        #expect(
            level?.message
                == #"label "of": argument 2 (level): expected Optional<Level>, found INTEGER 9"#)
        #expect((level?.underlyingError as? SQLiteError)?.resultCode == .mismatch)
        let row = #expect(throws: SQLiteError.self) {
            try db.execute("SELECT isPastDue(1, 'a', 0, 50, 1, 'no JSON')")
        }
        #expect(
            row?.message.hasPrefix("isPastDue: argument 6 (job): expected JSONRepresentation")
                == true)
        let partial = #expect(throws: SQLiteError.self) {
            try db.execute("SELECT distance(1, NULL, 1, 1)")
        }
        #expect(partial?.message == "distance: argument 2 (start): expected Double, found NULL")
    }

    @Test("A function that throws ends the statement with its error")
    func failure() throws {
        let error = #expect(throws: SQLiteError.self) {
            try db.execute(#"SELECT "label ""of"""('forbidden', 1)"#)
        }
        #expect(error?.message == "forbidden is not allowed")
        #expect((error?.underlyingError as? Refusal)?.description == "forbidden is not allowed")
    }

    @Test("A function of a sequence is an aggregate of the values of a group")
    func aggregate() throws {
        try assertQuery(
            Job.group(by: \.isDone).order(by: \.isDone).select {
                ($0.isDone, $mode(level: $0.priority))
            },
            on: db,
            sql: """
                SELECT "jobs"."isDone", "mode"("jobs"."priority") FROM "jobs" \
                GROUP BY "jobs"."isDone" ORDER BY "jobs"."isDone"
                """,
            rows: "0 | 2\n1 | 1")
        try assertQuery(
            Job.select { $mode(level: $0.priority, distinct: true, filter: $0.isDone) }, on: db,
            sql: """
                SELECT "mode"(DISTINCT "jobs"."priority") FILTER (WHERE "jobs"."isDone") FROM "jobs"
                """,
            rows: "1")
        let none = try Job.where { $0.id > 9 }.select { $mode(level: $0.priority) }.fetchAll(db)
        #expect(none.map(\.?.rawValue) == [nil])
        let lists = Job.group(by: \.id).leftJoin(JobNote.all) { $0.id == $1.jobID }
            .select { ($0.id, $mode(level: $0.priority), $1.text) }
        #expect(try lists.fetchAll(db).count == 4)
    }

    @Test("An aggregate with several arguments skips rows with NULL")
    func tuples() throws {
        try assertQuery(
            Job.select { $listed(id: $0.id, title: $0.title) }, on: db,
            sql: #"SELECT "listed"("jobs"."id", "jobs"."title") FROM "jobs""#,
            rows: "'1:Milk run,2:Bread,3:Tea,4:Ham'")
        #expect(
            try db.value("SELECT listed(jobID, text) FROM jobNotes") == "1:x")
        #expect(try db.value("SELECT listed(1, 'a') FROM jobNotes WHERE 0") == "")
        let error = #expect(throws: SQLiteError.self) {
            try db.execute("SELECT listed(1, 'forbidden')")
        }
        #expect((error?.underlyingError as? Refusal)?.description == "no list")
        let mismatch = #expect(throws: SQLiteError.self) {
            try db.execute("SELECT listed('x', 'a')")
        }
        #expect(mismatch?.message == "listed: argument 1 (id): expected Int, found TEXT 'x'")
    }

    @Test("A deterministic function can be used in an index")
    func deterministic() throws {
        try db.execute(#"CREATE INDEX by_label ON jobs("label ""of"""(title, priority))"#)
        let plan: String? = try db.row(
            #"EXPLAIN QUERY PLAN SELECT id FROM jobs WHERE "label ""of"""(title, priority) = 'Tea'"#
        )?
        .lenientValue("detail")
        #expect(plan?.contains("by_label") == true)
        #expect(throws: SQLiteError.self) {
            try db.execute("CREATE INDEX by_initials ON jobs(initials(title))")
        }
    }

    @Test("A function without a result returns NULL")
    func noResult() throws {
        try db.add(function: $announce)
        try db.add(function: $announceAll)
        let result: [Int?] = try Values($announce("b")).fetchAll(db)
        #expect(result == [nil])
        let titles = Job.where { $0.id < 3 }
        let ofAll: [Int?] = try titles.select { $announceAll($0.title) }.fetchAll(db)
        #expect(ofAll == [nil])
        let expected = ["b", try titles.select(\.title).fetchAll(db).sorted().joined()]
        #expect(announced.withLock(\.self) == expected)
        let error = #expect(throws: SQLiteError.self) {
            try Values($announce("forbidden")).fetchAll(db)
        }
        #expect(error?.message.contains("not announced") == true)
    }

    @Test("A function is added to a connection once and can be removed")
    func registration() throws {
        let query = Job.where { Job.$isUrgent($0) }.select(\.id)
        #expect(try query.fetchAll(db) == [1, 4])
        try db.remove(function: Job.$isUrgent)
        let error = #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
        #expect(error?.message.hasPrefix("no such function: isUrgent") == true)
    }

    @Test("A function can be added to a mock and called in its queries")
    func mock() throws {
        let mock = MockConnection()
        try mock.add(function: $mode)
        #expect(mock.functions.map(\.name) == ["mode"])
        #expect(mock.functions.first?.argc == 1)
        mock.expectQuery(#"SELECT "mode"("jobs"."priority") FROM "jobs""#)
            .returning(["mode": 2])
        let modes = try Job.select { $mode(level: $0.priority) }.fetchAll(mock)
        #expect(modes.map(\.?.rawValue) == [2])
        #expect(mock.problems.isEmpty)
    }
}
