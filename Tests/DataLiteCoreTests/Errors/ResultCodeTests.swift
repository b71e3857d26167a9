import DataLiteC
import Testing

@testable import DataLiteCore

@Suite("A result code")
struct ResultCodeTests {
    @Test(
        "A result code has the number and the name of its macro in the C header",
        arguments: headerCodes)
    func header(code: ResultCode, value: Int32, name: String) {
        #expect(code.rawValue == value)
        #expect(code.name == name)
        #expect(code.description == name)
    }

    @Test("A result code is listed once")
    func uniqueness() {
        let codes = ResultCode.entries.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(Set(ResultCode.entries.map(\.name)).count == codes.count)
        #expect(Set(codes) == Set(headerCodes.map(\.code)))
    }

    @Test(
        "A result code has an explanation on one line without a trailing period",
        arguments: headerCodes)
    func explanation(code: ResultCode, value: Int32, name: String) {
        let text = code.explanation
        #expect(!text.isEmpty && text.count <= 80)
        #expect(!text.contains("\n") && !text.hasSuffix("."))
        #expect(!text.contains("SQLITE_"))
    }

    @Test("An extended result code has its own explanation")
    func ownExplanation() {
        for entry in ResultCode.entries where entry.code != entry.code.primary {
            #expect(entry.explanation != entry.code.primary.explanation, "\(entry.name)")
        }
    }

    @Test("A result code names its category", arguments: headerCodes)
    func primary(code: ResultCode, value: Int32, name: String) {
        let primary = code.primary
        #expect(primary.rawValue == value & 0xff)
        #expect(primary.primary == primary)
        #expect((code != primary) == (value > 0xff))
        #expect(name.hasPrefix(primary.name))
    }

    @Test(
        "An unknown result code shows its category and its number",
        arguments: [
            (5 | 99 << 8, "SQLITE_BUSY(25349)"), (77, "SQLITE_UNKNOWN(77)"),
            (1234, "SQLITE_UNKNOWN(1234)"), (-1, "SQLITE_UNKNOWN(-1)"),
            (.max, "SQLITE_UNKNOWN(2147483647)"), (.min, "SQLITE_OK(-2147483648)"),
        ] as [(Int32, String)]
    )
    func unknownName(value: Int32, name: String) {
        #expect(ResultCode(value).name == name)
    }

    @Test("An unknown result code has the explanation of its category")
    func unknownExplanation() {
        #expect(ResultCode(5 | 99 << 8).explanation == ResultCode.busy.explanation)
        #expect(!ResultCode(77).explanation.isEmpty)
    }

    @Test("A result code is an error unless it is OK, ROW or DONE", arguments: headerCodes)
    func isError(code: ResultCode, value: Int32, name: String) {
        let isSuccess = ["SQLITE_OK", "SQLITE_ROW", "SQLITE_DONE"].contains { name.hasPrefix($0) }
        #expect(code.isError == !isSuccess)
    }

    @Test("A result code can be created from any number")
    func rawValue() {
        #expect(ResultCode(rawValue: 517) == .busySnapshot)
        #expect(ResultCode(517) == .busySnapshot)
        #expect(MemoryLayout<ResultCode>.size == 4)
    }
}

@Suite("A pattern of result codes")
struct ResultCodePatternTests {
    @Test(
        "A pattern matches its code, and its extended codes if it is a primary code",
        arguments: [
            (.busy, .busy, true), (.busy, .busySnapshot, true), (.busySnapshot, .busy, false),
            (.busySnapshot, .busySnapshot, true), (.busySnapshot, .busyTimeout, false),
            (.busy, .locked, false), (.ok, .error, false), (.busy, ResultCode(5 | 99 << 8), true),
        ] as [(ResultCode, ResultCode, Bool)]
    )
    func matching(pattern: ResultCode, code: ResultCode, matches: Bool) {
        let error = SQLiteError(code, message: "")
        #expect((pattern ~= code) == matches)
        #expect((pattern ~= error) == matches)
        #expect((pattern ~= (error as any Error)) == matches)
    }

    @Test("A pattern of result codes does not match other errors")
    func otherErrors() {
        struct Other: Error {}
        #expect(!(ResultCode.error ~= Other()))
    }

    @Test("A pattern of result codes works in a switch over a code")
    func switchOverCode() {
        func kind(_ code: ResultCode) -> String {
            switch code {
            case .constraintUnique: "unique"
            case .constraint: "constraint"
            case .busy, .locked: "contention"
            default: "other"
            }
        }
        #expect(kind(.constraintUnique) == "unique")
        #expect(kind(.constraintCheck) == "constraint")
        #expect(kind(.busyRecovery) == "contention")
        #expect(kind(.full) == "other")
    }

    @Test("A pattern of result codes works in a switch over an error")
    func switchOverError() {
        func kind(_ error: SQLiteError) -> String {
            switch error {
            case .constraintUnique: "unique"
            case .constraint: "constraint"
            default: "other"
            }
        }
        #expect(kind(SQLiteError(.constraintUnique, message: "")) == "unique")
        #expect(kind(SQLiteError(.constraintCheck, message: "")) == "constraint")
        #expect(kind(SQLiteError(.full, message: "")) == "other")
    }

    @Test("A pattern of result codes works in a catch clause, for any error and for a typed one")
    func catching() throws {
        func untyped() throws { throw SQLiteError(.busyTimeout, message: "") }
        func typed() throws(SQLiteError) { throw SQLiteError(.busyTimeout, message: "") }
        do { try untyped() } catch ResultCode.busy {}
        do {
            try untyped()
            Issue.record("did not throw")
        } catch ResultCode.busySnapshot {
            Issue.record("took another extended code")
        } catch ResultCode.busy {}
        do { try typed() } catch ResultCode.busy {}
        do { try typed() } catch .busy {}
    }
}
