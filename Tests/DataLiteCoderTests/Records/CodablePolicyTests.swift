import DataLiteCoder
import DataLiteTestSupport
import DataLiteTesting
import Testing

@Suite("A Codable type with a conflict policy")
struct CodablePolicyTests {
    private struct Word: Codable, Equatable, ConflictResolving {
        var id: Int?
        var text: String

        static var conflictPolicy: ConflictPolicy {
            ConflictPolicy(insert: .ignore, update: .replace)
        }
    }

    private struct Name: Codable, Equatable, ConflictResolving {
        var id: Int?
        var text: String

        static let conflictPolicy = ConflictPolicy(insert: .replace, update: .ignore)
    }

    private struct Plain: Codable {
        var id: Int?
        var text: String
    }

    private let db: Connection

    init() throws {
        db = try .inMemory(
            """
            CREATE TABLE items(id INTEGER PRIMARY KEY, text TEXT UNIQUE);
            INSERT INTO items VALUES (1, 'a'), (2, 'b');
            """)
    }

    private func items() throws -> String {
        try db.rows("SELECT id || text FROM items ORDER BY id", as: String.self)
            .joined(separator: " ")
    }

    /// The static type of the value is a parameter.
    private func insertAll(_ values: some Collection<some Encodable>) throws -> Int64 {
        try db.insert(contentsOf: values, into: "items")
    }

    private func insertAny(_ value: any Encodable) throws {
        try db.insert(value, into: "items")
    }

    @Test("An insert skips or replaces as the policy says")
    func insert() throws {
        try db.insert(Word(text: "a"), into: "items")
        #expect(try items() == "1a 2b")
        #expect(try db.insert(Word(text: "a"), into: "items", or: nil) == nil)
        #expect(try db.insert(Name(text: "a"), into: "items") == 3)
        #expect(try items() == "2b 3a")
    }

    @Test("An argument takes precedence, and other types have no policy")
    func argument() throws {
        let writes: [() throws -> Void] = [
            { try db.insert(Word(text: "a"), into: "items", or: .abort) },
            { try db.insert(contentsOf: [Name(text: "a")], into: "items", or: .abort) },
            { try db.update(Name(id: 1, text: "b"), in: "items", key: "id", or: .abort) },
            { try db.insert(Plain(text: "a"), into: "items") },
        ]
        for write in writes {
            let error = try #require(throws: SQLiteError.self) { try write() }
            #expect(error.resultCode == .constraintUnique)
        }
        #expect(try items() == "1a 2b")
        #expect(try db.insert(Name(text: "a"), into: "items", or: .ignore) == nil)
    }

    @Test("Batches and generic code follow the policy of the type")
    func generic() throws {
        #expect(try insertAll([Word(text: "a"), Word(text: "c"), Word(text: "b")]) == 1)
        #expect(try items() == "1a 2b 3c")
        #expect(try insertAll([Name(text: "a"), Name(text: "b")]) == 2)
        #expect(try items() == "3c 4a 5b")
        try insertAny(Word(text: "a"))
        try insertAny(Name(text: "c"))
        #expect(try items() == "4a 5b 6c")
        #expect(throws: SQLiteError.self) { try insertAny(Plain(text: "a")) }
        #expect(throws: SQLiteError.self) { try insertAll([Plain(text: "a")]) }
    }

    @Test("A stored row is returned unless the policy skips it")
    func returning() throws {
        let stored = try db.insert(Name(text: "a"), into: "items", returning: Name.self)
        #expect(stored == Name(id: 3, text: "a"))
        let word = Word(text: "a")
        #expect(try db.insert(word, into: "items", or: nil, returning: Word.self) == nil)
        let error = try #require(throws: SQLiteError.self) {
            try db.insert(word, into: "items", returning: Word.self)
        }
        #expect(error.resultCode == .notFound)
        #expect(try items() == "2b 3a")
    }

    @Test("Updates and saves follow the policy of updates, and then that of inserts")
    func update() throws {
        try db.update(Name(id: 1, text: "b"), in: "items", key: "id")
        #expect(try items() == "1a 2b")
        try db.updateChanges(
            Name(id: 1, text: "b"), from: Name(id: 1, text: "a"), in: "items", key: "id")
        #expect(try items() == "1a 2b")
        #expect(try db.save(Name(id: 1, text: "b"), into: "items", key: "id") == nil)
        #expect(try items() == "1a 2b")
        #expect(try db.save(Name(id: 7, text: "b"), into: "items", key: "id") == 7)
        #expect(try items() == "1a 7b")
        try db.update(Word(id: 1, text: "b"), in: "items", key: "id")
        #expect(try items() == "1b")
        #expect(try db.save(Word(text: "b"), into: "items", key: "id") == nil)
        #expect(try db.save(Word(id: 2, text: "b"), into: "items", key: "id") == nil)
        #expect(try items() == "1b")
    }

    @Test("An upsert ignores the policy")
    func upsert() throws {
        try db.upsert(Name(id: 1, text: "c"), into: "items", onConflict: "id")
        #expect(try items() == "1c 2b")
        #expect(throws: SQLiteError.self) {
            try db.upsert(Name(id: 1, text: "b"), into: "items", onConflict: "id")
        }
    }
}
