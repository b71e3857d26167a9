import DataLiteCore
import Testing

@Suite("Text on a terminal")
struct TerminalTextTests {
    @Test(
        "Wide characters take two columns and invisible characters take none",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한", 2), ("ｱ", 1),
            ("Ａ", 2), ("👋🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇪🇺", 2), ("❤", 1), ("❤️", 2), ("1️⃣", 2),
            ("\u{301}", 0), ("\u{200b}", 0), ("\u{feff}a", 1), ("𠀀", 2),
        ])
    func columns(text: String, expected: Int) {
        #expect(TerminalText.columns(of: text) == expected)
    }

    @Test(
        "Printable text has no control characters",
        arguments: [
            ("a\tb", "a b"), ("a\nb", "a␊b"), ("a\r\nb", "a ␊b"), ("\0", "␀"),
            ("\u{1b}[31m", "␛[31m"), ("\u{7f}", "␡"), ("\u{9b}", "\\u{9b}"),
            ("\u{2028}", "\\u{2028}"), ("é日", "é日"), ("", ""),
        ])
    func printable(text: String, expected: String) {
        #expect(TerminalText.printable(text[...]) == expected)
    }

    @Test(
        "A printable value shows every control character",
        arguments: [("a\tb", "a␉b"), ("\r\n", "␍␊"), ("a\rb", "a␍b"), ("\u{9b}", "\\u{9b}")])
    func printableValue(text: String, expected: String) {
        #expect(TerminalText.printableValue(text[...]) == expected)
    }

    @Test(
        "Printable text has escapes for bidirectional controls",
        arguments: [0x202a...0x202e, 0x2066...0x2069])
    func bidirectional(range: ClosedRange<UInt32>) throws {
        for value in range {
            let scalar = try #require(Unicode.Scalar(value))
            let escape = "\\u{\(String(value, radix: 16))}"
            #expect(TerminalText.printable("a\(scalar)b\(scalar)") == "a\(escape)b\(escape)")
        }
    }

    @Test(
        "Printable text has escapes for other invisible characters",
        arguments: [
            0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d,
            0x200e,
            0x200f, 0x2060, 0x2061, 0x206f, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xe0001,
            0xe0041, 0xe0100,
        ] as [UInt32])
    func invisible(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let escape = "\\u{\(String(value, radix: 16))}"
        #expect(TerminalText.printable("\(scalar)a\(scalar)b") == "\(escape)a\(escape)b")
        #expect(TerminalText.isInvisible(scalar))
    }

    @Test(
        "Printable text keeps joiners and variation selectors where they are needed",
        arguments: [
            "👩‍👩‍👧‍👦", "❤️", "☎\u{fe0e}", "1️⃣", "👩‍❤️‍👨", "👋🏽", "می\u{200c}خواهم", "क्\u{200d}ष", "\u{600}12",
            "e\u{301}", "a\u{a0}b", "\u{e000}",
        ])
    func needed(text: String) {
        #expect(TerminalText.printable(text[...]) == text)
    }

    @Test("Printable text has escapes for joiners where they are not needed")
    func unneeded() {
        #expect(TerminalText.printable("👩\u{200d}") == "👩\\u{200d}")
        #expect(TerminalText.printable("👩\u{200d}a") == "👩\\u{200d}a")
        #expect(TerminalText.printable("م\u{200c}") == "م\\u{200c}")
        #expect(TerminalText.printable("❤\u{fe0f}\u{fe0f}") == "❤\u{fe0f}\\u{fe0f}")
    }
}
