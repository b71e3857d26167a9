import DataLiteCore
import Testing

@Suite("SQLite's functions for text")
struct SQLTextTests {
    @Test(
        "Text is complete after the semicolon of a statement",
        arguments: [
            ("SELECT 1;", true), ("SELECT 1", false), ("SELECT ';", false), ("", false),
            ("CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1;", false),
            ("CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END;", true),
            ("-- a comment;", false), ("nonsense;", true), ("SELECT 1;\0", false),
        ])
    func complete(text: String, isComplete: Bool) {
        #expect(SQLText.isComplete(text) == isComplete)
    }

    @Test("Keywords are recognized in any letter case")
    func keywords() {
        #expect(SQLText.keywords.contains("SELECT"))
        #expect(SQLText.keywords.count > 100)
        #expect(SQLText.keywords.allSatisfy(SQLText.isKeyword))
        #expect(SQLText.isKeyword("Select") && !SQLText.isKeyword("selects"))
        #expect(!SQLText.isKeyword("") && !SQLText.isKeyword("é") && !SQLText.isKeyword("a\0"))
    }

    @Test("Patterns of GLOB and LIKE match as in SQL")
    func patterns() throws {
        let connection = try Connection(location: .inMemory)
        let texts = ["abc", "ABC", "a%c", "a", "", "é", "É", "a*c", "äbc"]
        for text in texts {
            for pattern in ["a*", "[a-b]?c", "é", "?", ""] {
                let expected = try connection.value("SELECT \(text) GLOB \(pattern)", as: Bool.self)
                #expect(SQLText.matches(text, glob: pattern) == expected)
            }
            for pattern in ["a%", "A_c", "é", "_", "a\\%c", ""] {
                let plain = try connection.value("SELECT \(text) LIKE \(pattern)", as: Bool.self)
                let escaped = try connection.value(
                    "SELECT \(text) LIKE \(pattern) ESCAPE '\\'", as: Bool.self)
                #expect(SQLText.matches(text, like: pattern) == plain)
                #expect(SQLText.matches(text, like: pattern, escape: "\\") == escaped)
            }
        }
        #expect(!SQLText.matches("a\0b", like: "a%") && !SQLText.matches("a\0b", glob: "a*"))
    }

    @Test("Names are compared without the case of ASCII letters")
    func names() {
        #expect(SQLText.isSameName("Table", "tABLE"))
        #expect(!SQLText.isSameName("é", "É"))
        #expect(!SQLText.isSameName("a\0b", "a"))
        #expect(SQLText.isSameName("a\0b", "a\0b"))
    }
}
