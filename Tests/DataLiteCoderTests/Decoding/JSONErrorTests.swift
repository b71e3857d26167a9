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
        arguments: [
            #"{"list":[1,"x"]}"#, #"{"list":{}}"#, "{}", "[]", #"{"list":[1.5]}"#,
            #"{"list":[1,9223372036854775808]}"#, #"{"list":[01]}"#, #"{"list":[1e400]}"#,
        ])
    func located(json: String) throws {
        try check(Nested.self, json, ["inner"])
        try check(Super.self, json, ["inner"])
        try check(Whole.self, json, ["inner"])
        try check(Positional.self, json, [])
    }

    @Test(
        "A JSON error in a dictionary names column, row and SQL",
        arguments: [
            #"{"list":[1,"x"]}"#, #"{"list":{}}"#, "[]", #"{"list":[1.5]}"#, #"{"list":[01]}"#,
        ])
    func dictionary(json: String) throws {
        try check(Map.self, json, ["inner"])
    }

    /// Numbers of several types.
    private struct Numbers: Decodable {
        var byte: UInt8?
        var float: Float?
        var double: Double?
        var decimal: Decimal?
        var unsigned: UInt64?
        var text: String?
        var bytes: [Int8]?
        var names: [String: Int8]?
    }

    private struct NumberRow: Decodable { var inner: [Numbers] }

    @Test(
        "A number that a type cannot represent is a decoding error with the path of the value",
        arguments: [
            (#""byte":300"#, "byte"), (#""byte":1.5"#, "byte"), (#""float":1e300"#, "float"),
            (#""double":1e400"#, "double"), (#""unsigned":-1"#, "unsigned"),
            (#""text":"\ud800""#, "text"), (#""bytes":[1,200]"#, "bytes"),
            (#""names":{"a":200}"#, "names"),
        ])
    func number(member: String, key: String) throws {
        let connection = try Connection(location: .inMemory)
        let error = #expect(throws: DecodingError.self) {
            try connection.requiredRow("SELECT \("[{},{\(member)}]") AS inner", as: NumberRow.self)
        }
        switch error {
        case .typeMismatch(_, let context), .dataCorrupted(let context):
            #expect(context.debugDescription.hasPrefix("column \"inner\" of row 1"))
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            #expect(path.starts(with: ["inner", "1", key]))
        default: Issue.record("\(String(describing: error))")
        }
    }

    private struct Refused: Error {}

    /// Throws an error of its own.
    private struct Refusing: Decodable {
        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: InnerKeys.self)
            throw Refused()
        }
    }

    private struct RefusingRow: Decodable { var inner: [Refusing] }

    @Test("An error that a type throws while it reads JSON is unchanged")
    func refused() throws {
        let connection = try Connection(location: .inMemory)
        #expect(throws: Refused.self) {
            try connection.requiredRow("SELECT '[{}]' AS inner", as: RefusingRow.self)
        }
    }
}
