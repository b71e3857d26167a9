import DataLiteCoder
import Foundation
import Testing

@Suite("A value in the JSON of a column")
struct JSONFormTests {
    private struct Outer: Codable, Equatable {
        var innerValue: Inner
    }

    private struct Inner: Codable, Equatable {
        var madeAt: Date
        var maybeAt: Date?
        var someID: UUID
        var bigNumber: UInt64
        var hugeNumber: Int128
        var theRatio: Double
        var theWeight: Float
        var theNames: [String: Date]
        var theParts: [Part]
        var someBytes: Data
        var thePrice: Decimal
        var theLink: URL
        var theLevel: Level
    }

    private struct Part: Codable, Equatable {
        var partName: String
        var partDates: [Date]
    }

    private enum Level: String, Codable { case high }

    private let id = UUID()

    private func value(ratio: Double = 0.1) throws -> Outer {
        let date = Date(timeIntervalSince1970: 1_795_241_104.5)
        return Outer(
            innerValue: Inner(
                madeAt: date, maybeAt: nil, someID: id, bigNumber: .max, hugeNumber: -5,
                theRatio: ratio, theWeight: 0.1, theNames: ["dayOne": date],
                theParts: [Part(partName: "p", partDates: [date])], someBytes: Data([1, 2]),
                thePrice: try #require(Decimal(string: "12345678901234567890.5")),
                theLink: try #require(URL(string: "https://example.org/a")), theLevel: .high))
    }

    private func json(_ coder: SQLiteCoder, ratio: Double = 0.1) throws -> String {
        let row = try RowEncoder(coder: coder).encode(value(ratio: ratio))
        #expect(try coder.decode(from: row) == value(ratio: ratio))
        return String(row.values[0]) ?? ""
    }

    @Test("JSON uses the formats of DataLiteCore by default")
    func standard() throws {
        #expect(
            try json(SQLiteCoder()) == """
                {"bigNumber":18446744073709551615,"hugeNumber":-5,\
                "madeAt":"2026-11-21 06:05:04.500","someBytes":"AQI=","someID":"\(id)",\
                "theLevel":"high","theLink":"https://example.org/a",\
                "theNames":{"dayOne":"2026-11-21 06:05:04.500"},\
                "theParts":[{"partDates":["2026-11-21 06:05:04.500"],"partName":"p"}],\
                "thePrice":12345678901234567890.5,"theRatio":0.1,"theWeight":0.1}
                """)
    }

    @Test("JSON uses the coder's formats and keys, except for dictionary keys")
    func strategies() throws {
        var coder = SQLiteCoder()
        coder.dates = .unixSeconds
        coder.uuids = .lowerText
        coder.keys = .snakeCase
        coder.bigIntegers = .text
        coder.nonConformingFloats = .text(infinity: "inf", negativeInfinity: "-inf", nan: "nan")
        #expect(
            try json(coder, ratio: -.infinity) == """
                {"big_number":"18446744073709551615","huge_number":"-5",\
                "made_at":1795241104.5,"some_bytes":"AQI=","some_id":"\(id.uuidString.lowercased())",\
                "the_level":"high","the_link":"https://example.org/a",\
                "the_names":{"dayOne":1795241104.5},\
                "the_parts":[{"part_dates":[1795241104.5],"part_name":"p"}],\
                "the_price":12345678901234567890.5,"the_ratio":"-inf","the_weight":0.1}
                """)
    }

    @Test(
        "A JSON value is read back in each format",
        arguments: [
            .text, .iso8601, .unixSeconds, .unixMilliseconds,
            .custom(
                encode: { .real($0.timeIntervalSinceReferenceDate) },
                decode: { Double($0).map(Date.init(timeIntervalSinceReferenceDate:)) }),
        ] as [SQLiteCoder.DateForm],
        [.unchanged, .snakeCase, .custom { "x\($0)" }]
            as [SQLiteCoder.KeyForm])
    func roundTrip(dates: SQLiteCoder.DateForm, keys: SQLiteCoder.KeyForm) throws {
        for uuids in [SQLiteCoder.UUIDForm.text, .lowerText, .blob] {
            var coder = SQLiteCoder()
            coder.dates = dates
            coder.keys = keys
            coder.uuids = uuids
            _ = try json(coder)
        }
    }

    @Test("Strategies of the JSONEncoder and JSONDecoder take precedence")
    func ownStrategies() throws {
        var coder = SQLiteCoder()
        coder.dates = .unixMilliseconds
        coder.keys = .custom { "never_\($0)" }
        coder.jsonEncoder = {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            encoder.dateEncodingStrategy = .iso8601
            encoder.keyEncodingStrategy = .convertToSnakeCase
            encoder.dataEncodingStrategy = .deferredToData
            return encoder
        }
        coder.jsonDecoder = {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            decoder.dataDecodingStrategy = .deferredToData
            return decoder
        }
        struct Holder: Codable, Equatable { var value: Small }
        struct Small: Codable, Equatable {
            var madeAt: Date
            var theNames: [String: Int]
            var someBytes: Data
        }
        let value = Holder(
            value: Small(
                madeAt: Date(timeIntervalSince1970: 0), theNames: ["dayOne": 1],
                someBytes: Data([1, 2])))
        let row = try RowEncoder(coder: coder).encode(value)
        #expect(
            String(row.values[0]) == """
                {"made_at":"1970-01-01T00:00:00Z","some_bytes":[1,2],"the_names":{"dayOne":1}}
                """)
        let back = try coder.decode(
            Holder.self, from: ["value": row.values[0]])
        #expect(back == value)
    }

    @Test("Integers of any size are numbers in JSON, and are also read from text")
    func bigIntegers() throws {
        struct Numbers: Codable, Equatable {
            var a = UInt64.max
            var b = UInt.max
            var c = Int128.min
            var d = UInt128.max
            var e: [UInt64] = [1, .max]
        }
        struct Holder: Codable, Equatable { var value = Numbers() }
        let json = """
            {"a":18446744073709551615,"b":18446744073709551615,\
            "c":-170141183460469231731687303715884105728,\
            "d":340282366920938463463374607431768211455,"e":[1,18446744073709551615]}
            """
        #expect(try RowEncoder().encode(Holder()) == ["value": .text(json)])
        #expect(
            try String(decoding: JSONEncoder.sorted.encode(Numbers()), as: UTF8.self) == json)
        var coder = SQLiteCoder()
        coder.bigIntegers = .text
        let text = try RowEncoder(coder: coder).encode(Holder())
        #expect(String(text.values[0])?.contains(#""a":"18446744073709551615""#) == true)
        for row in [text, ["value": .text(json)]] {
            #expect(try SQLiteCoder().decode(Holder.self, from: row) == Holder())
        }
    }

    @Test("Sets and dictionaries that are arrays in JSON are sorted")
    func unorderedValues() throws {
        enum Key: String, Codable { case a, b, c, d }
        struct Tree: Codable, Hashable {
            var name = 0
            var parts: Set<Tree> = []
        }
        struct Holder: Codable, Equatable {
            var words: Set<String>
            var counts: [Key: Int]
            var sets: [Set<[Int]>]
            var tree = Tree()
        }
        var tree = Tree()
        for depth in 1...40 { tree = Tree(name: depth, parts: [tree, Tree(name: -depth)]) }
        let holder = Holder(
            words: ["d", "a", "c", "b"], counts: [.d: 4, .a: 1, .c: 3, .b: 2],
            sets: [[[3], [1, 2], [1]]], tree: tree)
        let row = try RowEncoder().encode(holder)
        #expect(
            row.values.prefix(3) == [
                #"["a","b","c","d"]"#, #"["a",1,"b",2,"c",3,"d",4]"#, "[[[1,2],[1],[3]]]",
            ])
        #expect(try SQLiteCoder().decode(from: row) == holder)
    }

    @Test("NaN is null in JSON, and an infinity is an error")
    func floats() throws {
        #expect(try RowEncoder().encode(["x": [Double.nan]]) == ["x": "[null]"])
        let error = #expect(throws: EncodingError.self) {
            try RowEncoder().encode(["x": [1, Double.infinity]])
        }
        guard case .invalidValue(_, let context) = error else { return }
        #expect(context.codingPath.map(\.stringValue) == ["x", "1"])
    }

    @Test("A JSON value is also found by its unconverted key")
    func ownName() throws {
        var coder = SQLiteCoder()
        coder.keys = .snakeCase
        struct Holder: Decodable { var part: Part }
        let json = #"{"partName":"old","part_dates":[]}"#
        let value = try coder.decode(
            Holder.self, from: ["part": .text(json)])
        #expect(value.part == Part(partName: "old", partDates: []))
    }
}

extension JSONEncoder {
    fileprivate static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
