import DataLiteCore
import Foundation
import Testing

/// The smallest arguments of all: what a mock has to implement.
private struct FixedArguments: ArgumentsProtocol {
    let values: [SQLiteValue]
    var count: Int { values.count }
    subscript(index: Int) -> SQLiteValue { values.indices.contains(index) ? values[index] : .null }
}

/// Confined to the one thread of a test.
private final class Box: @unchecked Sendable {
    var args: (any ArgumentsProtocol)?
}

@Suite("The arguments of a function")
struct ArgumentsTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
    }

    /// What a closure makes of the arguments `(1, 'two', 3.0)`, of SQLite's and of a mock's.
    private func both<R>(_ body: @escaping (any ArgumentsProtocol) throws -> R) throws -> [R] {
        var result = [try body(FixedArguments(values: [1, "two", 3.0]))]
        try connection.add(function: "f", argc: -1) { args in
            result.append(try body(args))
            return nil
        }
        try connection.execute(sql: "SELECT f(1, 'two', 3.0)")
        return result
    }

    @Test("read as null and nil at an index out of range", arguments: [3, 4, -1, .max, .min])
    func outOfRange(_ index: Int) throws {
        #expect(try both { $0[index] as SQLiteValue } == [.null, .null])
        #expect(try both { $0[index] as Int? } == [nil, nil])
        #expect(try both { $0.withArgument(at: index) { $0.isNull } } == [true, true])
        #expect(try both { $0.auxiliary(at: index) { $0 } } == [.null, .null])
    }

    @Test("read as any type that can hold them, and else as nil")
    func typed() throws {
        #expect(try both { $0[0] as Int? } == [1, 1])
        #expect(try both { $0[0] as String? } == [nil, nil])
        #expect(try both { $0[1] as String? } == ["two", "two"])
        #expect(try both { $0[2] as Double? } == [3, 3])
        #expect(try both { ($0[0] ?? 0) + ($0[2] ?? 0.5) } == [4.0, 4.0])
    }

    @Test("are a collection of values")
    func collection() throws {
        let values: [SQLiteValue] = [1, "two", 3.0]
        let read = try both { args in
            var values: [SQLiteValue] = []
            for value in args { values.append(value) }
            return values
        }
        #expect(read == [values, values])
        #expect(
            try both { $0.map(\.storageClass) }
                == Array(repeating: [.integer, .text, .real], count: 2))
        #expect(try both { $0.count } == [3, 3])
        #expect(try both { $0.isEmpty } == [false, false])
        #expect(try both { Array($0.reversed()) } == [values.reversed(), values.reversed()])
        #expect(try both { $0.first } == [1, 1])
        #expect(try both { $0.last } == [3.0, 3.0])
        #expect(try both { $0.firstIndex(of: "two") } == [1, 1])
        #expect(try both { $0.startIndex..<$0.endIndex } == [0..<3, 0..<3])
    }

    @Test("are empty in a call without arguments")
    func empty() throws {
        var counts: [Int] = []
        try connection.add(function: "f", argc: -1) { args in
            counts = [args.count, args.map { $0 }.count, args[1...].count]
            return args[0] as SQLiteValue
        }
        #expect(try connection.value("SELECT f() IS NULL") == true)
        #expect(counts == [0, 0, 0])
    }

    @Test("give what there is of a range")
    func slices() throws {
        let values: [SQLiteValue] = [1, "two", 3.0]
        func expect(
            _ expected: ArraySlice<SQLiteValue>, sourceLocation: SourceLocation = #_sourceLocation,
            _ slice: @escaping (any ArgumentsProtocol) -> ArraySlice<SQLiteValue>
        ) throws {
            let slices = try both(slice)
            #expect(slices == [expected, expected], sourceLocation: sourceLocation)
        }
        try expect(values[1...]) { $0[1...] }
        try expect([]) { $0[3...] }
        try expect([]) { $0[7...] }
        try expect(values[...]) { $0[(-7)...] }
        try expect(values[0..<2]) { $0[..<2] }
        try expect(values[...]) { $0[0..<9] }
        try expect(values[2...]) { $0[2...9] }
        try expect(values[...]) { $0[...9] }
        try expect([]) { $0[5..<9] }
        try expect(values[...]) { $0[...] }
        try expect(values[1...]) { $0.dropFirst() }
        try expect(values[...1]) { $0.prefix(2) }
        #expect(try both { $0[1...].startIndex } == [1, 1])
    }

    @Test("are none, and read as null, once the call is over")
    func kept() throws {
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

    @Test("read as null in the next call, and once their function is gone")
    func keptLonger() throws {
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

    @Test("read as null once the step of an aggregate is over")
    func keptStep() throws {
        try connection.add(aggregate: "first", argc: 1, initial: Box()) { box, args in
            if box.args == nil { box.args = args }
        } finalize: { box in
            (box.args?[0] as String?) ?? "gone"
        }
        #expect(try connection.value("SELECT first(column1) FROM (VALUES ('a'), ('b'))") == "gone")
    }

    @Test("stay readable after a call of the same function within the call")
    func recursion() throws {
        try connection.add(function: "countdown", argc: 2) { [unowned connection] args in
            let n = args[0] as Int? ?? 0
            guard n > 0 else { return "" }
            let inner: String? = try connection.value("SELECT countdown(\(n - 1), \(args[1]))")
            return "\(args[0] as SQLiteValue)\(args[1] as String? ?? "lost")\(inner ?? "nil")"
        }
        #expect(try connection.value("SELECT countdown(5, ',')") == "5,4,3,2,1,")
    }

    @Test("stay readable after a call of the same function within the call that fails")
    func failedRecursion() throws {
        try connection.add(function: "f", argc: 1) { [unowned connection] args in
            if args[0] == 0 { throw Refused() }
            #expect(throws: SQLiteError.self) { try connection.execute(sql: "SELECT f(0)") }
            return args[0] as SQLiteValue
        }
        #expect(try connection.value("SELECT f('outer')") == "outer")
    }
}
