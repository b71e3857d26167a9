import Foundation
import Testing

@testable import DataLiteCore

@Suite("The memory of SQL")
struct SQLStorageTests {
    private let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    private func address(_ sql: SQL) -> ObjectIdentifier? {
        if case .built(let storage) = sql.content { ObjectIdentifier(storage) } else { nil }
    }

    @Test("SQL literals are not copied")
    func literal() throws {
        let sql: SQL = "SELECT 1"
        #expect(address(sql) == nil)
        #expect(sql.text == "SELECT 1" && sql.parameters.isEmpty && sql.interpolationsEnd == 0)
        #expect(try db.value(sql) == 1)
    }

    @Test("A thread uses the memory of its latest statement again")
    func reuse() throws {
        func run(_ number: Int) throws -> ObjectIdentifier? {
            let sql: SQL = "SELECT \(number)"
            #expect(try db.value(sql) == number)
            return address(sql)
        }
        let first = try run(1)
        #expect(first != nil)
        #expect(try run(2) == first)
        #expect(try run(3) == first)
    }

    @Test("SQL that is still referenced is not changed by the next statement")
    func referenced() throws {
        let kept: SQL = "SELECT \(1)"
        #expect(try db.value(kept) == 1)
        let next: SQL = "SELECT \(2) + \(3)"
        #expect(address(next) != address(kept))
        #expect(try db.value(next) == 5)
        #expect(kept.text == "SELECT ?" && kept.parameters == [1])
        #expect(try db.value(kept) == 1)
    }

    @Test("Appending SQL does not change a copy, whichever memory it has")
    func appending() throws {
        var sql: SQL = "SELECT \(1)"
        #expect(try db.value(sql) == 1)
        let copy = sql
        for number in 2...40 { sql += " + \(number)" }
        #expect(copy.text == "SELECT ?" && copy.parameters == [1])
        #expect(try db.value(sql) == (1...40).reduce(0, +))
        #expect(sql.parameters.count == 40 && sql.interpolationsEnd == sql.text.utf8.count)
        sql += sql
        #expect(sql.parameters.count == 80)
        var literal: SQL = "a"
        literal += "b"
        literal += literal
        #expect(literal.text == "abab" && literal.parameters.isEmpty)
    }

    @Test("A copy of an unfinished interpolation has its own memory")
    func interpolation() {
        var first = SQL.Interpolation(literalCapacity: 8, interpolationCount: 2)
        first.appendLiteral("a = ")
        first.appendInterpolation(1)
        first.appendLiteral(" b = ")
        var second = first
        first.appendInterpolation(2)
        second.appendInterpolation("x")
        second.appendLiteral("!")
        second.appendLiteral("?")
        let (one, two) = (SQL(stringInterpolation: first), SQL(stringInterpolation: second))
        #expect(one.text == "a = ? b = ?" && one.parameters == [1, 2])
        #expect(two.text == "a = ? b = ?!?" && two.parameters == [1, "x"])
        #expect(two.interpolationsEnd == 11)
    }

    @Test("Memory of large SQL and BLOBs is not kept", arguments: [false, true])
    func large(isBytes: Bool) throws {
        final class Counter: @unchecked Sendable { var freed = 0 }
        let counter = Counter()
        do {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
            memory.initializeMemory(as: UInt8.self, repeating: 7, count: 16)
            let data = Data(
                bytesNoCopy: memory, count: 16,
                deallocator: .custom { pointer, _ in
                    pointer.deallocate()
                    counter.freed += 1
                })
            let long = String(repeating: "x", count: 100_000)
            #expect(try db.value("SELECT length(\(data)) + length(\(long))") == 100_016)
        }
        #expect(counter.freed == 1)
    }

    @Test("Threads do not share memory and release it when they end")
    func threads() async throws {
        try await withThrowingTaskGroup { group in
            for start in 0..<8 {
                group.addTask {
                    let db = try Connection(location: .inMemory)
                    for number in start..<(start + 500) {
                        let text = "\(number)"
                        let row = try db.row("SELECT \(number) AS a, \(text) AS b")
                        #expect(row?["a"] == .int(Int64(number)) && row?["b"] == .text(text))
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
