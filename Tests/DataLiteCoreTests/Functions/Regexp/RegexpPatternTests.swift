import DataLiteCore
import Foundation
import Testing

/// Patterns of any kind come from SQL, and none may stop the process.
@Suite("A pattern of REGEXP")
struct RegexpPatternTests {
    private enum Outcome: Equatable {
        case match(Bool)
        case refused
    }

    /// Matches on a thread with the smallest stack that programs commonly use.
    private func outcome(of pattern: String, on text: String = "a") throws -> Outcome {
        // SAFETY: the group orders the accesses of the two threads.
        final class Handover: @unchecked Sendable {
            var result: Result<Outcome, any Error>?
        }
        let handover = Handover()
        let group = DispatchGroup()
        group.enter()
        let thread = Thread {
            handover.result = Result {
                let connection = try Connection.inMemory()
                try connection.add(function: Function.Regexp.self)
                do {
                    let query: SQL = "SELECT \(text) REGEXP \(pattern)"
                    return .match(try connection.value(query) ?? false)
                } catch let error as SQLiteError
                    where error.underlyingError is Function.Regexp.Error
                {
                    return .refused
                }
            }
            group.leave()
        }
        thread.stackSize = 512 << 10
        thread.start()
        group.wait()
        return try #require(handover.result).get()
    }

    @Test("A repetition inside a repetition matches text of any length")
    func nestedRepetition() throws {
        let text = String(repeating: "word ", count: 100)
        #expect(try outcome(of: #"(\w+\s*)+"#, on: text) == .match(true))
    }

    @Test(
        "A pattern can nest brackets up to a limit",
        arguments: [
            ("(", "a", ")"), ("(?:", "a", ")"), ("(a|", "a", ")"), ("a?|(?:", "a", ")*?|b"),
            ("(?i:", "a", ")"), ("(?=", "a", ").*"), ("(?>", "a", ")"), ("((?:a|", "b", ")*|c)?"),
            ("[", "a", "]"), ("[a", "b", "]"), ("[b[", "a", "]]"), ("[a&&", "a", "]"),
            ("[a--[", "b", "]]"), ("[b~~", "a", "]"), ("([", "a", "])"),
        ])
    func nesting(_ opening: String, _ core: String, _ closing: String) throws {
        for count in [1, 5] {
            let pattern = Self.nested(opening, core, closing, count: count)
            #expect(try outcome(of: pattern) == .match(true), "\(pattern)")
        }
        for count in [30, 62, 200, 2_000, 100_000] {
            let pattern = Self.nested(opening, core, closing, count: count)
            #expect(try outcome(of: pattern) == .refused, "\(count) times \(opening)")
        }
    }

    @Test(
        "A pattern cannot hide how deeply it is nested",
        arguments: [
            "[", "[^", "[[:", "[a&&b&&", "[a-", "[]", "[^]", "[ ]", "[\n]", #"[a\Q]\E"#, #"[a\c]"#,
            #"\c\["#, #"\C-\["#, #"\M-\C-\["#, #"[\u]"#, "~~\\[\\u{\u{200D}", #"[\p]"#, #"[\p{]}"#,
            #"[\N{]}"#, #"[\k<]>"#, "[a]\u{301}", "[a\u{301}]\u{301}", #"(\Q)\E"#, "(?#(", "(?#)(",
            "((?#))", "(#)\n", "(?<n)>", "(?(1)", "(?C')'", "(*x:)", "(?{", "(?~", #"[a\x{]}"#,
        ],
        ["", "(?x)", "(?xx)", "(?i)(?x)"])
    func hiding(_ unit: String, _ prefix: String) throws {
        let pattern = prefix + String(repeating: unit, count: 150) + "a"
        #expect(try outcome(of: pattern) == .refused)
    }

    @Test(
        "A pattern of any length is matched if it is not nested",
        arguments: [
            "a?", "(a)?", "(?:a|b)?", "[ab]?", "[^b]?", #"[\[\]]?"#,
            #"[\p{L}\d-]?"#,
            #"\(?"#, #"\[?"#, #"(\)|\])?"#, "([a-z])?", "(?!b)", "(?i)", "[ \\t]?",
        ])
    func flat(_ unit: String) throws {
        let once = (try? outcome(of: "a?" + unit)) == .match(true)
        #expect(once)
        let pattern = "a?" + String(repeating: "(?:" + unit + "){0}", count: 300)
        #expect(try outcome(of: pattern) == .match(true))
    }

    @Test(
        "A commonly used pattern is matched",
        arguments: [
            (
                #"(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?:\.(?!$)|$)){4}"#,
                "192.168.0.255"
            ),
            (#"[A-Za-z0-9._%+\-]+@[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)*\.[A-Za-z]{2,}"#, "a.b@c.org"),
            (#"(?<year>\d{4})-(?<month>0[1-9]|1[0-2])-(?<day>[0-2]\d|3[01])"#, "2024-02-29"),
            (
                Array(repeating: "[0-9A-Fa-f]{1,4}", count: 8).joined(separator: ":"),
                "2001:db8:0:0:0:0:0:1"
            ),
            (#"(?x) \d+ \s* (?: [a-z]+ | [A-Z]+ ) # a number and a word"#, "12 abc"),
            (#"[[:alpha:]_][[:alnum:]_]*"#, "name_1"),
            (#"#[0-9a-f]{6}"#, "#00ff99"),
            (#"-----BEGIN [A-Z ]+-----"#, "-----BEGIN CERTIFICATE-----"),
            (#"[a-z&&[^aeiou]]+"#, "xyz"),
            (#"\$\{[^{}]*\}"#, "${name}"),
            (#"(\w+)\s+\1"#, "the the"),
            (#"(?<q>['"]).*\k<q>"#, "'quoted'"),
            (#"\Q(a)[b]\E"#, "(a)[b]"),
        ])
    func everyday(_ pattern: String, _ text: String) throws {
        #expect(try outcome(of: pattern, on: text) == .match(true))
    }

    @Test(
        "An unusual pattern is either matched or rejected",
        arguments: [
            "a{999999999}", "a{99999999999999999999}", "a{0,99999999999999999999}",
            "a{9223372036854775807}", "(?:a{1000}){1000}", "(?:a{0}){0}", "a{3,1}", "a{,5}",
            #"\1"#, #"\9"#, #"\99999999999999999999"#, #"\k<none>"#, #"\g{-5}"#, #"(?<=a+)b"#,
            #"(?<!a*)"#, #"\p{}"#, #"\p{=}"#, #"\p{Script=None}"#, #"\p{nv=1/0}"#, #"\p{age=999}"#,
            #"\x{D800}"#, #"\x{110000}"#, #"\u{FFFFFFFFFFFFFFFFFFFF}"#, #"\uD800"#, #"\N{NO SUCH}"#,
            #"\N{U+110000}"#, #"[\d-a]"#, #"[a-\d]"#, "[👨‍👩‍👧-a]", "[e\u{301}-z]", "[z-a]", "[&&]",
            "[a&&]",
            "[]", "[^]", "[]]", "[[:none:]]", "[[=a=]]", "[[.a.]]", #"[\R]"#, #"[\X]"#, "(?x)a b#c",
            "(?xx)[a b]", "(?U)a*", "(?y{g}).", "(?R)", "(?1)", "(?&n)", "(?(1)a|b)",
            "(?(DEFINE)a)",
            "(*ACCEPT)", "(*COMMIT)a", "(?C1)", "(?{x})", "(?~a)", "(?|(a)|(b))", "a**", "a++",
            "a{2}{3}",
            "^*", "$+", #"\b+"#, "(?=a)*", #"\K"#, #"\G"#, #"\Qa"#, #"a\E"#, "\0", "\u{301}",
            "\u{200D}",
            "(a*)*", "(a|a)*", "()*", "(?:)*", "|", "||a", "(|)", "(?<a>a)(?<a>b)", "(?<1>a)",
            "(?P<a>a)",
        ])
    func strange(_ pattern: String) throws {
        let outcome = try outcome(of: pattern)
        #expect([.match(true), .match(false), .refused].contains(outcome))
    }

    @Test(
        "A pattern can be very long",
        arguments: ["a", "a?", "a|", "(a)", "[a]", "é", "\\d", "(?i)"])
    func long(_ unit: String) throws {
        let pattern = "b|" + String(repeating: unit, count: 20_000)
        #expect(try outcome(of: pattern, on: "b") == .match(true))
    }

    @Test(
        "A pattern can be matched with a long string",
        arguments: ["(a|b)*", "(?:a++b?+)*", ".*", "(?>a*)", "[a-z]+", #"\w*"#])
    func longText(_ pattern: String) throws {
        let text = String(repeating: "a", count: 100_000)
        #expect(try outcome(of: pattern, on: text) == .match(true))
    }

    private static func nested(
        _ opening: String, _ core: String, _ closing: String, count: Int
    ) -> String {
        String(repeating: opening, count: count) + core + String(repeating: closing, count: count)
    }
}
