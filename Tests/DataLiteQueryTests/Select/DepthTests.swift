import DataLiteQuery
import DataLiteTestSupport
import Testing

/// Each test runs on a thread with a stack of 512 KB.
@Suite("An expression that is built in a loop")
struct DepthTests {
    private typealias Condition = SQLExpression<Bool>

    @Test("A chain of any length is rendered", arguments: [2, 1_000, 100_000])
    func chain(count: Int) throws {
        let text = try SmallStack.run {
            try Reminder.where { row in
                (1..<count).reduce(row.id == 0) { $0 || row.id == $1 }
            }.sql().text
        }
        let term = #""reminders"."id" = ?"#
        let condition = try #require(text.range(of: " WHERE ")).upperBound
        let expected = [String](repeating: term, count: count).joined(separator: " OR ")
        let parentheses = Set("()".utf8)
        let found = text[condition...].utf8.filter { !parentheses.contains($0) }
        #expect(found == Array(expected.utf8))
    }

    @Test("A chain of AND and OR runs with more terms than SQLite accepts levels")
    func running() throws {
        try SmallStack.run {
            let db = try Fixture.connection()
            let query = { (count: Int) in
                Reminder.where { row in
                    (1..<count).reduce(row.id == 1) { $0 || row.id == $1 * 1_000 }
                }.select(\.id)
            }
            #expect(try query(900).fetchAll(db) == [1])
            #expect(try query(3_000).fetchAll(db) == [1])
        }
    }

    @Test("A sum with more terms than SQLite accepts levels fails")
    func longSum() throws {
        try SmallStack.run {
            let db = try Fixture.connection()
            let query = Reminder.select { row in
                (1..<7_000).reduce(row.id) { sum, _ in sum + row.id }
            }
            let error = #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
            #expect(error?.message.contains("maximum depth 1000") == true)
        }
    }

    // Only rendered: SQLite itself needs more stack for so many terms in an UPDATE.
    @Test("An update assigns the same column many times")
    func assignments() throws {
        let text = try SmallStack.run {
            try Reminder.find(1).update { row in
                for _ in 0..<900 { row.id += 1 }
            }.sql().text
        }
        #expect(text.count { $0 == "+" } == 900)
    }

    @Test("A long chain keeps the parentheses of mixed operators")
    func mixed() throws {
        let (short, long) = try SmallStack.run {
            func text(_ count: Int) throws -> String {
                try Reminder.select { row in
                    (0..<count).reduce(row.id) { sum, index in
                        index % 3 == 0 ? sum + row.id : index % 3 == 1 ? sum * 2 : sum - row.id
                    }
                }.sql().text
            }
            return (try text(30), try text(3_000))
        }
        let (opening, closing) = (long.count { $0 == "(" }, long.count { $0 == ")" })
        #expect(opening == closing)
        #expect(opening == 1_000)
        // The beginning of the chain is the same, after the parentheses.
        let chain = try #require(short.range(of: #""reminders"."id" + "reminders"."id") * ?"#))
        #expect(long.contains(short[chain]))
        #expect(short.count { $0 == "(" } == 10)
    }

    @Test("Nesting from the right fails with a clear error", arguments: [100_000])
    func rightNested(count: Int) throws {
        try SmallStack.run {
            let query = Reminder.where { row in
                (1..<count).reduce(row.id == 0) { row.id == $1 || $0 }
            }
            expectTooDeep(query)
            let product = Reminder.select { row in
                (1..<count).reduce(row.id) { sum, _ in row.id - sum }
            }
            expectTooDeep(product)
        }
    }

    @Test("An expression is written with up to 200 levels from the right")
    func someLevels() throws {
        try SmallStack.run {
            let query = Reminder.where { row in
                (1..<150).reduce(row.id == 0) { (row.id == $1) == $0 }
            }
            let text = try query.sql().text
            #expect(text.count { $0 == "(" } >= 148)
        }
    }

    @Test("Nested negations fail with a clear error", arguments: [100_000])
    func negations(count: Int) throws {
        try SmallStack.run {
            expectTooDeep(Reminder.where { (0..<count).reduce($0.id == 0) { all, _ in !all } })
            expectTooDeep(
                Reminder.where { row in
                    (0..<count).reduce(row.id == 0) { all, _ in !(all && row.isCompleted) }
                })
            expectTooDeep(Reminder.select { (0..<count).reduce($0.id) { number, _ in -number } })
        }
    }

    @Test("Nested calls fail with a clear error", arguments: [400])
    func calls(count: Int) throws {
        try SmallStack.run {
            expectTooDeep(
                Reminder.select { row in (0..<count).reduce(row.title) { text, _ in text.lower() } }
            )
            expectTooDeep(
                Reminder.select { row in
                    (0..<count).reduce(row.priority) { priority, _ in
                        iif(row.isCompleted, priority, priority)
                    }
                })
            expectTooDeep(
                Reminder.where { row in
                    (0..<count).reduce(row.isCompleted) { all, _ in all.in([true]) }
                })
        }
    }

    @Test("Alternatives of a loop are arguments of few calls", arguments: [3, 150, 900])
    func alternatives(count: Int) throws {
        try SmallStack.run {
            let db = try Fixture.connection()
            let query = Reminder.where { $0.id == 1 }.select { row in
                (0..<count).reduce(row.dueDate) { date, _ in date ?? row.dueDate }
            }
            let calls = try query.sql().text.components(separatedBy: "coalesce(").count - 1
            #expect(calls == (count + 98) / 99)
            #expect(try query.fetchAll(db).count == 1)
            let right = Reminder.where { $0.id == 1 }.select { row in
                (0..<count).reduce(row.dueDate) { date, _ in row.dueDate ?? date }
            }
            #expect(try right.fetchAll(db).count == 1)
        }
    }

    @Test("An error of SQLite's parser says that the nesting is too deep")
    func parserStack() throws {
        let db = try Fixture.connection()
        let query = Reminder.select { row in
            (0..<60).reduce(row.title) { text, _ in text.replace("a", "b") }
        }
        guard Connection.libraryVersionNumber < 3_046_000 else {
            #expect(throws: Never.self) { try query.fetchAll(db) }
            return
        }
        let error = #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
        #expect(error?.message.contains("nested too deeply for the parser of SQLite") == true)
    }

    @Test("Nested queries fail with a clear error", arguments: [100])
    func queries(count: Int) throws {
        try SmallStack.run {
            var query = Reminder.select(\.id)
            for _ in 0..<count {
                let inner = query
                query = Reminder.where { $0.id.in(inner) }.select(\.id)
            }
            expectTooDeep(query)
        }
    }

    @Test("Several threads can share and release an expression")
    func shared() async throws {
        for _ in 0..<20 {
            let condition: Condition = (1..<5_000).reduce(Reminder.columns.id == 0) {
                $0 || Reminder.columns.id == $1
            }
            await withTaskGroup { group in
                for index in 0..<4 {
                    group.addTask {
                        let longer = condition && Reminder.columns.id == index
                        _ = consume longer
                    }
                }
            }
        }
    }

    private func expectTooDeep(
        _ query: some Query, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: SQLiteError.self, sourceLocation: sourceLocation) {
            try query.sql()
        }
        #expect(error?.message.contains("nested") == true, sourceLocation: sourceLocation)
    }
}
