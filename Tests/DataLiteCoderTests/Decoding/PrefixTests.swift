import DataLiteCoder
import DataLiteTestSupport
import DataLiteTesting
import Testing

@Suite("Columns with a prefix")
struct PrefixTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory(
            """
            CREATE TABLE authors(id INTEGER PRIMARY KEY, name TEXT, born_in TEXT);
            CREATE TABLE books(id INTEGER PRIMARY KEY, title TEXT, author INTEGER);
            INSERT INTO authors VALUES (1, 'Ada', 'London'), (2, 'Jean', NULL);
            INSERT INTO books VALUES (10, 'Notes', 1), (11, NULL, 1);
            """)
    }

    private struct Author: Codable, Equatable { var id: Int; var name: String; var bornIn: String? }
    private struct Book: Codable, Equatable { var id: Int; var title: String? }
    private struct Entry: Codable, Equatable {
        var author: Author
        var book: Book?
    }

    private let entries = [
        Entry(
            author: Author(id: 1, name: "Ada", bornIn: "London"),
            book: Book(id: 10, title: "Notes")),
        Entry(
            author: Author(id: 1, name: "Ada", bornIn: "London"), book: Book(id: 11, title: nil)),
        Entry(author: Author(id: 2, name: "Jean", bornIn: nil), book: nil),
    ]

    private func sql(_ separator: String) -> String {
        """
        SELECT authors.id AS "author\(separator)id", name AS "Author\(separator)NAME",
            born_in AS "author\(separator)born_in",
            books.id AS "book\(separator)id", title AS "book\(separator)title"
        FROM authors LEFT JOIN books ON author = authors.id ORDER BY authors.id, books.id
        """
    }

    @Test("Prefixed columns decode two types from one joined row", arguments: [".", "_", "$"])
    func join(separator: String) throws {
        var coder = SQLiteCoder()
        coder.keys = .snakeCase
        coder.prefixSeparator = separator
        for _ in 0..<2 {
            #expect(try connection.rows(SQL(raw: sql(separator)), coder: coder) == entries)
            let rows = try connection.rows(SQL(raw: sql(separator)))
            #expect(try coder.decode(Entry.self, from: rows) == entries)
        }
    }

    private struct Deep: Decodable, Equatable {
        struct Level1: Decodable, Equatable {
            struct Level2: Decodable, Equatable { var x: Int; var list: [Int] }
            var x: Int
            var b: Level2
        }
        var a: Level1
        var rest: [String: Int]
        var pair: [Int]
        var row: SQLiteRow
    }

    @Test("Prefixed columns decode nested types, dictionaries, arrays, rows and JSON")
    func nested() throws {
        let value = try connection.requiredRow(
            """
            SELECT 1 AS "a.x", 2 AS "a.b.x", '[3]' AS "a.b.list", 4 AS "rest.one", 5 AS "rest.two",
                6 AS "pair.x", 7 AS "pair.y", 8 AS "row.Z"
            """, as: Deep.self)
        #expect(
            value
                == Deep(
                    a: .init(x: 1, b: .init(x: 2, list: [3])), rest: ["one": 4, "two": 5],
                    pair: [6, 7], row: ["Z": 8]))
    }

    @Test("Prefixed columns are ignored if a column has the property's name")
    func ownColumn() throws {
        struct Holder: Decodable { var book: Book }
        let holder = try connection.requiredRow(
            #"SELECT '{"id":1,"title":"json"}' AS book, 2 AS "book.id""#, as: Holder.self)
        #expect(holder.book == Book(id: 1, title: "json"))
    }

    @Test("An empty separator disables prefixed columns")
    func noSeparator() {
        var coder = SQLiteCoder()
        coder.prefixSeparator = ""
        #expect(throws: DecodingError.self) {
            try connection.rows(SQL(raw: sql(".")), as: Entry.self, coder: coder)
        }
    }

    @Test("Errors in prefixed columns name the property and the whole column")
    func errors() {
        struct Wrong: Decodable { var author: Book }
        struct Missing: Decodable {
            struct Author: Decodable { var age: Int }
            var author: Author
        }
        func check(_ type: (some Decodable).Type, _ path: [String], _ text: String) {
            let error = #expect(throws: DecodingError.self) {
                _ = try connection.rows(
                    "SELECT 'x' AS \"author.id\", 'y' AS \"author.title\"", as: type)
            }
            switch error {
            case .typeMismatch(_, let context), .keyNotFound(_, let context):
                #expect(context.codingPath.map(\.stringValue) == path)
                #expect(context.debugDescription.hasPrefix(text))
            default: Issue.record("\(String(describing: error))")
            }
        }
        check(Wrong.self, ["author", "id"], #"column "author.id" of row 1: expected Int"#)
        check(Missing.self, ["author"], #"row 1 has no column "author.age", only "id", "title""#)
    }

    /// Reads a part through every method of a container.
    private struct Manual: Decodable {
        var seen: [String] = []
        enum Keys: String, CodingKey { case author, book, none }
        enum Inner: String, CodingKey { case id, name }

        init(from decoder: any Decoder) throws {
            let row = try decoder.container(keyedBy: Keys.self)
            seen.append("\(row.contains(.author)) \(row.contains(.none))")
            seen.append("\(try row.decodeNil(forKey: .author)) \(try row.decodeNil(forKey: .book))")
            let author = try row.nestedContainer(keyedBy: Inner.self, forKey: .author)
            seen.append(try author.decode(String.self, forKey: .name))
            seen.append(author.allKeys.map(\.stringValue).joined(separator: ","))
            let id = try row.superDecoder(forKey: .author).container(keyedBy: Inner.self)
                .decode(Int.self, forKey: .id)
            seen.append("\(id)")
        }
    }

    @Test("Nested containers read prefixed columns")
    func containers() throws {
        let rows = try connection.rows(SQL(raw: sql(".")), as: Manual.self)
        #expect(
            rows.map(\.seen) == [
                ["true false", "false false", "Ada", "id,name", "1"],
                ["true false", "false false", "Ada", "id,name", "1"],
                ["true false", "false true", "Jean", "id,name", "2"],
            ])
    }

    @Test("Prefixed columns of a mock are decoded")
    func mock() throws {
        let mock = MockConnection()
        let sql = #"SELECT 1 AS "author.id", 'Ada' AS "author.name", NULL AS "book.id""#
        mock.expectQuery(.sql(sql))
            .returning(["author.id": 1, "author.name": "Ada", "book.id": nil])
        struct Entry: Decodable { var author: Author; var book: Book? }
        let entry = try mock.requiredRow(SQL(raw: sql), as: Entry.self)
        #expect(entry.author == Author(id: 1, name: "Ada"))
        #expect(entry.book == nil)
        mock.verify()
    }
}
