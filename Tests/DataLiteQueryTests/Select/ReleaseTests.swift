import DataLiteQuery
import DataLiteTestSupport
import Foundation
import Testing

/// Each test runs on a thread with a stack of 512 KB, 26 bytes for each level.
@Suite("A query that is nested 20,000 times")
struct ReleaseTests {
    private static let count = 20_000

    typealias Build = @Sendable (Int) -> any Sendable

    struct Nesting: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let build: Build

        init(_ name: String, _ build: @escaping Build) {
            testDescription = name
            self.build = build
        }
    }

    private static func nested<Value>(
        _ value: Value, _ count: Int, _ nest: (Value) -> Value
    ) -> Value {
        (0..<count).reduce(value) { value, _ in nest(value) }
    }

    private static let nestings = [
        Nesting("calls") { nested(Reminder.columns.title, $0) { $0.lower() } },
        Nesting("calls in operators") {
            nested(Reminder.columns.title, $0) { $0.lower() + Reminder.columns.title }
        },
        Nesting("operators in calls of several arguments") {
            nested(Reminder.columns.priority, $0) { priority in
                iif(Reminder.columns.isCompleted, priority, priority)
            }
        },
        Nesting("conditions in lists") {
            nested(Reminder.columns.isCompleted, $0) { $0.in([true]) }
        },
        Nesting("text") {
            nested(Reminder.columns.title, $0) { SQLExpression<String>(sql: "f(\($0))") }
        },
        Nesting("subqueries") {
            nested(Reminder.select(\.id), $0) { inner in
                Reminder.where { $0.id.in(inner) }.select(\.id)
            }
        },
        Nesting("scalar subqueries") {
            nested(Reminder.where { $0.id == 1 }, $0) { inner in
                Reminder.where { $0.id == inner.select(\.id).scalar() }
            }
        },
        Nesting("tests for rows") {
            nested(Reminder.where { $0.id == 1 }, $0) { inner in
                Reminder.where { _ in inner.exists() }
            }
        },
        Nesting("compounds on the left") {
            nested(Reminder.select(\.id).union(Reminder.select(\.id)), $0) {
                $0.union(Reminder.select(\.id))
            }
        },
        Nesting("compounds on the right") {
            nested(Reminder.select(\.id).union(Reminder.select(\.id)), $0) {
                Reminder.select(\.id).union($0)
            }
        },
        Nesting("limited compounds") {
            nested(Reminder.all.union(Reminder.all), $0) { $0.limit(1).union(Reminder.all) }
        },
    ]

    @Test("A query that is nested 20,000 times is released", arguments: nestings)
    func release(_ nesting: Nesting) throws {
        try SmallStack.run {
            _ = nesting.build(Self.count)
            // A part that is used elsewhere is released with its last use.
            let kept = nesting.build(Self.count)
            let others = [kept, kept]
            withExtendedLifetime(others) {}
        }
    }

    @Test("A nested query is released by several threads that share it")
    func threads() async throws {
        for _ in 0..<10 {
            let inner = Self.nested(Reminder.columns.title, 5_000) { $0.lower() }
            await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        let outer = Self.nested(inner, 2_000) { $0.upper() }
                        _ = consume outer
                    }
                }
            }
        }
    }
}

@Suite("A compound of many queries")
struct LongCompoundTests {
    @Test("A long compound is written in the order of its parts", arguments: [2, 10_000])
    func order(count: Int) throws {
        let part = { (id: Int) in Reminder.where { $0.id == id }.select { $0.id } }
        var query = part(0).union(part(1))
        for id in 2..<count { query = query.union(part(id)) }
        let sql = try query.sql()
        #expect(sql.parameters == (0..<count).map { SQLiteValue.int(Int64($0)) })
        let text = sql.text
        #expect(text.components(separatedBy: " UNION ").count == count)
    }

    @Test("A long compound shares its beginning with others, and changes none of them")
    func shared() throws {
        let first = Reminder.where { $0.id == 1 }.select(\.id).union(
            Reminder.where { $0.id == 2 }.select(\.id))
        let text = try first.sql().text
        let second = first.except(Reminder.where { $0.id == 3 }.select(\.id))
        let third = first.intersect(Reminder.where { $0.id == 4 }.select(\.id))
        #expect(try first.sql().text == text)
        #expect(try second.sql().text.hasPrefix(text + " EXCEPT SELECT"))
        #expect(try second.sql().parameters == [1, 2, 3])
        #expect(try third.sql().text.hasPrefix(text + " INTERSECT SELECT"))
        #expect(try third.sql().parameters == [1, 2, 4])
    }
}
