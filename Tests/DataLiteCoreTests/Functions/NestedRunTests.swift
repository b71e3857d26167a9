import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("Nested runs")
struct NestedRunTests {
    /// A view and a function that read each other.
    private static func circle(limit: Int? = nil) throws -> Connection {
        let connection = try Connection(
            location: .inMemory,
            configuration: .init { if let limit { $0.nestedRunLimit = limit } })
        try connection.execute(sql: "CREATE TABLE base(weight); INSERT INTO base VALUES (1), (2)")
        try connection.add(function: "rank_of", argc: 1) { args in
            try args.connection.value("SELECT count(*) FROM words WHERE rank < \(args[0])") as Int?
        }
        try connection.execute(
            sql: "CREATE VIEW words AS SELECT weight, rank_of(weight) AS rank FROM base")
        return connection
    }

    @Test(
        "Nested runs have a limit, whose error names the function",
        arguments: [nil, 1, 2, 7, 0, -1])
    func limit(_ limit: Int?) throws {
        let connection = try Self.circle(limit: limit)
        let error = try failure { _ = try connection.rows("SELECT * FROM words") }
        #expect(error.resultCode == .error)
        #expect(error.message.contains("function \"rank_of\" cannot run SQL"))
        let runs = max(limit ?? 30, 1)
        #expect(error.message.contains("inside \(runs) nested run\(runs == 1 ? "," : "s,")"))
        #expect(error.message.contains("nestedRunLimit"))
        #expect(try connection.value("SELECT count(*) FROM base") == 2)
        try connection.close()
    }

    @Test("Nested runs up to the default limit fit on the stack of a small thread")
    func smallStack() throws {
        // Safe: read after the thread has signaled its end.
        nonisolated(unsafe) var message: String?
        let hasEnded = DispatchSemaphore(value: 0)
        let thread = Thread {
            message = try? failure { try Self.circle().execute("SELECT * FROM words") }.message
            hasEnded.signal()
        }
        thread.stackSize = SmallStack.size
        thread.start()
        hasEnded.wait()
        #expect(message?.contains("rank_of") == true)
    }

    @Test("Functions that run no SQL and earlier calls are not counted as nested runs")
    func others() throws {
        let connection = try Connection.sample(configuration: .init { $0.nestedRunLimit = 2 })
        try connection.add(function: "half", argc: 1) { args in (args[0] as Int?).map { $0 / 2 } }
        try connection.add(function: "seen", argc: 1) { args in
            try args.connection.value("SELECT half(half(x)) FROM t WHERE id = \(args[0])") as Int?
        }
        for _ in 1...5 {
            #expect(try connection.value("SELECT sum(seen(id)) FROM t") == 2 + 5 + 7)
        }
    }

    @Test(
        "Nested runs have a limit in every call of an aggregate",
        arguments: ["init", "step", "finalize", "value"])
    func aggregates(place: String) throws {
        let connection = try Connection(location: .inMemory)
        func recurse(_ current: String) throws -> Int {
            guard current == place else { return 1 }
            return try connection.value("SELECT again(1) OVER ()") ?? 0
        }
        try connection.add(window: "again", argc: 1, initial: (try? recurse("init")) ?? 0) { _, _ in
            _ = try recurse("step")
        } inverse: { _, _ in
        } value: { _ in
            try recurse(place == "value" ? "value" : "finalize")
        }
        let result = Result { try connection.value("SELECT again(1) OVER ()", as: Int.self) }
        if place != "init" {
            let error = try failure { _ = try result.get() }
            #expect(error.message.contains("function \"again\" cannot run SQL"))
        }
        #expect(try connection.value("SELECT 1") == 1)
    }

    @Test("Nested runs of released objects have a limit")
    func releasedObjects() throws {
        let connection = try Connection(location: .inMemory)
        var (depth, deepest, messages): (Int, Int, [String]) = (0, 0, [])
        try connection.add(function: "keep", argc: 1) { [unowned connection] args in
            _ = args.auxiliary(at: 0) { _ in
                DeinitCallback {
                    depth += 1
                    deepest = max(depth, deepest)
                    do throws(SQLiteError) {
                        try connection.execute("SELECT keep('x')")
                    } catch {
                        messages.append(error.message)
                    }
                    depth -= 1
                }
            }
            return 1
        }
        try connection.execute("SELECT keep('x')")
        #expect(deepest == 30)
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("an object that a statement has released") == true)
    }
}
