import DataLiteCoder
import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A Codable value in a table")
struct RoundTripTests {
    enum Level: Int, Codable, CaseIterable { case low = 1, high }
    enum Shape: Codable, Equatable { case circle(radius: Double), named(String), none }
    struct Inner: Codable, Equatable { var a: Int; var b: [String]; var c: Date? }

    struct Wide: Codable, Equatable {
        var flag: Bool
        var small: Int8
        var int: Int
        var big: UInt64
        var uint: UInt
        var float: Float
        var double: Double
        var text: String
        var data: Data
        var date: Date
        var uuid: UUID
        var url: URL
        var decimal: Decimal
        var level: Level
        var shape: Shape
        var inner: Inner
        var list: [Int]
        var map: [String: Double]
        var optionalInt: Int?
        var optionalText: String?
        var optionalDate: Date?
        var optionalInner: Inner?
        var optionalLevel: Level?
        var optionalList: [String]?
        var value: SQLiteValue
    }

    struct Huge: Codable, Equatable {
        var signed: Int128
        var unsigned: UInt128
        var optional: Int128?
    }

    private static func wide(_ g: inout SeededGenerator) -> Wide {
        func maybe<T>(_ make: () -> T) -> T? { Bool.random(using: &g) ? make() : nil }
        func text() -> String {
            let pieces = ["", "a", "ß", "'", "\"", "\u{0}", "🏔", "null", "12", "{}", "\n"]
            return (0..<Int.random(in: 0...6, using: &g)).map { _ in
                pieces.randomElement(using: &g)!
            }.joined()
        }
        func date() -> Date {
            Date(
                timeIntervalSince1970: Double(
                    Int.random(in: -9_000_000_000...9_000_000_000, using: &g)) / 8)
        }
        func inner() -> Inner {
            Inner(
                a: .random(in: .min ... .max, using: &g), b: (0..<2).map { _ in text() },
                c: maybe {
                    Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0...99, using: &g)))
                })
        }
        func data() -> Data {
            Data(
                (0..<Int.random(in: 0...5, using: &g)).map { _ in .random(in: 0...255, using: &g) })
        }
        return Wide(
            flag: .random(using: &g), small: .random(in: .min ... .max, using: &g),
            int: .random(in: .min ... .max, using: &g), big: .random(in: 0 ... .max, using: &g),
            uint: .random(in: 0 ... .max, using: &g), float: .random(in: -1e9...1e9, using: &g),
            double: [0.0, -0.5, 1e300, -.infinity, .leastNonzeroMagnitude].randomElement(
                using: &g)!,
            text: text(), data: data(), date: date(), uuid: UUID(),
            url: URL(string: "https://example.org/\(Int.random(in: 0...9, using: &g))")!,
            decimal: Decimal(Int.random(in: -999_999...999_999, using: &g)) / 1000,
            level: Level.allCases.randomElement(using: &g)!,
            shape: [.circle(radius: 1.5), .named(text()), .none].randomElement(using: &g)!,
            inner: inner(), list: (0..<Int.random(in: 0...3, using: &g)).map { $0 },
            map: ["x": 1.25, "y": -2], optionalInt: maybe { .random(in: -5...5, using: &g) },
            optionalText: maybe(text), optionalDate: maybe(date), optionalInner: maybe(inner),
            optionalLevel: maybe { .high }, optionalList: maybe { [text()] },
            value: [.int(3), .real(0.5), .text("t"), .blob(data()), .null].randomElement(using: &g)!
        )
    }

    private func table(for value: some Encodable, on connection: Connection) throws {
        let columns = try RowEncoder().encode(value).columns.names
        let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        try connection.execute(sql: "CREATE TABLE things(\(list))")
    }

    private static let coders: [@Sendable () -> SQLiteCoder] = [
        { SQLiteCoder() },
        {
            var coder = SQLiteCoder()
            coder.uuids = .blob
            coder.bigIntegers = .text
            coder.nonConformingFloats = .text(infinity: "inf", negativeInfinity: "-inf", nan: "nan")
            return coder
        },
        {
            var coder = SQLiteCoder()
            coder.dates = .unixSeconds
            coder.uuids = .lowerText
            return coder
        },
    ]

    @Test(
        "A Codable value in a table is read back unchanged", arguments: 0..<3,
        [1, 2, 3, 4] as [UInt64])
    func roundTrip(coder index: Int, seed: UInt64) throws {
        let coder = Self.coders[index]()
        var generator = SeededGenerator(seed: seed)
        let values = (0..<40).map { _ in Self.wide(&generator) }
        let connection = try Connection(location: .inMemory)
        try table(for: values[0], on: connection)
        let encoder = RowEncoder(coder: coder)
        #expect(try connection.insert(contentsOf: values, into: "things", encoder: encoder) == 40)
        let back = try connection.rows(
            "SELECT * FROM things ORDER BY rowid", as: Wide.self, coder: coder)
        #expect(back == values)
        let rows = try encoder.encode(contentsOf: values)
        #expect(try coder.decode(Wide.self, from: rows) == values)
        #expect(try coder.decode(Wide.self, from: rows[3]) == values[3])
    }

    @Test(
        "A 128-bit integer is read back unchanged",
        arguments: [SQLiteCoder.BigIntegerForm.text, .integerWherePossible])
    func huge(form: SQLiteCoder.BigIntegerForm) throws {
        var coder = SQLiteCoder()
        coder.bigIntegers = form
        let values = [
            Huge(signed: .min, unsigned: .max, optional: nil),
            Huge(signed: -1, unsigned: 0, optional: .max),
        ]
        let connection = try Connection(location: .inMemory)
        try table(for: values[1], on: connection)
        try connection.insert(
            contentsOf: values, into: "things", encoder: RowEncoder(coder: coder))
        #expect(try connection.rows("SELECT * FROM things", coder: coder) == values)
    }

    struct Numbers: Codable, Hashable {
        var big: UInt64
        var uint: UInt?
        var signed: Int128
        var unsigned: UInt128
    }

    @Test(
        "Large integers are preserved in a column of every affinity",
        arguments: ["INTEGER", "NUMERIC", "TEXT", "BLOB", ""])
    func largeIntegers(type: String) throws {
        var generator = SeededGenerator(seed: 7)
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            sql: """
                CREATE TABLE things(big \(type), uint \(type), signed \(type), unsigned \(type))
                """)
        let values = (0..<200).map { index in
            let big = UInt64.random(in: 0...(.max), using: &generator) >> UInt64(index % 64)
            return Numbers(
                big: big, uint: index % 3 == 0 ? nil : UInt(big ^ 1),
                signed: Int128(truncatingIfNeeded: big) << 60 * (index % 2 == 0 ? 1 : -1),
                unsigned: UInt128(big) << UInt128(index % 65))
        }
        try connection.insert(contentsOf: values, into: "things")
        let back: [Numbers] = try connection.rows("SELECT * FROM things ORDER BY rowid")
        #expect(back == values)
        for value in values {
            let found: [Numbers] = try connection.rows(
                "SELECT * FROM things WHERE big = :big AND signed = :signed", SQLParameters(value))
            #expect(
                Set(found)
                    == Set(values.filter { ($0.big, $0.signed) == (value.big, value.signed) }))
        }
    }

    struct Dated: Codable, Equatable { var at: Date }

    private static let dates: [(SQLiteCoder.DateForm, SQLiteValue)] = [
        (.text, "2026-11-21 06:05:04.500"), (.iso8601, "2026-11-21T06:05:04.500Z"),
        (.unixSeconds, 1_795_241_104.5), (.unixMilliseconds, 1_795_241_104_500),
        (.julianDay, .real(2_440_587.5 + 1_795_241_104.5 / 86400)),
        (
            .custom(
                encode: { .text("\(Int($0.timeIntervalSince1970 * 2))") },
                decode: {
                    String($0).flatMap(Double.init).map { Date(timeIntervalSince1970: $0 / 2) }
                }),
            "3590482209"
        ),
    ]

    @Test("Dates are written and read in each format", arguments: 0..<6)
    func dates(index: Int) throws {
        let (form, value) = Self.dates[index]
        var coder = SQLiteCoder()
        coder.dates = form
        let date = Date(timeIntervalSince1970: 1_795_241_104.5)
        let row = try RowEncoder(coder: coder).encode(Dated(at: date))
        #expect(row == ["at": value])
        let back = try coder.decode(Dated.self, from: row)
        #expect(abs(back.at.timeIntervalSince(date)) < 0.000_04)
    }

    struct Keyed: Codable, Equatable {
        var userID: Int; var createdAt: String; var htmlURLPath: String
    }

    @Test("Column names follow the key strategy")
    func keys() throws {
        var coder = SQLiteCoder()
        coder.keys = .snakeCase
        let value = Keyed(userID: 1, createdAt: "now", htmlURLPath: "/")
        let row = try RowEncoder(coder: coder).encode(value)
        #expect(row.columns.names == ["user_id", "created_at", "html_url_path"])
        #expect(try coder.decode(from: row) == value)
        coder.keys = .custom { $0.uppercased() }
        #expect(try RowEncoder(coder: coder).encode(value).columns.names[0] == "USERID")
    }

    @Test("The `error` form rejects NaN and infinities")
    func floats() throws {
        var coder = SQLiteCoder()
        #expect(try RowEncoder(coder: coder).encode(["x": Double.nan]) == ["x": nil])
        coder.nonConformingFloats = .error
        #expect(throws: EncodingError.self) {
            try RowEncoder(coder: coder).encode(["x": Double.infinity])
        }
        #expect(throws: EncodingError.self) {
            try RowEncoder(coder: coder).encode(["x": Float.nan])
        }
    }

    @Test("SQLite values are numbers, strings, arrays and null in JSON")
    func json() throws {
        let values: [SQLiteValue] = [1, 2.5, "a", .blob(Data([1, 2])), .null]
        let json = try JSONEncoder().encode(values)
        #expect(String(decoding: json, as: UTF8.self) == #"[1,2.5,"a",[1,2],null]"#)
        #expect(try JSONDecoder().decode([SQLiteValue].self, from: json) == values)
        #expect(
            try JSONDecoder().decode([SQLiteValue].self, from: Data("[true,false]".utf8)) == [1, 0])
        let row: SQLiteRow = ["id": 1, "name": "Ada"]
        let object = try JSONEncoder().encode(row)
        let back = try JSONDecoder().decode(SQLiteRow.self, from: object)
        #expect(Set(back.columns.names) == ["id", "name"])
        #expect(back["name"] == "Ada")
    }

    /// Writes a part of itself through a nested container.
    struct Manual: Codable, Equatable {
        var id = 1
        var tags = ["a", "b"]
        enum Keys: String, CodingKey { case id, tags }

        init() {}

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(id, forKey: .id)
            var list = container.nestedUnkeyedContainer(forKey: .tags)
            for tag in tags { try list.encode(tag) }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            id = try container.decode(Int.self, forKey: .id)
            var list = try container.nestedUnkeyedContainer(forKey: .tags)
            tags = []
            while !list.isAtEnd { tags.append(try list.decode(String.self)) }
        }
    }

    @Test("A value can write parts of itself through nested containers")
    func manual() throws {
        let row = try RowEncoder().encode(Manual())
        #expect(row == ["id": 1, "tags": #"["a","b"]"#])
        #expect(try SQLiteCoder.default.decode(Manual.self, from: row) == Manual())
    }
}
