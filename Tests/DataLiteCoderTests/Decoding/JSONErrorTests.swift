import DataLiteCoder
import Foundation
import Testing

@Suite("An error in the JSON of a column")
struct JSONErrorTests {
    private enum Keys: String, CodingKey { case inner }
    private enum InnerKeys: String, CodingKey { case list }

    /// Reads the JSON through nested containers.
    private struct Nested: Decodable {
        init(from decoder: any Decoder) throws {
            let row = try decoder.container(keyedBy: Keys.self)
            let inner = try row.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
            var list = try inner.nestedUnkeyedContainer(forKey: .list)
            while !list.isAtEnd { _ = try list.decode(Int.self) }
        }
    }

    /// Reads the JSON through a decoder.
    private struct Super: Decodable {
        init(from decoder: any Decoder) throws {
            let row = try decoder.container(keyedBy: Keys.self)
            let inner = try row.superDecoder(forKey: .inner).container(keyedBy: InnerKeys.self)
            _ = try inner.decode([Int].self, forKey: .list)
        }
    }

    private struct Whole: Decodable {
        struct Inner: Decodable { var list: [Int] }
        var inner: Inner
    }

    private struct Map: Decodable { var inner: [String: [Int]] }

    /// Reads the column by position.
    private struct Positional: Decodable {
        init(from decoder: any Decoder) throws {
            var row = try decoder.unkeyedContainer()
            let inner = try row.nestedContainer(keyedBy: InnerKeys.self)
            _ = try inner.decode([Int].self, forKey: .list)
        }
    }

    private func check(_ type: (some Decodable).Type, _ json: String, _ path: [String]) throws {
        let connection = try Connection(location: .inMemory)
        let sql = "SELECT '{\"list\":[1]}' AS inner UNION ALL SELECT '\(json)'"
        let error = #expect(throws: DecodingError.self) {
            _ = try connection.rows(SQL(raw: sql), as: type)
        }
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context), .dataCorrupted(let context):
            #expect(context.debugDescription.hasPrefix("column \"inner\" of row 2"))
            #expect(context.debugDescription.hasSuffix(sql))
            #expect(context.codingPath.map(\.stringValue).starts(with: path))
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test(
        "A JSON error names column, row and SQL, whichever container is used",
        arguments: [#"{"list":[1,"x"]}"#, #"{"list":{}}"#, "{}", "[]"])
    func located(json: String) throws {
        try check(Nested.self, json, ["inner"])
        try check(Super.self, json, ["inner"])
        try check(Whole.self, json, ["inner"])
        try check(Positional.self, json, [])
    }

    @Test(
        "A JSON error in a dictionary names column, row and SQL",
        arguments: [#"{"list":[1,"x"]}"#, #"{"list":{}}"#, "[]"])
    func dictionary(json: String) throws {
        try check(Map.self, json, ["inner"])
    }
}
