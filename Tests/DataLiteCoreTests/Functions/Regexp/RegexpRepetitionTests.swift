import DataLiteCore
import Testing

/// With nested repetitions a match takes exponential time, and nothing can interrupt it.
@Suite("A nested repetition in a pattern of REGEXP")
struct RegexpRepetitionTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.add(function: Function.Regexp.self)
    }

    /// The limit of the string's length, or `nil` if the string was matched.
    private func limit(of pattern: String, on text: String) throws -> Int? {
        do {
            let result: Bool? = try connection.value("SELECT \(text) REGEXP \(pattern)")
            #expect(result != nil)
            return nil
        } catch {
            guard case .textTooLong(let limit)? = error.underlyingError as? Function.Regexp.Error
            else { throw error }
            return limit
        }
    }

    @Test(
        "A nested repetition limits the length of the string",
        arguments: [
            ("(a+)+", 12), ("(a*)*b", 12), ("(a+?)+", 12), ("(a+){1,}", 12), ("(a{2,})*", 12),
            ("(a+){8}", 12), ("(?:a+)*", 12), ("(?<x>a+)*", 12), ("(?i:a+)*", 12),
            ("(?i)(a+)+", 12), ("(b|a+)*", 12), ("((a+))+", 12), (#"(\w+\s*)+"#, 12),
            (#"([a-z]+\s?)*"#, 12), ("([[:alpha:]]+)*", 12), ("([a&&[ab]]+)*", 12),
            ("(a*a)*", 12), ("(ab?a)*", 12), ("(,a*a*)*", 12), ("(,a*,)*", 12), ("(,[a,]+)*", 12),
            ("(a[A]+)*", 12), (#"(\Q(\Ea+)*"#, 12), ("(x(a+)+)", 12), ("(?=(a+)+)a", 12),
            ("(?>(a+)+)a", 12), ("((a+)+)++", 8), ("(?x)(a+ ) +", 12), ("(?x)(a+ # )\n)+", 12),
            ("(a?){20}", 12),
            ("((a+)+)+", 8), ("(((a+)+)+)+", 6), ("((a*)*)*", 8),
        ])
    func limited(_ pattern: String, _ expected: Int) throws {
        let text = String(repeating: "a", count: 40) + "!"
        #expect(try limit(of: pattern, on: text) == expected)
        #expect(try limit(of: pattern, on: String(repeating: "é", count: expected + 1)) == expected)
        #expect(try limit(of: pattern, on: String(repeating: "é", count: expected)) == nil)
    }

    @Test(
        "A nested repetition has no limit if a string can be divided in only one way",
        arguments: [
            ("(a++)+", "a"), ("(?>a+)+", "a"), ("(?:a*+b)*", "ab"), ("(ab)*", "ab"),
            ("a+b+c*", "abc"),
            ("(,[a-z]+)*", ",abc"), ("([a-z]+,)*", "abc,"), (#"(?:\.[\w\-]+)*"#, ".a-b"),
            (#"(-[^-]*)*"#, "-a"), (#"(\d{1,3}\.){3}"#, "12."), (#"(?:\\.|[^"\\])*"#, "a\\n"),
            (#"(?x) ( , \w+ # (a+)+"# + "\n)*", ",ab"), ("(a|b)*", "ab"), ("(a+)?", "a"),
            ("a{3}", "a"), ("(a+){1}", "a"), (#"\(a+\)+"#, "(a)"), ("[(a+)+]*", "(a+)"),
            (#"\Q(a+)+\E"#, "(a+)+"), ("(a{)*", "a{"),
        ])
    func unlimited(_ pattern: String, _ unit: String) throws {
        #expect(try limit(of: pattern, on: String(repeating: unit, count: 30)) == nil)
    }

    @Test("The error of a nested repetition names the limit and a remedy")
    func message() throws {
        let text = "hello beautiful world"
        let error = try failure {
            try connection.value(#"SELECT \#(text) REGEXP '(\w+\s*)+'"#) as Bool?
        }
        #expect(error.resultCode == .error)
        #expect(
            error.message == """
                REGEXP: the pattern has a repetition inside a repetition, which can take \
                exponential time, so the text may have at most 12 characters; make the inner \
                repetition possessive, as in (a++)+
                """)
        #expect(try connection.value(#"SELECT \#(text) REGEXP '(\w++\s*+)+'"#) == true)
    }
}
