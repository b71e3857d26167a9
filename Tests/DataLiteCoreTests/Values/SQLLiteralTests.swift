import Foundation
import Testing

@testable import DataLiteCore

@Suite("A literal")
struct SQLLiteralTests {
    @Test(
        "An integer literal is its digits and reads back as an INTEGER",
        arguments: [
            (0, "0"), (-1, "-1"), (.max, "9223372036854775807"), (.min, "-9223372036854775808"),
        ] as [(Int64, String)]
    )
    func integer(value: Int64, literal: String) throws {
        #expect(SQLLiteral.integer(value) == literal)
        #expect(try ScratchDatabase().value(literal) == .integer(value))
    }

    @Test("The literal of a null value is NULL")
    func null() throws {
        #expect(try ScratchDatabase().value(SQLLiteral.null) == .null)
    }

    @Test(
        "A string literal doubles the quotes and writes NULs in an expression",
        arguments: [
            ("", "''"),
            ("abc", "'abc'"),
            ("O'Brien", "'O''Brien'"),
            ("''", "''''''"),
            ("\"x\" -- \\ % ; ? :a\n", "'\"x\" -- \\ % ; ? :a\n'"),
            ("grüße 🦊 e\u{301}", "'grüße 🦊 e\u{301}'"),
            ("a\0b", "('a'||char(0)||'b')"),
            ("\0", "(char(0))"),
            ("\0\0\u{301}'\0", "(char(0,0)||'\u{301}'''||char(0))"),
        ]
    )
    func text(value: String, literal: String) throws {
        #expect(SQLLiteral.text(value) == literal)
        for encoding in ["UTF-8", "UTF-16le", "UTF-16be"] {
            #expect(try ScratchDatabase(encoding: encoding).value(literal) == .text(value))
        }
    }

    @Test(
        "A string literal stays within SQLite's limits for any number of NULs",
        arguments: [
            String(repeating: "\0", count: 1000), String(repeating: "a\0", count: 10_000),
            String(repeating: "\0b", count: 65),
        ]
    )
    func manyNULs(value: String) throws {
        #expect(try ScratchDatabase().value(SQLLiteral.text(value)) == .text(value))
    }

    @Test(
        "A BLOB literal is uppercase hexadecimal",
        arguments: [
            (Data(), "X''"), (Data([0]), "X'00'"), (Data([0x0F, 0xA9, 0xFF]), "X'0FA9FF'"),
            (Data([1, 2, 0xBC])[1...], "X'02BC'"),
        ]
    )
    func blob(value: Data, literal: String) throws {
        #expect(SQLLiteral.blob(value) == literal)
        #expect(try ScratchDatabase().value(literal) == .blob(Data(value)))
    }

    @Test("A BLOB literal contains every byte")
    func everyByte() throws {
        let value = Data(0...255)
        #expect(try ScratchDatabase().value(SQLLiteral.blob(value)) == .blob(value))
    }

    @Test(
        "A name literal doubles the double quotes",
        arguments: ["plain", "", "with space", "O'Brien", "a\"b", "\"", "select", "naïve 🦊", "[x]"]
    )
    func identifier(name: String) throws {
        let quoted = SQLLiteral.identifier(name)
        #expect(quoted == "\"" + name.replacing("\"", with: "\"\"") + "\"")
        let database = try ScratchDatabase()
        try database.execute("CREATE TABLE \(quoted)(\(quoted)); INSERT INTO \(quoted) VALUES (7)")
        #expect(try database.value("(SELECT \(quoted) FROM \(quoted))") == .integer(7))
        #expect(try database.value("(SELECT name FROM sqlite_schema)") == .text(name))
    }

    @Test("A name literal with a NUL is rejected, not truncated")
    func identifierWithNUL() throws {
        let database = try ScratchDatabase()
        try database.execute("CREATE TABLE a(x)")
        #expect(throws: ScratchDatabase.Failure.self) {
            try database.execute("DROP TABLE \(SQLLiteral.identifier("a\0b"))")
        }
    }
}

@Suite("A REAL literal")
struct SQLLiteralRealTests {
    @Test(
        "A REAL literal is short if SQLite reads it exactly",
        arguments: [
            (0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (-1.5, "-1.5"), (0.1, "0.1"),
            (123_456.789, "123456.789"), (1e-7, "1e-07"),
            (0x1p53, "9007199254740992.0"),
            (.infinity, "9e999"), (-.infinity, "-9e999"),
            (0x1p-60 * 4_503_599_627_370_497, "0.003906250000000001"),
        ] as [(Double, String)]
    )
    func form(value: Double, literal: String) throws {
        #expect(SQLLiteral.real(value) == literal)
        #expect(try ScratchDatabase().value(literal) == .real(value.bitPattern))
    }

    @Test("A REAL literal is NULL for NaN", arguments: [Double.nan, -.nan, .signalingNaN])
    func notANumber(value: Double) {
        #expect(SQLLiteral.real(value) == "NULL")
    }

    @Test("A REAL literal is an exact expression if a decimal is not exact")
    func expression() throws {
        #expect(
            SQLLiteral.real(-3 * Double.leastNonzeroMagnitude)
                == "(-3.0" + String(repeating: "/1152921504606846976.0", count: 17)
                + "/18014398509481984.0)"
        )
    }

    @Test("A REAL literal loses the sign of zero only in a table's column")
    func negativeZero() throws {
        let database = try ScratchDatabase()
        let literal = SQLLiteral.real(-0.0)
        try database.execute("CREATE TABLE t(x REAL); INSERT INTO t VALUES (\(literal))")
        #expect(try database.value("(SELECT x FROM t)") == .real(0.0.bitPattern))
    }

    @Test("A REAL literal keeps its type in a column without a type")
    func type() throws {
        #expect(try ScratchDatabase().value("typeof(\(SQLLiteral.real(3)))") == .text("real"))
        #expect(try ScratchDatabase().value("typeof(\(SQLLiteral.real(1e300)))") == .text("real"))
    }

    @Test("A REAL literal reads back bit for bit", arguments: RealKind.allCases)
    func roundTrip(kind: RealKind) throws {
        var generator = SeededGenerator(seed: 6)
        let database = try ScratchDatabase()
        for _ in 0..<10 {
            let reals = (0..<500).map { _ in kind.random(using: &generator) }
            let read = try database.values(reals.map(SQLLiteral.real))
            #expect(read == reals.map { .real($0.bitPattern) })
        }
    }
}

/// The source of a test's random floating-point numbers.
enum RealKind: CaseIterable {
    case anyBits, decimals, subnormals, computed, powersAndNeighbours

    func random(using generator: inout SeededGenerator) -> Double {
        while true {
            let candidate = candidate(using: &generator)
            if candidate.isFinite { return candidate }
        }
    }

    private func candidate(using generator: inout SeededGenerator) -> Double {
        switch self {
        case .anyBits:
            return Double(bitPattern: generator.next())
        case .decimals:
            let digits = generator.next() >> UInt64.random(in: 8...60, using: &generator)
            return Double("\(digits)e\(Int.random(in: -40...20, using: &generator))") ?? .nan
        case .subnormals:
            let shift = UInt64.random(in: 12...63, using: &generator)
            return Double(bitPattern: generator.next() >> shift)
        case .computed:
            return Double.random(in: -1000...1000, using: &generator)
        case .powersAndNeighbours:
            let exponent = Int.random(in: -1074...1023, using: &generator)
            let power =
                Bool.random(using: &generator)
                ? Double(sign: .plus, exponent: exponent, significand: 1)
                : Double("1e\(exponent % 309)") ?? .nan
            let step = Int64.random(in: -2...2, using: &generator)
            return Double(bitPattern: power.bitPattern &+ UInt64(bitPattern: step))
        }
    }
}
