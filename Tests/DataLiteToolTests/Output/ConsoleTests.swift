import DataLiteCore
import Testing

@testable import DataLiteTool

@Suite("The console")
struct ConsoleTests {
    @Test(
        "Colors are used on a terminal that has them, unless NO_COLOR is set",
        arguments: [
            (["TERM": "xterm"], true), ([:], true), (["NO_COLOR": ""], true),
            (["TERM": "dumb"], false),
            (["NO_COLOR": "1"], false), (["NO_COLOR": "0", "TERM": "xterm"], false),
        ])
    func colors(environment: [String: String], expected: Bool) {
        #expect(Console.usesColors(isTerminal: true, environment: environment) == expected)
        #expect(!Console.usesColors(isTerminal: false, environment: environment))
    }

    @Test("An SQLite error is reported without its code")
    func report() {
        let error = SQLiteError(
            .error, message: "no such\u{202e} column", sql: "SELECT a", offset: 7)
        #expect(
            Console.report(error) == """
                datalite: no such\\u{202e} column
                    SELECT a
                           ^
                """)
        #expect(
            Console.report(SQLiteError(.busy, message: "")).hasPrefix(
                "datalite: \(ResultCode.busy.explanation)\nhint: Another program "))
    }

    @Test("Only unsafe use in an untrusted schema suggests --trust-schema")
    func trust() {
        let unsafe = SQLiteError(.error, message: "unsafe use of f()")
        let malformed = SQLiteError(
            .corrupt, message: "malformed database schema (t) - unsafe use of f()")
        for error in [unsafe, malformed] {
            #expect(ErrorHint().text(for: error)?.contains("uses f(), which") == true)
            #expect(ErrorHint(trustsSchema: true).text(for: error) == error.recoverySuggestion)
        }
        let others = [
            SQLiteError(.constraintTrigger, message: "unsafe use of f()"),
            SQLiteError(.corrupt, message: "malformed database schema (t)"),
        ]
        for error in others {
            #expect(ErrorHint().text(for: error) == error.recoverySuggestion)
        }
    }

    @Test("A write that --readonly prevents has a hint")
    func readonly() {
        let error = SQLiteError(.readonly, message: "attempt to write a readonly database")
        #expect(ErrorHint(isReadonly: true).text(for: error)?.hasPrefix("--readonly opens") == true)
        #expect(ErrorHint().text(for: error) == error.recoverySuggestion)
    }
}
