import DataLiteCore
import Foundation
import Testing

/// Confined to the thread of one test.
private final class Box: @unchecked Sendable {
    var args: (any ArgumentsProtocol)?
}

@Suite("The arguments of a function")
struct ArgumentsTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
    }

    @Test(
        "Arguments read as null and nil at an out-of-range index",
        arguments: [3, 4, -1, .max, .min])
    func outOfRange(_ index: Int) throws {
        #expect(try withEachKindOfArguments { $0[index] as SQLiteValue } == [.null, .null])
        #expect(try withEachKindOfArguments { $0[index] as Int? } == [nil, nil])
        #expect(
            try withEachKindOfArguments { $0.withArgument(at: index) { $0.isNull } } == [
                true, true,
            ])
        #expect(try withEachKindOfArguments { $0.auxiliary(at: index) { $0 } } == [.null, .null])
    }

    @Test("Arguments read as any type to which they can be converted, otherwise as nil")
    func typed() throws {
        #expect(try withEachKindOfArguments { $0[0] as Int? } == [1, 1])
        #expect(try withEachKindOfArguments { $0[0] as String? } == [nil, nil])
        #expect(try withEachKindOfArguments { $0[1] as String? } == ["two", "two"])
        #expect(try withEachKindOfArguments { $0[2] as Double? } == [3, 3])
        #expect(try withEachKindOfArguments { ($0[0] ?? 0) + ($0[2] ?? 0.5) } == [4.0, 4.0])
    }

    /// Confined to the thread of one test.
    private final class WeakBox: @unchecked Sendable {
        // SAFETY: used by one test, on its thread.
        weak var args: (any ArgumentsProtocol)?
        var isKept = false
    }

    @Test("Arguments with a weak reference are not reused in a later call")
    func weakReference() throws {
        let box = WeakBox()
        try connection.add(function: "f", argc: 1) { args in
            guard !box.isKept else { return box.args?[0] as Int? }
            box.isKept = true
            box.args = args
            return args[0] as Int?
        }
        let results = try connection.rows("SELECT f(value) FROM json_each('[1, 2, 3]')")
        #expect(results.map { Array($0.values) } == [[1], [.null], [.null]])
        #expect(box.args == nil)
    }

    private struct UnownedBox {
        unowned let args: any ArgumentsProtocol
    }

    /// Confined to the thread of one test.
    private final class UnownedBoxes: @unchecked Sendable {
        // SAFETY: used by one test, on its thread.
        var boxes: [UnownedBox] = []
        var ids: [ObjectIdentifier] = []
    }

    @Test("Arguments with an unowned reference are not reused in a later call")
    func unownedReference() throws {
        let kept = UnownedBoxes()
        try connection.add(function: "f", argc: 1) { args in
            // The memory of an object stays reserved while there is a reference to it.
            kept.boxes.append(UnownedBox(args: args))
            kept.ids.append(ObjectIdentifier(args))
            return args[0] as Int?
        }
        _ = try connection.rows("SELECT f(value) FROM json_each('[1, 2, 3]')")
        #expect(Set(kept.ids).count == 3)
    }

    @Test("Arguments are a collection of values")
    func collection() throws {
        let values: [SQLiteValue] = [1, "two", 3.0]
        let read = try withEachKindOfArguments { args in
            var values: [SQLiteValue] = []
            for value in args { values.append(value) }
            return values
        }
        #expect(read == [values, values])
        #expect(
            try withEachKindOfArguments { $0.map(\.storageClass) }
                == Array(repeating: [.integer, .text, .real], count: 2))
        #expect(try withEachKindOfArguments { $0.count } == [3, 3])
        #expect(try withEachKindOfArguments { $0.isEmpty } == [false, false])
        #expect(
            try withEachKindOfArguments { Array($0.reversed()) } == [
                values.reversed(), values.reversed(),
            ])
        #expect(try withEachKindOfArguments { $0.first } == [1, 1])
        #expect(try withEachKindOfArguments { $0.last } == [3.0, 3.0])
        #expect(try withEachKindOfArguments { $0.firstIndex(of: "two") } == [1, 1])
        #expect(try withEachKindOfArguments { $0.startIndex..<$0.endIndex } == [0..<3, 0..<3])
    }

    @Test("Function.Arguments is the type of a function's arguments")
    func name() throws {
        final class Named: Function.Scalar {
            override class var name: String { "named" }
            override class func invoke(
                args: Function.Arguments
            ) throws -> (any SQLiteRepresentable)? {
                args.count
            }
        }
        try connection.add(function: Named.self)
        #expect(try connection.value("SELECT named(7, 8)") == 2)
    }

    @Test("Arguments are empty in a call without arguments")
    func empty() throws {
        var counts: [Int] = []
        try connection.add(function: "f", argc: -1) { args in
            counts = [args.count, args.map { $0 }.count, args[1...].count]
            return args[0] as SQLiteValue
        }
        #expect(try connection.value("SELECT f() IS NULL") == true)
        #expect(counts == [0, 0, 0])
    }

    @Test("Arguments provide the connection that runs the statement")
    func runningConnection() throws {
        try connection.execute(sql: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2)")
        try connection.add(function: "count_of", argc: 1) { args in
            try args.connection.value("SELECT count(*) FROM t WHERE x >= \(args[0])") as Int?
        }
        #expect(try connection.rows("SELECT count_of(x) AS n FROM t") == [["n": 2], ["n": 1]])
        var found: [ObjectIdentifier] = []
        try connection.add(aggregate: "spy", argc: 1, initial: 0) { _, args in
            found.append(ObjectIdentifier(try args.connection))
        } finalize: {
            $0
        }
        try connection.execute("SELECT spy(x) FROM t")
        #expect(found == Array(repeating: ObjectIdentifier(connection), count: 2))
    }

    @Test("Arguments have a connection only during the call, and only if SQLite calls the function")
    func noConnection() throws {
        let box = Box()
        try connection.add(function: "keep", argc: 0) { args in
            box.args = args
            return nil
        }
        try connection.execute("SELECT keep()")
        let kept = try #require(box.args)
        #expect(try failure { _ = try kept.connection }.resultCode == .misuse)
        let fixed = FixedArguments(values: [])
        #expect(try failure { _ = try fixed.connection }.resultCode == .misuse)
    }

    @Test("Arguments do not keep the connection open when a function uses it")
    func noCycle() throws {
        var own: Connection? = try .inMemory()
        try own?.add(function: "total", argc: 0) { args in try args.connection.totalChanges }
        #expect(try own?.value("SELECT total()") == 0)
        weak let released = own
        own = nil
        #expect(released == nil)
    }

    @Test("Arguments are empty, and read as null, after the call")
    func retained() throws {
        let box = Box()
        try connection.add(function: "keep", argc: -1) { args in
            box.args = args
            return args[0] as SQLiteValue
        }
        let text = String(repeating: "x", count: 1000)
        #expect(try connection.value("SELECT keep(\(text), x'0102')") == text)
        let args = try #require(box.args)
        #expect(args.count == 0)
        #expect(args.first == nil)
        #expect(args[0] as SQLiteValue == .null)
        #expect(args[0] as String? == nil)
        #expect(args.withArgument(at: 1) { $0.storageClass } == .null)
        #expect(args.auxiliary(at: 0) { $0 } == .null)
        try connection.close()
        #expect(args[1] as SQLiteValue == .null)
    }

    @Test("Arguments read as null in the next call, and after their function was removed")
    func retainedAcrossCalls() throws {
        let box = Box()
        var seen: [SQLiteValue] = []
        try connection.add(function: "keep", argc: 1) { args in
            seen.append(box.args?[0] ?? "none")
            if box.args == nil { box.args = args }
            return nil
        }
        try connection.execute(sql: "SELECT keep('a'), keep('b')")
        #expect(seen == ["none", .null])
        try connection.remove(function: "keep", argc: 1)
        #expect(box.args?[0] == SQLiteValue.null)
    }

    @Test("Arguments read as null after the step of an aggregate")
    func retainedByAggregate() throws {
        try connection.add(aggregate: "first", argc: 1, initial: Box()) { box, args in
            if box.args == nil { box.args = args }
        } finalize: { box in
            (box.args?[0] as String?) ?? "gone"
        }
        #expect(try connection.value("SELECT first(column1) FROM (VALUES ('a'), ('b'))") == "gone")
    }

    @Test("Arguments stay readable after a nested call of the same function")
    func recursion() throws {
        try connection.add(function: "countdown", argc: 2) { [unowned connection] args in
            let n = args[0] as Int? ?? 0
            guard n > 0 else { return "" }
            let inner: String? = try connection.value("SELECT countdown(\(n - 1), \(args[1]))")
            return "\(args[0] as SQLiteValue)\(args[1] as String? ?? "lost")\(inner ?? "nil")"
        }
        #expect(try connection.value("SELECT countdown(5, ',')") == "5,4,3,2,1,")
    }

    @Test("Arguments stay readable after a nested call of the same function has failed")
    func failedRecursion() throws {
        try connection.add(function: "f", argc: 1) { [unowned connection] args in
            if args[0] == 0 { throw Refused() }
            #expect(throws: SQLiteError.self) { try connection.execute(sql: "SELECT f(0)") }
            return args[0] as SQLiteValue
        }
        #expect(try connection.value("SELECT f('outer')") == "outer")
    }

    /// The thread sanitizer checks this one: a frame is reused by a function on another thread.
    @Test("Arguments may be sent to another thread after their connection was closed")
    func retainedOnAnotherThread() async throws {
        /// Not `Sendable`: the compiler accepts that it is sent because nothing else refers to it.
        final class Retained { var args: [any ArgumentsProtocol] = [] }
        func keep() throws -> sending Retained {
            let kept = Retained()
            let connection = try Connection.inMemory()
            try connection.add(function: "keep", argc: 1) { args in
                kept.args.append(args)
                return nil
            }
            for _ in 1...20 { try connection.execute("SELECT keep('x')") }
            try connection.close()
            return kept
        }
        let kept = try keep()
        let reader = Task.detached {
            (1...1_000).allSatisfy { _ in
                kept.args.allSatisfy { $0.count == 0 && $0[0] == SQLiteValue.null }
            }
        }
        let connection = try Connection.inMemory()
        try connection.add(function: "count", argc: -1) { args in args.count }
        for _ in 1...1_000 { #expect(try connection.value("SELECT count('y', 'z')") == 2) }
        #expect(await reader.value)
    }
}
