import DataLiteC
import DataLiteCore
import Foundation
import Testing

private struct Localized: LocalizedError {
    var errorDescription: String? { "in people's words" }
}

private struct Described: Error, CustomStringConvertible {
    let description: String
}

@Suite("An error of a function")
struct FunctionErrorTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
    }

    private func failure(throwing error: any Error) throws -> SQLiteError {
        try connection.add(function: "fail", argc: -1) { _ in throw error }
        return try DataLiteCoreTests.failure { try connection.execute(sql: "SELECT fail()") }
    }

    @Test(
        "A function's error has the message of the thrown error",
        arguments: [
            (Localized(), "in people's words"),
            (Described(description: "described"), "described"),
            (Described(description: "größer 漢字 🙂"), "größer 漢字 🙂"),
            (Described(description: "50% %s %d"), "50% %s %d"),
            (Described(description: ""), ""),
            (Described(description: "cut\0here"), "cut"),
            (Described(description: "\0"), ""),
            (Refused(reason: "x"), "Refused(reason: \"x\")"),
            (SQLiteError(.error, message: "plain"), "plain"),
            (CancellationError(), "CancellationError()"),
        ] as [(any Error, String)])
    func message(_ thrown: any Error, message: String) throws {
        let error = try failure(throwing: thrown)
        #expect(error.resultCode == .error)
        #expect(error.message == message)
        #expect(error.sql == "SELECT fail()")
        #expect(error.underlyingError != nil)
    }

    @Test("A function's error has a message of at most 64 KiB", arguments: ["x", "é", "漢", "a🙂"])
    func hugeMessage(_ unit: String) throws {
        let thrown = Described(description: String(repeating: unit, count: 3 << 20))
        let error = try failure(throwing: thrown)
        #expect(error.message.hasPrefix(String(repeating: unit, count: 1000)))
        #expect(((1 << 16) - 3...1 << 16).contains(error.message.utf8.count))
        #expect(
            (error.underlyingError as? Described)?.description.utf8.count
                == thrown.description.utf8.count)
    }

    @Test(
        "A function's error is kept even if its message is longer than SQLite's limit",
        arguments: [40, 1000, 30_000])
    func lengthLimit(_ limit: Int32) throws {
        _ = try connection.withUnsafeHandle { sqlite3_limit($0, SQLITE_LIMIT_LENGTH, limit) }
        for count in [Int(limit) - 2, Int(limit) - 1, Int(limit), Int(limit) + 1, 100_000] {
            let thrown = Described(description: String(repeating: "é", count: count / 2 + 1))
            let error = try failure(throwing: thrown)
            #expect(error.underlyingError is Described)
            #expect(!error.message.isEmpty)
            #expect(error.message.utf8.count < limit)
        }
    }

    @Test(
        "A function's error has the code SQLITE_ERROR, whatever the code of the thrown error",
        arguments: [
            1, 5, 19, 2067, 8, 23, 21, 25, 20, 26, 6, 4, 14, 12, 28, 250,
            // Codes on which SQLite would act.
            17, 11, 779, 3082, 266, 7, 13, 9,
            // Codes that are not errors.
            0, 100, 101, 256, 100 | 256, 101 | 512, -1, -100, .min, .max,
        ] as [Int32])
    func code(_ code: Int32) throws {
        let thrown = SQLiteError(code: code, message: "told")
        let error = try failure(throwing: thrown)
        #expect(error.code == 1)
        #expect(error.message == "told")
        #expect(error.underlyingError as? SQLiteError == thrown)
        #expect((error.underlyingError as? SQLiteError)?.code == code)
        #expect(try connection.value("SELECT 1") == 1)
    }

    @Test(
        "SQLite does not act on the code of a function's error",
        arguments: [
            .schema, .corrupt, .corruptIndex, .ioerrNomem, .ioerrRead, .nomem, .full, .interrupt,
        ] as [ResultCode])
    func actedUpon(_ code: ResultCode) throws {
        var calls = 0
        try connection.add(function: "g", argc: 0) { _ in
            calls += 1
            throw SQLiteError(code, message: "told")
        }
        try connection.execute(sql: "CREATE TABLE made(x)")
        try connection.transaction {
            let error = try DataLiteCoreTests.failure {
                try connection.execute("INSERT INTO made VALUES (2), (g())")
            }
            #expect(error == SQLiteError(.error, message: "told"))
            #expect((error.underlyingError as? SQLiteError)?.resultCode == code)
            #expect(!connection.isAutocommit)
            try connection.execute("INSERT INTO made VALUES (1)")
        }
        #expect(calls == 1)
        #expect(try connection.value("SELECT group_concat(x) FROM made") == "1")
    }

    @Test("A function's error ends the statement, which can be run again")
    func again() throws {
        var isFailing = true
        try connection.add(function: "fail", argc: 0) { _ in
            if isFailing { throw Refused() }
            return 1
        }
        let statement = try connection.statement("SELECT fail()")
        #expect(throws: SQLiteError.self) { try statement.step() }
        isFailing = false
        try statement.reset()
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == .int(1))
    }

    @Test("A function's error undoes the statement, and leaves the transaction open")
    func transaction() throws {
        try connection.execute(sql: "CREATE TABLE t(x)")
        try connection.add(function: "fail_at", argc: 2) { args in
            if args[0] as SQLiteValue == args[1] { throw Refused() }
            return args[0] as SQLiteValue
        }
        try connection.transaction {
            try connection.execute("INSERT INTO t VALUES (0)")
            #expect(throws: SQLiteError.self) {
                try connection.execute(
                    "INSERT INTO t SELECT fail_at(column1, 3) FROM (VALUES (1), (2), (3))")
            }
        }
        #expect(try connection.rows("SELECT x FROM t") == [["x": 0]])
    }
}
