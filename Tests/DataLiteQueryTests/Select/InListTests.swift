import DataLiteC
import DataLiteQuery
import DataLiteTestSupport
import DataLiteTesting
import Foundation
import Testing

@Suite("An IN list")
struct InListTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("An IN list has one text for any number of values", arguments: [0, 1, 100, 100_000])
    func text(count: Int) throws {
        let ids = Array(1..<(count + 1))
        let query = Reminder.where { $0.id.in(ids) }.select(\.id)
        #expect(
            try query.sql().text == """
                SELECT "reminders"."id" FROM "reminders" WHERE "reminders"."id" IN \
                (SELECT "value" FROM json_each(?))
                """)
        #expect(try query.fetchAll(db) == Array(1..<(min(count, 4) + 1)))
        #expect(try Reminder.where { !ids.contains($0.id) }.fetchCount(db) == 4 - min(count, 4))
    }

    @Test(
        "An IN list contains every string exactly",
        arguments: ["'; DROP TABLE x", "\"\\\n\u{1}", "é💥", "a\0b"])
    func texts(text: String) throws {
        try db.execute("UPDATE \"reminders\" SET \"title\" = \(text) WHERE \"id\" = 2")
        let found = try Reminder.where { $0.title.in([text, "other"]) }.select(\.id).fetchAll(db)
        #expect(found == [2])
    }

    private static let mixed: [SQLiteValue] = [
        .int(.min), .int(7), .real(0.1), .real(-.infinity), .text("7"), .text("a\0b"), .text(""),
        .blob(Data()), .blob(Data([0, 255, 39])), .blob(Data("7".utf8)), .text("[1,2]"),
    ]

    @Test("An IN list contains values of every type, and matches only equal values")
    func mixed() throws {
        try db.execute(sql: #"CREATE TABLE steps("na""me", reminder, added, anything)"#)
        for (index, value) in Self.mixed.enumerated() {
            try db.execute("INSERT INTO steps VALUES ('a', \(index), '', \(value))")
        }
        let all = Step.order(by: \.reminder)
        #expect(
            try all.where { $0.anything.in(Self.mixed) }.fetchAll(db).map(\.anything) == Self.mixed)
        for value in Self.mixed {
            // A BLOB in the list changes the form in which all of its values are sent.
            for list in [[value], [value, .blob(Data([1]))], [.int(1), value, .text("x")]] {
                let found = try all.where { $0.anything.in(list) }.fetchAll(db)
                #expect(found.map(\.anything) == [value], "\(list)")
            }
        }
        let others: [SQLiteValue] = [.real(.nan), .blob(Data([7])), .text("a"), .real(7.5)]
        #expect(try all.where { $0.anything.in(others) }.fetchAll(db).isEmpty)
    }

    @Test("An IN list contains BLOBs")
    func blobs() throws {
        let query = Reminder.limit(1).select { _ in
            SQLExpression(Data([1, 0])).in([Data([1]), Data([1, 0])])
        }
        #expect(try query.fetchAll(db) == [true])
        #expect(try query.sql().parameters.contains(.blob(Data([0, 1, 1, 0]))))
        let none = Reminder.limit(1).select { _ in SQLExpression(Data([1])).in([Data([1, 0])]) }
        #expect(try none.fetchAll(db) == [false])
    }

    @Test("An IN list contains real numbers to the last bit")
    func reals() throws {
        var generator = SeededGenerator(seed: 12)
        let numbers = (0..<2_000).map { _ -> Double in
            while true {
                let number = Double(bitPattern: .random(in: 0...(.max), using: &generator))
                if number.isFinite { return number }
            }
        }
        try db.execute("CREATE TABLE p(id, name, note, category, price REAL)")
        for number in numbers { try db.execute("INSERT INTO p(price) VALUES (\(number))") }
        let extremes = [
            0, -0.0, 1, .leastNonzeroMagnitude, -.leastNormalMagnitude, .greatestFiniteMagnitude,
            .pi * 0x1p-1074, 0x1p300, 0x1p-300, 0x1.fffffffffffffp299, 0x1.fffffffffffffp-300,
        ]
        for number in extremes { try db.execute("INSERT INTO p(price) VALUES (\(number))") }
        let all = numbers + extremes
        let found = try Product.where { $0.price.in(all) }.select(\.price).fetchAll(db)
        #expect(Set(all).subtracting(found) == [])
        #expect(found.count == all.count)
    }

    @Test("An IN list takes one statement and little memory in the cache, whatever its values")
    func cache() throws {
        db.clearStatementCache()
        for count in [1, 100, 100_000] {
            let ids = Array(0..<count)
            _ = try Reminder.where { $0.id.in(ids) }.fetchAll(db)
            _ = try Reminder.where { $0.title.in(ids.map { "title \($0)" }) }.fetchAll(db)
        }
        #expect(try db.preparedTexts().count == 2)
        #expect(try db.statementBytes() < 50_000)
    }

    @Test("An IN list of optionals that contains nil matches NULL")
    func nulls() throws {
        let some: [Priority?] = [.high, nil]
        let ids = try Reminder.where { $0.priority.in(some) }.select(\.id).fetchAll(db)
        #expect(ids == [1, 2, 4])
        #expect(
            try Reminder.where { $0.priority.in([Priority.low]) }.select(\.id).fetchAll(db) == [3])
    }

    @Test("An IN list can be a query, a range or an interval")
    func others() throws {
        let lists = RemindersList.where { $0.title == "Work" }.select(\.id)
        #expect(
            try Reminder.where { $0.remindersListID.in(lists) }.select(\.id).fetchAll(db) == [3, 4])
        let positions = Reminder.where { $0.id < 3 }.select { $0.id + 1 }
        #expect(
            try ReminderTag.where { $0.reminderID.optional().in(positions) }.select(\.tagID)
                .fetchAll(db) == [8])
        try assertQuery(
            Reminder.where { $0.position.between(10, and: 20) || (40..<50).contains($0.position) }
                .select(\.id),
            on: db,
            sql: """
                SELECT "reminders"."id" FROM "reminders" WHERE "reminders"."position" \
                BETWEEN ? AND ? OR "reminders"."position" >= ? AND "reminders"."position" < ?
                """,
            rows: "1\n2\n4")
    }
}

extension Connection {
    /// The texts of the prepared statements.
    fileprivate func preparedTexts() throws -> [String] {
        try withUnsafeHandle { pointer in
            var texts: [String] = []
            var statement = sqlite3_next_stmt(pointer, nil)
            while let current = statement {
                texts.append(sqlite3_sql(current).map { String(cString: $0) } ?? "")
                statement = sqlite3_next_stmt(pointer, current)
            }
            return texts
        }
    }

    /// The memory of the prepared statements, with the values that are bound to them.
    fileprivate func statementBytes() throws -> Int {
        try withUnsafeHandle { pointer in
            var (current, highest): (Int32, Int32) = (0, 0)
            sqlite3_db_status(pointer, SQLITE_DBSTATUS_STMT_USED, &current, &highest, 0)
            return Int(current)
        }
    }
}
