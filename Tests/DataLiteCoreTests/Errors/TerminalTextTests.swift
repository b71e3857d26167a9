import DataLiteCore
import Testing

@Suite("Text on a terminal")
struct TerminalTextTests {
    @Test(
        "takes two columns for wide characters and none for invisible ones",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한", 2), ("ｱ", 1),
            ("Ａ", 2), ("👋🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇪🇺", 2), ("❤", 1), ("❤️", 2), ("1️⃣", 2),
            ("\u{301}", 0), ("\u{200b}", 0), ("\u{feff}a", 1), ("𠀀", 2),
        ])
    func columns(text: String, expected: Int) {
        #expect(TerminalText.columns(of: text) == expected)
    }

    @Test(
        "has no control characters",
        arguments: [
            ("a\tb", "a b"), ("a\nb", "a␊b"), ("a\r\nb", "a ␊b"), ("\0", "␀"),
            ("\u{1b}[31m", "␛[31m"), ("\u{7f}", "␡"), ("\u{9b}", "\u{fffd}"),
            ("\u{2028}", "\u{fffd}"), ("é日", "é日"),
        ])
    func printable(text: String, expected: String) {
        #expect(TerminalText.printable(text[...]) == expected)
    }
}
