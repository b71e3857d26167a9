import DataLiteCore
import Foundation
import Testing

private enum Direction: String, SQLiteRepresentable {
    case left, right
}

@Suite("A typed closure")
struct TypedFunctionTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.add(function: "f") { "none" }
        try connection.add(function: "f") { (a: Int) in "\(a)" }
        try connection.add(function: "f") { (a: Int, b: String) in "\(a) \(b)" }
        try connection.add(function: "f") { (a: Double, b: Bool, c: Data) in "\(a) \(b) \(c.count)"
        }
        try connection.add(function: "f") { (a: Int8, b: UInt64, c: Float, d: String) in
            "\(a) \(b) \(c) \(d)"
        }
        try connection.add(function: "f") { (a: Int, b: Int?, c: Int, d: String?, e: Int) in
            "\(a) \(b as Any) \(c) \(d as Any) \(e)"
        }
        try connection.add(function: "f") {
            (a: SQLiteValue, b: Direction, c: UUID, d: Date, e: Int?, f: URL) in
            "\(a) \(b) \(c.uuidString.prefix(4)) \(d.timeIntervalSince1970) \(e as Any) \(f.path)"
        }
    }

    private static let identifier = "'6ba7b810-9dad-11d1-80b4-00c04fd430c8'"

    @Test(
        "A typed closure has one argument for each parameter, converted to its type",
        arguments: [
            ("f()", "none"),
            ("f(7)", "7"),
            ("f(7, 'x')", "7 x"),
            ("f(1, 1, x'0000')", "1.0 true 2"),
            ("f(-128, '18446744073709551615', 0.5, 'é')", "-128 18446744073709551615 0.5 é"),
            ("f(1, 2, 3, 'x', 5)", "1 Optional(2) 3 Optional(\"x\") 5"),
            ("f(1, NULL, 3, NULL, 5)", "1 nil 3 nil 5"),
            ("f(NULL, 'left', \(identifier), 0, NULL, 'file:///a')", "NULL left 6BA7 0.0 nil /a"),
        ])
    func arguments(_ call: String, expected: String) throws {
        #expect(try connection.value("SELECT \(raw: call)") == expected)
    }

    @Test(
        "NULL for a non-optional parameter makes the result NULL without calling the closure",
        arguments: ["g(NULL, 1, 1)", "g(1, 1, NULL)", "g(NULL, NULL, NULL)", "g('x', 1, NULL)"])
    func null(_ call: String) throws {
        var calls = 0
        try connection.add(function: "g") { (a: Int, b: Int?, c: String) in
            calls += 1
            return "called"
        }
        #expect(try connection.value("SELECT \(raw: call)", as: String.self) == nil)
        #expect(calls == 0)
        #expect(try connection.value("SELECT g(1, NULL, 'x')") == "called")
    }

    @Test(
        "A failed conversion is an error that names the function, argument and types",
        arguments: [
            ("f('x')", "f: argument 1: expected Int, found TEXT 'x'"),
            ("f(1.5)", "f: argument 1: expected Int, found REAL 1.5"),
            ("f(1, x'AB')", "f: argument 2: expected String, found BLOB X'AB'"),
            ("f(1, 2, x'')", "f: argument 2: expected Bool, found INTEGER 2"),
            ("f(128, 1, 1, '')", "f: argument 1: expected Int8, found INTEGER 128"),
            ("f(1, 'x', 3, NULL, 5)", "f: argument 2: expected Optional<Int>, found TEXT 'x'"),
            ("f(1, 'up', 0, 0, 0, 0)", "f: argument 2: expected Direction, found TEXT 'up'"),
        ])
    func mismatch(_ call: String, message: String) throws {
        let error = try failure { try connection.execute(sql: "SELECT \(call)") }
        #expect(error.resultCode == .error)
        #expect(error.underlyingCode == .mismatch)
        #expect(error.message == message)
    }

    @Test("A long value is truncated in the error of a typed closure")
    func longValue() throws {
        let error = try failure {
            try connection.execute("SELECT f(?)", [String(repeating: "x", count: 10_000)])
        }
        #expect(error.message.utf8.count < 200)
        #expect(error.message.contains("10000 bytes"))
    }

    @Test("A typed closure returns NULL for nil")
    func nilResult() throws {
        try connection.add(function: "half") { (a: Int) in a % 2 == 0 ? a / 2 : nil }
        #expect(try connection.value("SELECT half(8)") == 4)
        #expect(try connection.value("SELECT half(7) IS NULL") == true)
    }

    @Test("A typed closure can throw like any other function")
    func throwing() throws {
        try connection.add(function: "g") { (reason: String) -> Int? in
            throw Refused(reason: reason)
        }
        let error = try failure { try connection.execute(sql: "SELECT g('no')") }
        #expect(error.underlyingError as? Refused == Refused(reason: "no"))
    }

    @Test("A typed closure can have options")
    func options() throws {
        try connection.execute(sql: "CREATE TABLE t(x)")
        try connection.add(function: "g", options: .deterministic) { (a: Int) in a }
        try connection.execute(sql: "CREATE INDEX i ON t(g(x))")
        #expect(throws: SQLiteError.self) {
            try connection.execute(sql: "CREATE INDEX j ON t(f(x))")
        }
    }
}
