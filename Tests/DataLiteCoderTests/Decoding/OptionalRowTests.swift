import DataLiteCoder
import Foundation
import Testing

@Suite("A row that is decoded as an optional")
struct OptionalRowTests {
    private let connection: Connection

    init() throws { connection = try Connection(location: .inMemory) }

    private struct Pair: Codable, Equatable { var a: Int?, b: Int? }

    @Test("An optional row is nil only if all its columns are NULL")
    func allColumns() throws {
        let rows = try connection.rows(
            "SELECT column1 AS a, column2 AS b FROM (VALUES (NULL, 2), (NULL, NULL), (1, NULL))",
            as: Pair?.self)
        #expect(rows == [Pair(a: nil, b: 2), nil, Pair(a: 1, b: nil)])
        #expect(
            try connection.rows("VALUES (NULL, 2), (NULL, NULL)", as: [Int?]?.self)
                == [[nil, 2], nil])
        #expect(
            try connection.rows("VALUES (NULL, 2), (NULL, NULL)", as: [String: Int?]?.self)[1]
                == nil)
        #expect(
            try SQLiteCoder.default.decode(Pair?.self, from: ["a": nil, "b": nil]) == nil)
    }

    @Test("An optional simple type is nil if the first column is NULL")
    func simple() throws {
        #expect(try connection.rows("VALUES (NULL, 2), (1, NULL)", as: Int?.self) == [nil, 1])
    }
}

@Suite("The keys of a row")
struct AllKeysTests {
    private struct Keys<Key: CodingKey>: Decodable {
        let names: [String]
        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
        }
    }

    private enum Known: String, CodingKey { case userID, createdAt, htmlURLPath, name }
    private enum Listed: String, CodingKey, CaseIterable {
        case userID, createdAt, htmlURLPath, name
    }
    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let columns: SQLiteRow = [
        "user_id": 1, "created_at": 2, "HTML_URL_PATH": 3, "NAME": 4, "other": 5,
    ]

    private func coder(_ keys: SQLiteCoder.KeyForm) -> SQLiteCoder {
        var coder = SQLiteCoder()
        coder.keys = keys
        return coder
    }

    @Test("`allKeys` maps columns to the type's keys with the coder's strategy")
    func snakeCase() throws {
        let decoder = coder(.snakeCase)
        let all = ["userID", "createdAt", "htmlURLPath", "name"]
        #expect(try decoder.decode(Keys<Known>.self, from: columns).names == all)
        #expect(try decoder.decode(Keys<Listed>.self, from: columns).names == all)
        #expect(
            try decoder.decode(Keys<AnyKey>.self, from: columns).names
                == ["userId", "createdAt", "htmlUrlPath", "name", "other"])
    }

    // SQLite allows a name of a million bytes.
    @Test(
        "`allKeys` handles a column with a very long name",
        arguments: [("a", "aa"), ("ab_", "abAbAb")])
    func longName(word: String, start: String) throws {
        let name = String(repeating: word, count: 1_000_000 / word.utf8.count) + "end"
        let decoder = coder(.snakeCase)
        let names = try decoder.decode(Keys<AnyKey>.self, from: [name: 1]).names
        #expect(names.count == 1)
        #expect(names.first?.hasPrefix(start) == true)
    }

    @Test("Keys with acronyms among their first words are found")
    func acronyms() throws {
        enum Key: String, CodingKey { case aHTMLInURLOfPage, inPageOfTheWholeURL }
        let row: SQLiteRow = ["a_html_in_url_of_page": 1, "in_page_of_the_whole_url": 2]
        #expect(
            try coder(.snakeCase).decode(Keys<Key>.self, from: row).names
                == [Key.aHTMLInURLOfPage.rawValue])
    }

    @Test("`allKeys` maps columns with a custom strategy")
    func custom() throws {
        let decoder = coder(.custom { "x_\($0)" })
        let row: SQLiteRow = ["x_userID": 1, "X_NAME": 2, "createdAt": 3]
        #expect(
            try decoder.decode(Keys<Listed>.self, from: row).names
                == ["userID", "name", "createdAt"])
    }

    @Test("`allKeys` returns unchanged columns without a strategy or for a dictionary")
    func unchanged() throws {
        let row: SQLiteRow = ["userID": 1, "NAME": 2, "other": 3]
        #expect(
            try SQLiteCoder.default.decode(Keys<Known>.self, from: row).names == ["userID", "name"])
        for keys in [SQLiteCoder.KeyForm.unchanged, .snakeCase, .custom { "x_\($0)" }] {
            #expect(
                try coder(keys).decode([String: Int].self, from: columns)
                    == ["user_id": 1, "created_at": 2, "HTML_URL_PATH": 3, "NAME": 4, "other": 5])
        }
    }
}

@Suite("An optional property in a column of JSON")
struct OptionalJSONTests {
    private struct Inner: Codable, Equatable { var x: Int? }
    private enum Name: String, Decodable { case a }

    private struct Row: Decodable {
        var inner: Inner?
        var list: [Int]?
        var map: [String: Int]?
        var text: String?
    }

    @Test(
        "The JSON null is nil",
        arguments: ["null", " null\n"])
    func null(json: String) throws {
        let connection = try Connection(location: .inMemory)
        let row = try connection.requiredRow(
            "SELECT \(json) AS inner, \(Data(json.utf8)) AS list, \(json) AS map, \(json) AS text",
            as: Row.self)
        #expect(row.inner == nil && row.list == nil && row.map == nil && row.text == json)
        let extracted = try connection.requiredRow(
            """
            SELECT value -> 'a' AS inner, value -> 'b' AS list, value -> 'c' AS map
            FROM (SELECT '{"a":{"x":null},"b":null}' AS value)
            """, as: Row.self)
        #expect(extracted.inner == Inner(x: nil) && extracted.list == nil && extracted.map == nil)
    }

    @Test("A property that is not optional, or that is not JSON, is not nil")
    func other() throws {
        struct Required: Decodable { var inner: Inner }
        struct Named: Decodable { var inner: Name? }
        struct Nulls: Decodable { var inner: [Int]? }
        let connection = try Connection(location: .inMemory)
        let error = #expect(throws: DecodingError.self) {
            try connection.requiredRow("SELECT 'null' AS inner", as: Required.self)
        }
        #expect(error.map { "\($0)".contains("column \"inner\" of row 1") } == true)
        for json in ["null", "[null]", "nul", "nullx"] {
            #expect(throws: DecodingError.self) {
                try connection.requiredRow("SELECT \(json) AS inner", as: Named.self)
            }
        }
        for json in ["[null]", "nul", "null null", ""] {
            #expect(throws: DecodingError.self) {
                try connection.requiredRow("SELECT \(json) AS inner", as: Nulls.self)
            }
        }
    }
}
