import DataLiteMacros
import DataLiteTesting
import Foundation
import Testing

@Table("tasks") private struct Task {
    let id: Int
    var title = ""
    @Column(as: Date.UnixTimeRepresentation?.self) var due: Date?
    @Column(as: JSONRepresentation<[String]>.self) var tags: [String] = []
    var start = Date(timeIntervalSince1970: 0)
}

@DatabaseFunction(as: ((Date.UnixTimeRepresentation?) -> Bool).self)
private func isOverdue(_ due: Date?) -> Bool { due.map { $0 < limit } ?? false }

private let limit = Date(timeIntervalSince1970: 100)

@DatabaseFunction(
    "shout", as: (([String].JSONRepresentation, Int) -> [String].JSONRepresentation).self,
    isDeterministic: true)
private func shouted(_ tags: [String], times: Int = 1) throws -> [String] {
    if times < 0 { throw SQLiteError(.misuse, message: "times is negative") }
    return tags.map { $0.uppercased() + String(repeating: "!", count: times) }
}

@DatabaseFunction(
    as: ((any Sequence<Date.UnixTimeRepresentation?>) -> Date.UnixTimeRepresentation?).self)
private func latest(_ dates: some Sequence<Date?>) -> Date? { dates.compactMap { $0 }.max() }

@DatabaseFunction private func spread(_ values: some Sequence<Int>) -> Int {
    (values.max() ?? 0) - (values.min() ?? 0)
}

@DatabaseFunction private func padded(
    _ text: String, to width: Int = 6, with character: String? = nil
) -> String {
    text + String(repeating: character ?? ".", count: max(0, width - text.count))
}

@DatabaseFunction private func joined(_ separator: String, of parts: String?...) -> String {
    parts.map { $0 ?? "-" }.joined(separator: separator)
}

@DatabaseFunction private func product(_ factors: Int...) throws -> Int {
    try factors.reduce(1) {
        let (result, overflow) = $0.multipliedReportingOverflow(by: $1)
        if overflow { throw SQLiteError(.misuse, message: "too large") }
        return result
    }
}

@DatabaseFunction private let half: @Sendable (Double) -> Double = { $0 / 2 }

@DatabaseFunction private let widest: @Sendable (any Sequence<String>) throws -> Int? = { texts in
    texts.map(\.count).max()
}

@DatabaseFunction private var answer: Int { 42 }

@DatabaseFunction(as: (([String].JSONRepresentation, Int, Date.UnixTimeRepresentation) -> Int).self)
private func count(_ words: [String], _ start: Int, _ date: Date) -> Int {
    words.count + start + Int(date.timeIntervalSince1970)
}

@DatabaseFunction(as: ((any Sequence<[String].JSONRepresentation>) -> Int).self)
private func countAll(_ lists: some Sequence<[String]>) -> Int {
    lists.reduce(0) { $0 + $1.count }
}

@DatabaseFunction private var broken: Int? {
    get throws { throw SQLiteError(.misuse, message: "broken") }
}

private struct Prices: Sendable {
    let factor: Double

    @DatabaseFunction func price(of count: Int) -> Double { Double(count) * factor }
    @DatabaseFunction("rate") var current: Double { factor }
    @DatabaseFunction static var unit: String { "EUR" }
    @DatabaseFunction func weighted(_ counts: some Sequence<Int>) -> Double {
        Double(counts.reduce(0, +)) * factor
    }
}

@Suite("The forms of @DatabaseFunction")
struct FunctionFormTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Task.createTable().execute(db)
        try Task.insert {
            Task(id: 1, title: "a", due: Date(timeIntervalSince1970: 50), tags: ["x", "y"])
            Task(id: 2, title: "bcd", due: Date(timeIntervalSince1970: 150))
            Task(id: 3, title: "ef")
        }.execute(db)
    }

    @Test("SQL text without a type has the representation of its parameter")
    func untypedText() throws {
        let scalar = Task.find(1).select {
            $count(#sql("json_array(\($0.title), \("b"))"), 10, #sql("\($0.due)"))
        }
        #expect(try scalar.fetchOne(db) == 62)
        let mixed = Task.find(1).select { $count(#sql("'[1]'"), #sql("20"), $0.start) }
        #expect(throws: SQLiteError.self) { try mixed.fetchAll(db) }
        let converted = Task.find(1).select { $count($0.tags, #sql("20"), $0.start) }
        #expect(try converted.fetchOne(db) == 22)
        let aggregate = Task.select { $countAll(#sql("json_array(\($0.title), 'b')")) }
        #expect(try aggregate.fetchOne(db) == 6)
    }

    @Test("Arguments and results have the representations of as:")
    func representations() throws {
        try db.add(function: $isOverdue)
        try db.add(function: $shouted)
        try db.add(function: $latest)
        try assertQuery(
            Task.order(by: \.id).select { ($isOverdue($0.due), $shouted($0.tags)) }, on: db,
            sql: """
                SELECT "isOverdue"("tasks"."due"), "shout"("tasks"."tags", ?) FROM "tasks" \
                ORDER BY "tasks"."id"
                """,
            rows: """
                1 | '["X!","Y!"]'
                0 | '[]'
                0 | '[]'
                """)
        let tags = try Task.find(1).select { $shouted($0.tags, times: 2) }.fetchOnly(db)
        #expect(tags == ["X!!", "Y!!"])
        let last = try Task.select { $latest($0.due) }.fetchOnly(db)
        #expect(last == Date(timeIntervalSince1970: 150))
        #expect(try Task.where { $0.due == last }.fetchCount(db) == 1)
        let bound = #bind(Optional(Date.UnixTimeRepresentation(limit)))
        #expect(try Values($isOverdue(bound)).fetchOnly(db) == false)
        let failure = #expect(throws: SQLiteError.self) {
            try Task.select { $shouted($0.tags, times: -1) }.fetchAll(db)
        }
        #expect(failure?.message == "times is negative")
    }

    @Test("A date in another form is converted to that of the parameter")
    func otherForm() throws {
        let isOverdue = try Task.select { $isOverdue($0.start) }.fetchAll(db)
        let starts = try Task.select(\.start).fetchAll(db)
        #expect(isOverdue == starts.map { $0 < limit })
    }

    @Test("Arguments with default values can be left out")
    func defaults() throws {
        try db.add(function: $padded)
        try assertQuery(
            Task.order(by: \.id).select {
                (
                    $padded($0.title), $padded($0.title, to: 2),
                    $padded($0.title, to: $0.id, with: "x")
                )
            },
            on: db,
            sql: """
                SELECT "padded"("tasks"."title", ?, ?), "padded"("tasks"."title", ?, ?), \
                "padded"("tasks"."title", "tasks"."id", ?) FROM "tasks" ORDER BY "tasks"."id"
                """,
            rows: """
                'a.....' | 'a.' | 'a'
                'bcd...' | 'bcd' | 'bcd'
                'ef....' | 'ef' | 'efx'
                """)
    }

    @Test("The last parameter takes any number of arguments up to 16")
    func variadic() throws {
        try db.add(function: $joined)
        try db.add(function: $product)
        try assertQuery(
            Task.find(2).select {
                ($joined("/"), $joined("/", of: $0.title, "z", #bind(nil as String?)))
            },
            on: db,
            sql: """
                SELECT "joined"(?), "joined"(?, "tasks"."title", ?, ?) FROM "tasks" \
                WHERE "tasks"."id" = ?
                """,
            rows: "'' | 'bcd/z/-'")
        #expect(try Values($product()).fetchOnly(db) == 1)
        #expect(try db.value("SELECT product(2, 3, 7)") == 42)
        #expect(try db.value("SELECT product(2, NULL)") as Int? == nil)
        let ones = Array(repeating: "1", count: 16).joined(separator: ",")
        #expect(try db.value("SELECT product(\(raw: ones))") == 1)
        let many = #expect(throws: SQLiteError.self) {
            try db.execute("SELECT product(\(raw: ones), 1)")
        }
        #expect(
            many?.message == "product: the variadic parameter (factors) takes at most 16 arguments")
        let mismatch = #expect(throws: SQLiteError.self) {
            try db.execute("SELECT product(1, 'x')")
        }
        #expect(mismatch?.message == "product: argument 2 (factors): expected Int, found TEXT 'x'")
    }

    @Test("Constants with closures and computed properties are functions")
    func closures() throws {
        try db.add(function: $half)
        try db.add(function: $widest)
        try db.add(function: $answer)
        try db.add(function: $broken)
        #expect(try Values($half(5.0)).fetchOnly(db) == 2.5)
        #expect(try Task.select { $widest($0.title) }.fetchOnly(db) == 3)
        #expect(try Values($answer()).fetchOnly(db) == 42)
        #expect(try db.value("SELECT half(NULL)") as Double? == nil)
        let error = #expect(throws: SQLiteError.self) { try Values($broken()).fetchOnly(db) }
        #expect(error?.message == "broken")
    }

    @Test("A method of an instance is called on the instance that was added")
    func instances() throws {
        let prices = Prices(factor: 1.5)
        try db.add(function: prices.$price)
        try db.add(function: prices.$current)
        try db.add(function: Prices.$unit)
        try db.add(function: prices.$weighted)
        let row = try Task.find(2).select {
            (prices.$price(of: $0.id), prices.$current(), Prices.$unit())
        }.fetchOnly(db)
        #expect(row.0 == 3 && row.1 == 1.5 && row.2 == "EUR")
        #expect(try Task.select { prices.$weighted($0.id) }.fetchOnly(db) == 9)
        try db.add(function: Prices(factor: 2).$price)
        #expect(try db.value("SELECT price(4)") == 8.0)
    }

    @Test("An aggregate over a sequence is also a window function")
    func windows() throws {
        try db.add(function: $spread)
        try db.execute(
            "INSERT INTO tasks(id, title, tags, start) VALUES (7, '', '[]', '2024-01-01')")
        try assertQuery(
            Task.order(by: \.id).select {
                (
                    $0.id,
                    $spread($0.id).over(orderBy: $0.id, frame: .rows(.preceding(1), .currentRow))
                )
            },
            on: db,
            sql: """
                SELECT "tasks"."id", "spread"("tasks"."id") OVER (ORDER BY "tasks"."id" \
                ROWS BETWEEN ? PRECEDING AND CURRENT ROW) FROM "tasks" ORDER BY "tasks"."id"
                """,
            rows: "1 | 0\n2 | 1\n3 | 1\n7 | 4")
        // Rows with NULL are skipped when they enter and when they leave the frame.
        let values: String? = try db.value(
            """
            WITH t(i, x) AS (VALUES (1, 5), (2, NULL), (3, 9), (4, 1), (5, NULL))
            SELECT group_concat(s) FROM (SELECT spread(x) OVER (
                ORDER BY i ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS s FROM t)
            """)
        #expect(values == "0,4,8,8,0")
        #expect(try Task.select { $spread($0.id) }.fetchOnly(db) == 6)
    }
}
