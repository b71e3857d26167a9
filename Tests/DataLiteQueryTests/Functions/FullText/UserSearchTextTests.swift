import DataLiteQuery
import DataLiteTestSupport
import Testing

@Suite("User input in a full-text search")
struct UserSearchTextTests {
    /// A way to search for a text, in all columns and in one.
    enum Form: CaseIterable {
        case phrase, all, any, prefix
        case titlePhrase, titleAll, titleAny, titlePrefix

        func condition(
            _ text: String, _ columns: ReminderText.Columns
        ) -> SQLExpression<Bool> {
            switch self {
            case .phrase: columns.match(phrase: text)
            case .all: columns.match(allOf: text)
            case .any: columns.match(anyOf: text)
            case .prefix: columns.match(prefix: text)
            case .titlePhrase: columns.title.match(phrase: text)
            case .titleAll: columns.title.match(allOf: text)
            case .titleAny: columns.title.match(anyOf: text)
            case .titlePrefix: columns.title.match(prefix: text)
            }
        }

        func ids(_ text: String, on db: Connection) throws -> [Int] {
            try ReminderText.where { condition(text, $0) }.order(by: \.rowid).select(\.rowid)
                .fetchAll(db)
        }
    }

    @Test(
        "User input becomes a query of strings",
        arguments: [
            (.phrase, #"a "b" c"#, #""a ""b"" c""#), (.all, #" a  "b" a"#, #""a" """b""""#),
            (.any, "a OR b", #""a" OR "OR" OR "b""#), (.prefix, "mi* br", #""mi*"* "br"*"#),
            (.all, "", #""""#), (.any, " \n", #""""#), (.phrase, "a\0b", #""a b""#),
            (.all, "a\0b", #""a" "b""#),
            (.all, "e-mail a", #"("e-mail" "a") OR ("e" "mail" "a")"#),
            (.any, "a,b", #"("a,b") OR ("a" OR "b")"#),
            (.prefix, "a/b", #"("a/b"*) OR ("a"* "b"*)"#), (.phrase, "a-b", #""a-b""#),
            (.all, "it's v1.5_2 l\u{2019}eau", "\"it's\" \"v1.5_2\" \"l\u{2019}eau\""),
            (.all, "-a! C++ (b)", #""-a!" "C++" "(b)""#), (.all, "a..b", #"("a..b") OR ("a" "b")"#),
            (.all, "cafe\u{301}-zoë", "(\"cafe\u{301}-zoë\") OR (\"cafe\u{301}\" \"zoë\")"),
        ] as [(Form, String, String)])
    func text(form: Form, text: String, query: String) throws {
        let sql = try ReminderText.where { form.condition(text, $0) }.sql()
        #expect(sql.parameters == [.text(query)])
    }

    @Test(
        "User input matches its words and nothing else",
        arguments: [
            (.phrase, "milk!", [1, 3]), (.phrase, "the milk", [3]), (.phrase, "milk the", []),
            (.all, "milk bread", [1]), (.all, "milk ??? \"", [1, 3]), (.all, "bread -milk", [1]),
            (.any, "salt OR milk", [1, 2, 3]), (.any, "NOT salt *", [2]),
            (.prefix, "mi br", [1]), (.prefix, "\"cafe", [3]), (.prefix, "title:milk", []),
            (.titleAll, "milk", [1]), (.titlePrefix, "b", [1, 2]),
            (.titleAny, "cafe recipe", [2, 3]),
            (.titlePhrase, "buy milk", [1]), (.all, "NEAR(milk bread)", []),
            (.all, "e-mail", [3]), (.all, "mail-e", [3]), (.phrase, "mail-e", []),
            (.all, "bread,milk", [1]), (.titleAll, "milk/buy", [1]), (.prefix, "br-mi", [1]),
            (.any, "salt-milk", [1, 2, 3]), (.all, "^buy", [1]), (.all, "{title}: buy", []),
        ] as [(Form, String, [Int])])
    func words(form: Form, text: String, expected: [Int]) throws {
        #expect(try form.ids(text, on: ReminderText.connection()) == expected)
    }

    @Test("User input without words matches nothing", arguments: Form.allCases)
    func withoutWords(form: Form) throws {
        let db = try ReminderText.connection()
        let texts = [
            "", " ", "\n\t", "\0", "\"", "\"\"", "'", "*", "**", "^", "-", "!?", "( )", "{}:", "+",
            "\u{1F600}", "\u{1F468}\u{200D}\u{1F469}", "\u{301}", "\u{FEFF}", "\\", ";--",
        ]
        for text in texts {
            #expect(try form.ids(text, on: db) == [], "\(text.debugDescription)")
        }
    }

    private static let tokenizers: [FTS5Tokenizer] = [
        "unicode61", .porter(), .ascii(tokenCharacters: "-'\""), "trigram",
    ]

    @Test("User input is never an error and never matches all rows", arguments: tokenizers)
    func hostile(tokenizer: FTS5Tokenizer) throws {
        let db = try ReminderText.connection(tokenize: tokenizer)
        // No text contains this word.
        try ReminderText.insert { ReminderText(rowid: 4, title: "qqzzqq", notes: "qqzzqq") }
            .execute(db)
        let pieces = [
            "\"", "'", "*", "^", "+", "-", ":", "(", ")", "{", "}", ",", "AND", "OR", "NOT", "NEAR",
            "NEAR(", "milk", "bread", "title", "note_text", "rank", "rowid", "é", "e\u{301}", " ",
            "\0", "\n", "\u{7F}", "\u{1F600}", "\u{1F1E9}\u{1F1EA}", "\u{202E}", "\u{FFFF}", "漢字",
            "\u{10FFFF}", "\\", ";", "/*", "--", "%", "_", "1", "0x", "?", "$a", "@b", "#",
        ]
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<400 {
            var text = ""
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                if Int.random(in: 0..<4, using: &generator) == 0 {
                    let value = UInt32.random(in: 0...0x10FFFF, using: &generator)
                    if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
                } else {
                    text += pieces.randomElement(using: &generator) ?? ""
                }
            }
            for form in Form.allCases {
                let ids = try form.ids(text, on: db)
                #expect(!ids.contains(4), "\(form) \(text.debugDescription)")
            }
        }
    }

    @Test("User input finds a row by any of its words", arguments: tokenizers.prefix(2))
    func found(tokenizer: FTS5Tokenizer) throws {
        let db = try ReminderText.connection(tokenize: tokenizer)
        let words = ["milk", "Bread", "café", "zoë", "water", "e-mail", "there", "!", "\"", "—"]
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            let text = (0...3).map { _ in words.randomElement(using: &generator) ?? "" }
                .joined(separator: " ")
            let all = try Form.all.ids(text, on: db)
            let any = try Form.any.ids(text, on: db)
            let prefixes = try Form.prefix.ids(text, on: db)
            #expect(Set(all).isSubset(of: any))
            #expect(Set(all).isSubset(of: prefixes))
            for word in text.split(separator: " ") {
                let found = try Form.all.ids(String(word), on: db)
                #expect(Set(found).isSubset(of: any))
                // A word without tokens does not restrict the others.
                if !found.isEmpty { #expect(Set(all).isSubset(of: found)) }
            }
        }
    }

    @Test("User input can be 100 kB long", arguments: Form.allCases)
    func long(form: Form) throws {
        let db = try ReminderText.connection()
        let quotes = String(repeating: "\"", count: 100_000)
        #expect(try form.ids(quotes, on: db) == [])
        let word = String(repeating: "milk", count: 25_000)
        #expect(try form.ids(word, on: db) == [])
        let many = (0..<20_000).map { "w\($0)" }.joined(separator: " ")
        #expect(try form.ids(many, on: db) == [])
        let same = String(repeating: "milk ", count: 20_000)
        let expected: [Int] =
            switch form {
            case .phrase, .titlePhrase: []
            case .all, .any, .prefix: [1, 3]
            case .titleAll, .titleAny, .titlePrefix: [1]
            }
        #expect(try form.ids(same, on: db) == expected)
        if form == .any { #expect(try form.ids(many + " milk", on: db) == [1, 3]) }
    }

    @Test("User input without tokens has no effect among many words")
    func manyWords() throws {
        let db = try ReminderText.connection()
        let words = (0..<1_200).map { "w\($0)" }
        try ReminderText.insert {
            ReminderText(rowid: 9, title: words.joined(separator: " "), notes: "")
        }.execute(db)
        let signs = (0..<600).map { String(repeating: "!", count: $0 % 30 + 1) + "\($0 % 7)?" }
        #expect(try Form.all.ids(words.joined(separator: " "), on: db) == [9])
        #expect(try Form.prefix.ids((["!", "?"] + words).joined(separator: " "), on: db) == [9])
        #expect(try Form.all.ids((signs + words).joined(separator: " "), on: db) == [])
        // A missing word prevents a match, whatever group it is in.
        #expect(try Form.all.ids((words + ["missing"]).joined(separator: " "), on: db) == [])
    }
}
