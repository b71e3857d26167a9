import DataLiteCoder
import DataLiteTestSupport
import Foundation
import Testing

@Suite("The depth of a value that is decoded")
struct NestingTests {
    private final class Link: Decodable {
        let id: Int?
        let next: Link?

        var length: Int { 1 + (next?.length ?? 0) }
    }

    /// Reads its links in order, without recursion.
    private struct Chain: Decodable {
        enum CodingKeys: CodingKey { case id, next }
        var depth = 0
        var isNested = false

        init(from decoder: any Decoder) throws {
            var container = try decoder.container(keyedBy: CodingKeys.self)
            isNested = container.contains(.next)
            while let next = try? container.nestedContainer(
                keyedBy: CodingKeys.self, forKey: .next)
            {
                container = next
                depth += 1
            }
        }
    }

    private struct Tree: Decodable {
        var children: [Tree] = []

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            while !list.isAtEnd { children.append(try list.decode(Tree.self)) }
        }

        var depth: Int { 1 + (children.map(\.depth).max() ?? 0) }
    }

    private struct Named: Decodable {
        let names: [String: Named]?
    }

    private static func row(_ levels: Int) -> SQL {
        let name = String(repeating: "next.", count: levels) + "id"
        return "SELECT 1 AS \(identifier: name)"
    }

    private static func lists(_ levels: Int) -> String {
        String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }

    private static func objects(_ levels: Int, key: String = "next") -> String {
        String(repeating: #"{"\#(key)":"#, count: levels - 1) + "{}"
            + String(repeating: "}", count: levels - 1)
    }

    /// Whether an error is caused by the limit.
    private static func isLimit(_ error: (any Error)?) -> Bool {
        guard case DecodingError.dataCorrupted(let context)? = error else { return false }
        return context.debugDescription.contains("nested more than 100 levels deep")
    }

    private static func connection() throws -> Connection { try Connection(location: .inMemory) }

    // MARK: Names of columns

    @Test("Properties with prefixed columns can be nested 100 levels deep")
    func columns() throws {
        let length = try onSmallStack {
            try Self.connection().requiredRow(Self.row(100), as: Link.self).length
        }
        #expect(length == 101)
    }

    @Test("Deeper nesting in column names is an error", arguments: [101, 20_000])
    func deepColumns(levels: Int) throws {
        let error = #expect(throws: DecodingError.self) {
            try onSmallStack { try Self.connection().requiredRow(Self.row(levels), as: Link.self) }
        }
        #expect(Self.isLimit(error), "\(String(describing: error).prefix(300))")
    }

    @Test("Nested containers are limited even without a recursive type")
    func chain() throws {
        let chain = try onSmallStack {
            try Self.connection().requiredRow(Self.row(20_000), as: Chain.self)
        }
        #expect(chain.depth == 100)
        #expect(chain.isNested)
    }

    private struct Recursive: Decodable {
        init(from decoder: any Decoder) throws {
            self = try decoder.singleValueContainer().decode(Self.self)
        }
    }

    private struct Property: Decodable {
        let a: Recursive
    }

    @Test("A type that requests itself as a single value is an error")
    func recursive() throws {
        let connection = try Self.connection()
        let reads: [() throws -> Void] = [
            { _ = try connection.row("SELECT 1 AS a", as: Recursive.self) },
            { _ = try connection.row("SELECT 1 AS a", as: Property.self) },
        ]
        for read in reads {
            let error = #expect(throws: DecodingError.self) { try onSmallStack(read) }
            #expect(Self.isLimit(error), "\(String(describing: error).prefix(300))")
        }
        #expect(try connection.row("SELECT 1", as: Int?.self) == 1)
    }

    // MARK: JSON

    @Test("JSON arrays and objects can be nested 100 levels deep")
    func json() throws {
        let (lists, objects, names) = try onSmallStack {
            let connection = try Self.connection()
            return (
                try connection.requiredRow("SELECT \(Self.lists(100))", as: Tree.self).depth,
                try connection.requiredRow("SELECT \(Self.objects(100)) AS next", as: Link.self)
                    .length,
                try connection.requiredRow(
                    "SELECT \(Self.objects(100, key: "a")) AS names", as: [String: SQLiteValue].self
                )
            )
        }
        // The row itself is a list, too.
        #expect(lists == 101)
        #expect(objects == 101)
        #expect(names.count == 1)
    }

    @Test("Deeper nesting in JSON is an error", arguments: [101, 500, 20_000])
    func deepJSON(levels: Int) throws {
        func get<T: Decodable>(_ type: T.Type, _ sql: SQL) throws {
            _ = try Self.connection().requiredRow(sql, as: type)
        }
        let (lists, objects) = (Self.lists(levels), Self.objects(levels))
        let reads: [() throws -> Void] = [
            { try get(Tree.self, "SELECT \(lists)") },
            { try get(Link.self, "SELECT \(objects) AS next") },
            { try get(Link.self, "SELECT \(Data(objects.utf8)) AS next") },
            { try get(Named.self, "SELECT \(Self.objects(levels, key: "names")) AS names") },
            { _ = try SQLiteCoder.default.decode([Tree].self, from: ["0": .text(lists)]) },
        ]
        for (number, read) in reads.enumerated() {
            let error = #expect(throws: DecodingError.self, "read \(number)") {
                try onSmallStack(read)
            }
            #expect(Self.isLimit(error), "read \(number): \(String(describing: error).prefix(300))")
        }
    }

    @Test("Brackets in JSON strings and comments do not count as nesting")
    func strings() throws {
        struct Text: Decodable { let text: String }
        struct Row: Decodable { let json: Text }
        let brackets = String(repeating: "[{", count: 200)
        let connection = try Self.connection()
        let plain = try connection.requiredRow(
            #"SELECT \#(#"{"text": "\" \\\#(brackets)"}"#) AS json"#, as: Row.self)
        #expect(plain.json.text == #"" \"# + brackets)

        var coder = SQLiteCoder()
        coder.jsonDecoder = {
            let decoder = JSONDecoder()
            decoder.allowsJSON5 = true
            return decoder
        }
        let text = "{ // \(brackets)\n /* \" \(brackets) */ text: '\(brackets)' }"
        let row = try connection.requiredRow("SELECT \(text) AS json", as: Row.self, coder: coder)
        #expect(row.json.text == brackets)
        let hidden = "/* \" ' */ // \"\n" + Self.lists(101)
        let error = #expect(throws: DecodingError.self) {
            try connection.requiredRow("SELECT \(hidden)", as: Tree.self, coder: coder)
        }
        #expect(Self.isLimit(error))
    }

    @Test("JSON in UTF-16 or UTF-32 is rejected")
    func wide() throws {
        let connection = try Self.connection()
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf32BigEndian] {
            let json = try #require(Self.lists(1).data(using: encoding))
            #expect(throws: DecodingError.self) {
                try connection.requiredRow("SELECT \(json)", as: Tree.self)
            }
        }
    }
}
