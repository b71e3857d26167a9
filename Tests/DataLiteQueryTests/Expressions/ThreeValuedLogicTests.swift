import DataLiteClauses
import DataLiteQuery
import Foundation
import Testing

/// Priorities are 3, NULL, 1 and NULL.
@Suite("A comparison with NULL")
struct ThreeValuedLogicTests {
    private let db: Connection

    init() throws { db = try Fixture.connection() }

    private func ids(_ query: Where<Reminder>) throws -> [Int] {
        try query.order(by: \.id).select(\.id).fetchAll(db)
    }

    private func truths<Truth: SQLTruth>(
        _ condition: (Reminder.Columns) -> SQLExpression<Truth>
    ) throws -> [Truth] {
        try Reminder.order(by: \.id).select { condition($0) }.fetchAll(db)
    }

    @Test("A comparison with NULL is NULL, and can be selected")
    func selected() throws {
        let high = Priority.high
        #expect(try truths { $0.priority < .high } == [false, nil, true, nil])
        #expect(try truths { $0.priority >= high } == [true, nil, false, nil])
        #expect(try truths { $0.priority <= $0.priority } == [true, nil, true, nil])
        #expect(try truths { $0.priority > Optional(high) } == [false, nil, false, nil])
        #expect(try truths { $0.id.optional() > $0.id } == [false, false, false, false])
        #expect(try truths { $0.id < $0.id.optional() } == [false, false, false, false])
        #expect(try truths { $0.id > 2 } == [false, false, true, true])
        #expect(try truths { $0.priority.between(.low, and: high) } == [true, nil, true, nil])
        #expect(
            try truths { $0.id.optional().between($0.id, and: $0.id) } == [true, true, true, true])
        #expect(try truths { (1...2).contains($0.id) } == [true, true, false, false])
        #expect(try truths { $0.priority.lt(.high) } == [false, nil, true, nil])
        #expect(try truths { $0.priority.gte(high) } == [true, nil, false, nil])
    }

    @Test("A comparison of text with NULL is NULL")
    func text() throws {
        let milk = "Milk"
        #expect(try truths { $0.title.nullif("Milk").like("B%") } == [nil, true, false, false])
        #expect(
            try truths { $0.title.nullif("Milk").hasPrefix(milk) } == [nil, false, false, false])
        #expect(
            try truths { $0.title.contains($0.title.nullif("Milk")) } == [nil, true, true, true])
        #expect(try truths { $0.title.hasSuffix("k") } == [true, false, false, false])
        #expect(try truths { $0.title.nullif("Milk").glob("*d") } == [nil, true, false, false])
    }

    @Test("A comparison with NULL follows three-valued logic")
    func logic() throws {
        #expect(try truths { $0.priority < .high && $0.id > 3 } == [false, false, false, nil])
        #expect(try truths { $0.id > 3 && $0.priority < .high } == [false, false, false, nil])
        #expect(try truths { $0.priority < .high || $0.id > 3 } == [false, nil, true, true])
        #expect(try truths { $0.id > 3 || $0.priority < .high } == [false, nil, true, true])
        #expect(try truths { !($0.priority < .high) } == [true, nil, false, nil])
        #expect(
            try truths { $0.priority < .high && $0.priority > .low } == [false, nil, false, nil])
        #expect(
            try truths { $0.priority < .high || $0.priority > .low } == [true, nil, true, nil])
        #expect(try truths { ($0.priority < .high).and($0.id > 0) } == [false, nil, true, nil])
        #expect(try truths { ($0.id > 0).or($0.priority < .high) } == [true, true, true, true])
        #expect(try truths { ($0.priority < .high).not() } == [true, nil, false, nil])
        #expect(try truths { ($0.priority < .high) ?? false } == [false, false, true, false])
    }

    @Test("A comparison with NULL matches no row, and neither does its negation")
    func conditions() throws {
        #expect(try ids(Reminder.where { $0.priority < .high }) == [3])
        #expect(try ids(Reminder.where { !($0.priority < .high) }) == [1])
        let low = Priority.low
        #expect(try ids(Reminder.where { if low == .low { $0.priority > low } }) == [1])
        let counts = Reminder.select { $0.id.count(filter: $0.priority < .high) }
        #expect(try counts.fetchOne(db) == 1)
        let word = Reminder.find(2).select { iif($0.priority < .high, "low", "other") }
        #expect(try word.fetchOne(db) == "other")
        let cases = Reminder.find(2).select {
            Case().when($0.priority < .high, then: "low").else("other")
        }
        #expect(try cases.fetchOne(db) == "other")
        let groups = Reminder.group(by: \.remindersListID).having { $0.priority.max() > .medium }
        #expect(try groups.select { $0.id.count() }.fetchAll(db) == [2])
        let pairs = Reminder.join(Reminder.all) { $0.priority < $1.priority }
            .select { ($0.id, $1.id) }
        #expect(try pairs.fetchAll(db).map { [$0, $1] } == [[3, 1]])
        let clauses = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.id)
            From(reminder)
            Where(reminder.priority < .high)
        }
        #expect(try clauses.fetchAll(db) == [3])
    }

    @Test("A division by zero is NULL, or an error if the divisor is a literal")
    func division() throws {
        let quotients = Reminder.order(by: \.id).select {
            ($0.position / ($0.id - 1), $0.position % ($0.id - 1), 60 / ($0.id - 2))
        }
        #expect(
            try quotients.fetchAll(db).map { [$0, $1, $2] }
                == [[nil, nil, -60], [20, 0, nil], [15, 0, 60], [13, 1, 30]])
        let halves = Reminder.order(by: \.id).select { ($0.position / 20, $0.position % 3) }
        let plain: [(Int, Int)] = try halves.fetchAll(db)
        #expect(plain.map { [$0, $1] } == [[0, 1], [1, 2], [1, 0], [2, 1]])
        let optional = Reminder.order(by: \.id).select {
            ($0.id.optional() / 2, 2 / $0.id.optional(), $0.id.optional() / $0.id)
        }
        #expect(
            try optional.fetchAll(db).map { [$0, $1, $2] }
                == [[0, 2, 1], [1, 1, 1], [1, 0, 1], [2, 0, 1]])
        for query in [Reminder.select { $0.id / 0 }, Reminder.select { $0.id % 0 }] {
            let error = #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
            #expect(error?.message.hasPrefix("a division by zero") == true)
        }
    }

    @Test("A comparison with NULL is stored as false if `??` replaces it with false")
    func updates() throws {
        try Reminder.find(2).update { $0.isCompleted = ($0.priority < .high) ?? false }.execute(db)
        #expect(try Reminder.find(2).select(\.isCompleted).fetchOne(db) == false)
    }
}

@Suite("A value that is NULL")
struct NullSafetyTests {
    private let db: Connection

    init() throws { db = try Fixture.connection() }

    private func ids(_ query: Where<Reminder>) throws -> [Int] {
        try query.order(by: \.id).select(\.id).fetchAll(db)
    }

    @Test("NULL is in no range, and in no list without it, so it is in the negation")
    func lists() throws {
        #expect(try ids(Reminder.where { $0.priority.in([.high]) }) == [1])
        #expect(try ids(Reminder.where { !$0.priority.in([.high]) }) == [2, 3, 4])
        #expect(try ids(Reminder.where { $0.priority != .high }) == [2, 3, 4])
        #expect(try ids(Reminder.where { !$0.priority.in([.high, nil]) }) == [3])
        #expect(try ids(Reminder.where { $0.priority.in([.high, nil]) }) == [1, 2, 4])
        #expect(try ids(Reminder.where { !($0.priority.in([.high]) && $0.id > 0) }) == [2, 3, 4])
        #expect(try ids(Reminder.where { $0.priority.in([.high]) == false }) == [2, 3, 4])
        #expect(try ids(Reminder.where { !$0.id.nullif(1).in([2]) }) == [1, 3, 4])
        #expect(try ids(Reminder.where { !$0.priority.in([Priority]()) }) == [1, 2, 3, 4])
        #expect(try ids(Reminder.where { !(2...3).contains($0.id.nullif(1)) }) == [1, 4])
        let members = Reminder.order(by: \.id).select { $0.priority.in([.high]) }
        #expect(try members.fetchAll(db) == [true, false, false, false])
    }

    @Test("NULL is not in a query, so it is in the negation")
    func queries() throws {
        let high = Reminder.where { $0.id == 1 }.select(\.priority)
        let all = Reminder.all.select(\.priority)
        #expect(try ids(Reminder.where { $0.priority.in(high) }) == [1])
        #expect(try ids(Reminder.where { !$0.priority.in(high) }) == [2, 3, 4])
        #expect(try ids(Reminder.where { !$0.priority.in(all) }) == [2, 4])
        let keys = Reminder.all.select { $0.id.nullif(1) }
        #expect(try ids(Reminder.where { $0.id.in(keys) }) == [2, 3, 4])
        #expect(try ids(Reminder.where { !$0.id.in(keys) }) == [1])
    }

    @Test("NULL makes a condition longer only where it matters")
    func text() throws {
        func conditions(_ query: Where<Reminder>) throws -> String {
            try String(query.sql().text.split(separator: "WHERE ")[1])
        }
        #expect(
            try conditions(Reminder.where { $0.priority.in([.high]) || $0.id == 1 })
                == #""reminders"."priority" IN (SELECT "value" FROM json_each(?)) OR "#
                + #""reminders"."id" = ?"#)
        #expect(
            try conditions(Reminder.where { !$0.priority.in([.high]) })
                == #"NOT ("reminders"."priority" IS NOT NULL AND "reminders"."priority" IN ("#
                + #"SELECT "value" FROM json_each(?)))"#)
        #expect(
            try conditions(Reminder.where { !$0.id.in([1]) })
                == #"NOT "reminders"."id" IN (SELECT "value" FROM json_each(?))"#)
        let joined = Reminder.join(Reminder.where { $0.priority.in([.high]) }) { $0.id == $1.id }
        #expect(try joined.sql().text.contains("NOT NULL") == false)
        #expect(try joined.select { $1.id }.fetchAll(db) == [1])
    }

    @Test("CASE finds NULL")
    func cases() throws {
        let words = Reminder.order(by: \.id).select {
            Case($0.priority).when(nil, then: "none").when(.high, then: "high").else("other")
        }
        #expect(try words.fetchAll(db) == ["high", "none", "other", "none"])
        let same = Reminder.order(by: \.id).select {
            Case($0.priority).when($0.priority, then: true).else(false)
        }
        #expect(try same.fetchAll(db) == [true, true, true, true])
    }

    @Test("NaN cannot be compared")
    func nan() throws {
        for query in [
            Product.where { $0.price == .nan }, Product.where { $0.price != -.nan },
            Product.where { $0.price < .nan }, Product.where { $0.price.is(.nan) },
            Product.where { $0.price.between(0, and: .nan) },
        ] {
            let error = #expect(throws: SQLiteError.self) { try query.sql() }
            #expect(error?.message.hasPrefix("NaN cannot be compared") == true)
        }
    }
}
