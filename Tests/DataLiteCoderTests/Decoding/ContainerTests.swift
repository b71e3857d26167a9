import DataLiteCoder
import DataLiteTestSupport
import DataLiteCore
import Foundation
import Testing

@Suite("The container of a row")
struct ContainerTests {
    private let connection: Connection

    init() throws { connection = try Connection(location: .inMemory) }

    /// Keeps the decoder and the container that it was decoded from.
    private struct Keeper: Decodable {
        enum CodingKeys: String, CodingKey { case a, b }
        let decoder: any Decoder
        let container: KeyedDecodingContainer<CodingKeys>
        let a: Int

        init(from decoder: any Decoder) throws {
            self.decoder = decoder
            container = try decoder.container(keyedBy: CodingKeys.self)
            a = try container.decode(Int.self, forKey: .a)
        }
    }

    @Test("A container cannot read after its statement ends, even if another runs")
    func retained() throws {
        let kept = try connection.requiredRow("SELECT 1 AS a, 2 AS b", as: Keeper.self)
        #expect(kept.a == 1)
        let cursor = try connection.cursor("SELECT 3 AS a, 4 AS b", as: Keeper.self)
        let second = try #require(try cursor.next())
        #expect(try second.container.decode(Int.self, forKey: .b) == 4)

        #expect(kept.container.allKeys.isEmpty)
        #expect(!kept.container.contains(.a))
        #expect(throws: DecodingError.self) { try kept.container.decode(Int.self, forKey: .a) }
        #expect(throws: DecodingError.self) { try kept.container.decode(Int.self, forKey: .b) }
        #expect(throws: DecodingError.self) { try kept.container.decodeNil(forKey: .a) }
        #expect(throws: DecodingError.self) {
            try kept.container.decodeIfPresent(Date.self, forKey: .a)
        }
        #expect(throws: DecodingError.self) {
            try kept.decoder.container(keyedBy: Keeper.CodingKeys.self)
        }
        #expect(throws: DecodingError.self) { try kept.decoder.unkeyedContainer() }
        #expect(throws: DecodingError.self) { try kept.decoder.singleValueContainer() }

        try cursor.close()
        #expect(throws: DecodingError.self) { try second.container.decode(Int.self, forKey: .b) }
        try connection.close()
    }

    /// Closes the cursor that it comes from, and continues to read.
    private struct Closer: Decodable {
        enum CodingKeys: String, CodingKey { case a, b }

        init(from decoder: any Decoder) throws {
            let cursor = try TestInfo.box(Cursor<Closer>?.self, in: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            _ = try container.decode(Int.self, forKey: .a)
            try cursor.value?.close()
            _ = try container.decode(Int.self, forKey: .b)
        }
    }

    @Test("A container cannot read after its cursor is closed in the middle of a row")
    func closed() throws {
        let box = TestBox<Cursor<Closer>?>(nil)
        let cursor = try connection.cursor(
            "SELECT 1 AS a, 2 AS b", as: Closer.self, coder: TestInfo.coder(box))
        box.value = cursor
        defer { box.value = nil }
        #expect(throws: DecodingError.self) { try cursor.next() }
        #expect(try cursor.next() == nil)
    }

    private class Animal: Decodable {
        let name: String
    }

    private final class Bird: Animal {
        enum CodingKeys: String, CodingKey { case wings, name }
        let wings: Int
        let again: String

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            wings = try container.decode(Int.self, forKey: .wings)
            again = try container.decode(String.self, forKey: .name)
            try super.init(from: decoder)
        }
    }

    @Test("A class and its superclass have separate containers")
    func classes() throws {
        let birds = try connection.rows(
            "SELECT 'kea' AS name, 2 AS wings UNION ALL SELECT 'kiwi', 0", as: Bird.self)
        #expect(birds.map(\.name) == ["kea", "kiwi"])
        #expect(birds.map(\.again) == ["kea", "kiwi"])
        #expect(birds.map(\.wings) == [2, 0])
    }

    /// Asks for its keys in another order for each row, and for one key as several types.
    private struct RepeatedReader: Decodable {
        enum CodingKeys: String, CodingKey { case a, b, none }
        enum Word: String, Decodable { case one, two }
        var found = ""

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let a = try container.decode(Int.self, forKey: .a)
            if a.isMultiple(of: 2) { found += try container.decode(String.self, forKey: .b) }
            if let id = try? container.decode(UUID.self, forKey: .b) {
                found += "uuid \(id)"
            } else if let word = try? container.decode(Word.self, forKey: .b) {
                found += "word \(word)"
            } else if let date = try? container.decode(Date.self, forKey: .b) {
                found += "date \(date.timeIntervalSince1970)"
            }
            if !container.contains(.none) { found += "." }
            found += try "\(container.decode(Int.self, forKey: .a))"
        }
    }

    @Test("A container reads a key any number of times, as any type")
    func repeatedReads() throws {
        let rows = try connection.rows(
            """
            WITH t(a, b) AS (VALUES
                (1, 'two'), (2, '00000000-0000-0000-0000-00000000002A'),
                (3, '1970-01-01 00:00:01.500'), (4, 'one'))
            SELECT * FROM t
            """, as: RepeatedReader.self)
        let id = "00000000-0000-0000-0000-00000000002A"
        #expect(
            rows.map(\.found) == [
                "word two.1", "\(id)uuid \(id).2", "date 1.5.3", "oneword one.4",
            ])
    }

    /// Keys that are a byte, but not an `enum`.
    private struct Letter: CodingKey {
        let byte: UInt8
        var stringValue: String { String(UnicodeScalar(byte)) }
        var intValue: Int? { nil }
        init(_ character: Unicode.Scalar) { byte = UInt8(ascii: character) }
        init?(stringValue: String) {
            guard let byte = stringValue.utf8.first else { return nil }
            self.byte = byte
        }
        init?(intValue: Int) { nil }
    }

    /// Keys that hold their name.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    private struct Mixed: Decodable {
        let values: [Int]

        init(from decoder: any Decoder) throws {
            let letters = try decoder.container(keyedBy: Letter.self)
            let names = try decoder.container(keyedBy: Name.self)
            values = try [
                letters.decode(Int.self, forKey: Letter("a")),
                names.decode(Int.self, forKey: Name("b")),
                letters.decode(Int.self, forKey: Letter("b")),
                names.decode(Int.self, forKey: Name("A")),
            ]
        }
    }

    @Test("A container accepts keys of any kind")
    func keys() throws {
        let rows = try connection.rows(
            "SELECT 1 AS a, 2 AS B UNION ALL SELECT 3, 4", as: Mixed.self)
        #expect(rows.map(\.values) == [[1, 2, 2, 1], [3, 4, 4, 3]])
    }

    /// A type that runs SQL while it is read.
    private struct Asking: Decodable {
        enum CodingKeys: String, CodingKey { case n, rest }
        let n: Int
        let rest: [Int]

        init(from decoder: any Decoder) throws {
            let connection = try TestInfo.box(Connection.self, in: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            n = try container.decode(Int.self, forKey: .n)
            rest =
                n > 0
                ? try connection.value.requiredRow(
                    "SELECT \(n - 1) AS n", as: Asking.self, coder: TestInfo.coder(connection)
                ).all : []
        }

        var all: [Int] { [n] + rest }
    }

    @Test("A container is not affected by rows that are decoded within its row")
    func nested() throws {
        let rows = try connection.rows(
            "SELECT 3 AS n UNION ALL SELECT 1", as: Asking.self,
            coder: TestInfo.coder(TestBox(connection)))
        #expect(rows.map(\.all) == [[3, 2, 1, 0], [1, 0]])
    }
}
