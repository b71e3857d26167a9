import DataLiteCore
import Foundation
import Testing

@Suite("What a function learns of its values")
struct ValueOriginTests {
    let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    @Test("A subtype is passed from the result of one function to the argument of another")
    func subtypes() throws {
        try db.add(function: "marked", argc: 1, options: [.deterministic, .resultSubtype]) { args in
            try args.setResult(subtype: 200)
            return args[0]
        }
        try db.add(function: "mark_of", argc: 1, options: .subtype) { args in
            Int(args.subtype(at: 0)).sqliteValue
        }
        #expect(try db.value("SELECT mark_of(marked(5))") == 200)
        #expect(try db.value("SELECT mark_of(marked('a'))") == 200)
        #expect(try db.value("SELECT mark_of(5)") == 0)
        #expect(try db.value("SELECT mark_of(json('[1]'))") == 74)
        #expect(try db.value("SELECT marked(5) + 1") == 6)
        try db.execute("CREATE TABLE t AS SELECT marked(5) AS a")
        #expect(try db.value("SELECT mark_of(a) FROM t") == 0)
    }

    @Test("A function knows whether an argument is a parameter")
    func parameters() throws {
        try db.add(function: "is_parameter", argc: 1) { args in args.isParameter(at: 0).sqliteValue
        }
        #expect(try db.value("SELECT is_parameter(?)", [1]) == true)
        #expect(try db.value("SELECT is_parameter(1)") == false)
        #expect(try db.value("SELECT is_parameter(? + 1)", [1]) == false)
    }

    @Test(
        "Text that looks like a number is read as one",
        arguments: [
            ("'12'", SQLiteValue.int(12)), ("' 1.5 '", .real(1.5)), ("'1e3'", .real(1000)),
            ("'12abc'", .text("12abc")), ("''", .text("")), ("x'31'", .blob(Data([0x31]))),
            ("NULL", .null), ("7", .int(7)),
        ])
    func numbers(sql: String, expected: SQLiteValue) throws {
        try db.add(function: "number", argc: 1) { args in args.numericValue(at: 0) }
        #expect(try db.row("SELECT number(\(raw: sql))")?.values.first == expected)
        #expect(
            try db.row("SELECT number(\(raw: sql)), typeof(\(raw: sql))")?.values.first == expected)
    }

    @Test("Arguments that do not exist have no subtype, origin and object")
    func missing() throws {
        try db.add(function: "missing", argc: 0) { args in
            #expect(args.subtype(at: 0) == 0)
            #expect(!args.isParameter(at: -1))
            #expect(args.numericValue(at: 1) == .null)
            #expect(args.object(at: 0, as: Word.self) == nil)
            return .null
        }
        #expect(try db.row("SELECT missing()")?.values.first == .null)
    }
}

/// An object that is passed through SQL.
private final class Word {
    let text: String
    let onRelease: () -> Void

    init(_ text: String, onRelease: @escaping () -> Void = {}) {
        self.text = text
        self.onRelease = onRelease
    }

    deinit { onRelease() }
}

@Suite("An object that is passed through SQL")
struct PassedObjectTests {
    let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.add(function: "text_of", argc: 1) { args in
            (args.object(at: 0, as: Word.self)?.text).sqliteValue
        }
    }

    @Test("A statement passes it to a function")
    func bound() throws {
        let statement: Statement = try db.prepare(sql: "SELECT text_of(?1), ?1 IS NULL")
        try statement.bind(object: Word("a"), at: 1)
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == .text("a"))
        #expect(statement.columnValue(at: 1) == .int(1))
        try statement.reset()
        try statement.bind(.int(5), at: 1)
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == .null)
        let error = #expect(throws: SQLiteError.self) {
            try statement.bind(object: Word("b"), at: 2)
        }
        #expect(error?.resultCode == .misuse)
        try statement.reset()
        let range = #expect(throws: SQLiteError.self) {
            try statement.bind(object: Word("b"), at: 2)
        }
        #expect(range?.resultCode == .range)
    }

    @Test("A function passes it to another function")
    func returned() throws {
        try db.add(function: "word", argc: 1) { args in
            try args.setResult(object: Word(args[0] ?? ""))
            return .null
        }
        #expect(try db.value("SELECT text_of(word('a'))") == "a")
        #expect(try db.value("SELECT count(word('a'))") == 0)
        #expect(try db.value("SELECT text_of(word(text_of(word('b'))))") == "b")
        try db.execute("CREATE TABLE t AS SELECT word('a') AS a")
        #expect(try db.row("SELECT text_of(a), a FROM t")?.values == [.null, .null])
    }

    @Test("An object of another class is not passed")
    func otherClass() throws {
        final class Other {}
        let statement: Statement = try db.prepare(sql: "SELECT text_of(?)")
        try statement.bind(object: Other(), at: 1)
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == .null)
    }

    @Test("It is released, and may use the connection then")
    func release() throws {
        var released = 0
        try db.execute("CREATE TABLE log(text)")
        do {
            let statement: Statement = try db.prepare(sql: "SELECT text_of(?)")
            for text in ["a", "b"] {
                let word = Word(text) { [db] in
                    released += 1
                    _ = try? db.execute("INSERT INTO log VALUES (\(text))")
                }
                try statement.bind(object: word, at: 1)
                #expect(try statement.step())
                try statement.reset()
            }
            try statement.clearBindings()
        }
        #expect(try db.value("SELECT 1") == 1)
        #expect(released == 2)
        #expect(try db.value("SELECT count(*) FROM log") == 2)
        _ = try? db.prepare(sql: "SELECT ?").bind(.null, at: 1)
    }

    @Test("An error of a function releases the object that would have been its result")
    func failed() throws {
        var released = false
        try db.add(function: "fails", argc: 0) { args in
            try args.setResult(object: Word("a") { released = true })
            try args.setResult(object: Word("b"))
            throw SQLiteError(.error, message: "no")
        }
        #expect(throws: SQLiteError.self) { try db.execute("SELECT fails()") }
        #expect(try db.value("SELECT 1") == 1)
        #expect(released)
    }

    @Test("Aggregates and arguments that are kept cannot set a result")
    func otherFunctions() throws {
        final class Kept: Function.Aggregate {
            nonisolated(unsafe) static var error: SQLiteError?
            override class var name: String { "kept" }
            override func step(args: any ArgumentsProtocol) throws {
                do { try args.setResult(subtype: 1) } catch { Self.error = error }
            }
            override func finalize() throws -> (any SQLiteRepresentable)? { 1 }
        }
        try db.add(function: Kept.self)
        #expect(try db.value("SELECT kept(1)") == 1)
        #expect(Kept.error?.resultCode == .misuse)
        var kept: (any ArgumentsProtocol)?
        try db.add(function: "keeps", argc: 0) { args in
            kept = args
            return .null
        }
        try db.execute("SELECT keeps()")
        #expect(throws: SQLiteError.self) { try kept?.setResult(object: Word("a")) }
    }
}

@Suite("The result code of a function's error")
struct FunctionErrorCodeTests {
    let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    @Test(
        "Codes that SQLite does not handle, and those of a program, are kept",
        arguments: [
            ResultCode.constraintFunction, .constraint, .auth, .tooBig, .mismatch, .range, .perm,
            .notFound, ResultCode(rawValue: 102), ResultCode(rawValue: 123),
            ResultCode(rawValue: 255), ResultCode(rawValue: 123 | 5 << 8),
        ])
    func kept(code: ResultCode) throws {
        let failure = FunctionError(code, "no luck")
        try db.add(function: "fails", argc: 0) { _ in throw failure }
        let error = #expect(throws: SQLiteError.self) { try db.execute("SELECT fails()") }
        #expect(error?.resultCode == code)
        #expect(error?.message == "no luck")
        #expect(error?.underlyingError as? FunctionError == failure)
    }

    @Test(
        "Codes that SQLite would act on become SQLITE_ERROR",
        arguments: [
            ResultCode.schema, .full, .nomem, .interrupt, .ioerr, .busy, .ok, .row, .done, .corrupt,
            ResultCode(rawValue: 29), ResultCode(rawValue: 99), ResultCode(rawValue: .min | 123),
            ResultCode(rawValue: -1), ResultCode(rawValue: 256),
        ])
    func replaced(code: ResultCode) throws {
        try db.add(function: "fails", argc: 0) { _ in throw FunctionError(code, "no luck") }
        try db.execute("CREATE TABLE t(a)")
        try db.transaction {
            try db.execute("INSERT INTO t VALUES (1)")
            let error = #expect(throws: SQLiteError.self) {
                try db.execute("INSERT INTO t VALUES (fails())")
            }
            #expect(error?.resultCode == .error)
            #expect(error?.message == "no luck")
        }
        #expect(try db.value("SELECT count(*) FROM t") == 1)
    }

    @Test("An aggregate keeps the code of its error")
    func aggregate() throws {
        final class Picky: Function.Aggregate {
            override class var name: String { "picky" }
            override func step(args: any ArgumentsProtocol) throws {
                throw FunctionError(.mismatch, "not a number")
            }
        }
        try db.add(function: Picky.self)
        let error = #expect(throws: SQLiteError.self) { try db.execute("SELECT picky(1)") }
        #expect(error?.resultCode == .mismatch)
    }
}
