import DataLiteCoder
import DataLiteTestSupport
import Foundation
import Testing

@Suite("The encode(to:) of a type")
struct EncodingOnceTests {
    /// Counts how often values are encoded.
    private final class Counter: @unchecked Sendable {
        // SAFETY: used by one test, on its thread.
        var count = 0
    }

    private struct Counting: Encodable {
        let counter: Counter
        var nested: [Counting] = []
        enum Keys: String, CodingKey { case id, nested, list, part }

        func encode(to encoder: any Encoder) throws {
            counter.count += 1
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(counter.count, forKey: .id)
            try container.encode(nested, forKey: .nested)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try list.encode(1)
            try list.encode(contentsOf: nested)
            var part = container.nestedContainer(keyedBy: Keys.self, forKey: .part)
            try part.encode(nested.first, forKey: .nested)
        }
    }

    @Test("`encode(to:)` runs once each time a value is written")
    func once() throws {
        let connection = try Connection.inMemory("CREATE TABLE t(id, nested, list, part)")
        let counter = Counter()
        let value = Counting(counter: counter, nested: [Counting(counter: counter)])
        // The outer value once, and the inner value in three places.
        try connection.insert(value, into: "t")
        #expect(counter.count == 4)
        counter.count = 0
        try connection.execute("SELECT :id, :nested, :list, :part", SQLParameters(value))
        #expect(counter.count == 4)
        counter.count = 0
        #expect(try RowEncoder().encode(value).count == 4)
        #expect(counter.count == 4)
    }

    /// Writes a single value, or a structure that contains one.
    private struct Single: Encodable {
        let counter: Counter
        func encode(to encoder: any Encoder) throws {
            counter.count += 1
            var container = encoder.singleValueContainer()
            try container.encode("x")
        }
    }

    @Test("`encode(to:)` runs once for a type that writes a single value")
    func single() throws {
        let counter = Counter()
        let single = Single(counter: counter)
        #expect(try RowEncoder().encode(["a": single]) == ["a": "x"])
        #expect(counter.count == 1)
        #expect(try RowEncoder().encode(single) == ["value": "x"])
        #expect(try RowEncoder().encode(["a": [single]]) == ["a": #"["x"]"#])
        #expect(counter.count == 3)
    }

    /// Requests the same containers several times, as a `JSONEncoder` allows.
    private struct Pieces: Codable, Equatable {
        var a = 1, b = 2, c = [1, 2]
        enum Keys: String, CodingKey { case part, single, sup }
        enum Inner: String, CodingKey { case a, b, c }

        init() {}

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            var first = container.nestedContainer(keyedBy: Inner.self, forKey: .part)
            try first.encode(a, forKey: .a)
            var second = container.nestedContainer(keyedBy: Inner.self, forKey: .part)
            try second.encode(b, forKey: .b)
            var list = second.nestedUnkeyedContainer(forKey: .c)
            try list.encode(contentsOf: c)
            try 5.encode(to: container.superEncoder(forKey: .single))
            try ["x": 1].encode(to: container.superEncoder(forKey: .sup))
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            let part = try container.nestedContainer(keyedBy: Inner.self, forKey: .part)
            a = try part.decode(Int.self, forKey: .a)
            b = try part.decode(Int.self, forKey: .b)
            var list = try part.nestedUnkeyedContainer(forKey: .c)
            c = [try list.decode(Int.self), try list.decode(Int.self)]
        }
    }

    @Test("`encode(to:)` can write a part in several pieces")
    func pieces() throws {
        let row = try RowEncoder().encode(Pieces())
        #expect(row == ["part": #"{"a":1,"b":2,"c":[1,2]}"#, "single": 5, "sup": #"{"x":1}"#])
        #expect(try SQLiteCoder.default.decode(from: row) == Pieces())
    }
}
