import DataLiteCoder
import DataLiteCore
import Foundation
import Testing

@Suite("The shape of a row")
struct RowShapeTests {
    private let connection: Connection

    init() throws { connection = try Connection(location: .inMemory) }

    @Test("A simple type is encoded as one column in the coder's format")
    func simple() throws {
        var coder = SQLiteCoder()
        coder.dates = .unixSeconds
        coder.uuids = .blob
        let encoder = RowEncoder(coder: coder)
        let uuid = UUID()
        #expect(try encoder.encode(Date(timeIntervalSince1970: 5)) == ["value": 5])
        #expect(
            try encoder.encode(uuid) == [
                "value": .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
            ])
        #expect(try encoder.encode(Data([1, 2])) == ["value": .blob(Data([1, 2]))])
        #expect(try encoder.encode(Decimal(string: "1.5")) == ["value": "1.5"])
        #expect(try encoder.encode(SQLiteValue.blob(Data())) == ["value": .blob(Data())])
        #expect(try encoder.encode(UInt64.max) == ["value": .blob(Data(repeating: 0xFF, count: 8))])
    }

    @Test("A row is encoded unchanged, whatever the key strategy")
    func row() throws {
        var coder = SQLiteCoder()
        coder.keys = .custom { "x_\($0)" }
        let row: SQLiteRow = ["createdAt": 1, "b": 2]
        #expect(try RowEncoder(coder: coder).encode(row) == row)
        #expect(try coder.decode(SQLiteRow.self, from: row) == row)
        #expect(
            try connection.requiredRow(
                "SELECT :createdAt, :b", SQLParameters(row, coder: coder), coder: coder) == [1, 2])
    }

    @Test(
        "A dictionary keeps its keys with any key strategy", arguments: ["createdAt", "created_at"])
    func dictionary(column: String) throws {
        var coder = SQLiteCoder()
        coder.keys = .snakeCase
        #expect(try RowEncoder(coder: coder).encode([column: 1]) == [column: 1])
        #expect(
            try coder.decode([String: Int].self, from: [column: 1])
                == [column: 1])
        #expect(
            try connection.requiredRow(SQL(raw: "SELECT :\(column)"), [column: 1], coder: coder)
                == 1)
    }

    @Test("A row without columns cannot be decoded as a simple type")
    func noColumns() {
        #expect(throws: DecodingError.self) { try SQLiteCoder.default.decode(Int.self, from: [:]) }
        #expect(throws: DecodingError.self) { try SQLiteCoder.default.decode(Date.self, from: [:]) }
        #expect(throws: Never.self) { try SQLiteCoder.default.decode(Int?.self, from: [:]) }
        #expect(throws: Never.self) { try SQLiteCoder.default.decode([Int].self, from: [:]) }
    }

    private struct Cases: Codable, Equatable {
        var lower, upper: Int
        enum CodingKeys: String, CodingKey {
            case lower = "id"
            case upper = "ID"
        }
    }

    @Test("Columns that differ only in case are distinguished")
    func letterCase() throws {
        let row: SQLiteRow = ["ID": 1, "id": 2]
        #expect(try SQLiteCoder.default.decode(Cases.self, from: row) == Cases(lower: 2, upper: 1))
        #expect(
            try SQLiteCoder.default.decode([String: Int].self, from: row) == ["id": 2, "ID": 1])
        #expect(
            try SQLiteCoder.default.decode(Cases.self, from: ["Id": 3]) == Cases(lower: 3, upper: 3)
        )
    }

    private struct Pair: Codable, Equatable { var a, b: Int }

    @Test("An optional is decoded from the same columns as its wrapped type")
    func optional() throws {
        #expect(try connection.rows("SELECT 1 AS a, 2 AS b", as: Pair?.self) == [Pair(a: 1, b: 2)])
        #expect(try connection.rows("SELECT 1, 2", as: [Int]?.self) == [[1, 2]])
        #expect(try connection.rows("SELECT NULL, 2", as: Int?.self) == [nil])
    }

    private class Base: Codable {
        var id = 1
        init() {}
    }

    private final class Derived: Base {
        var name = "n"
        override init() { super.init() }

        private enum CodingKeys: String, CodingKey { case name }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try super.encode(to: container.superEncoder())
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            try super.init(from: container.superDecoder())
        }
    }

    @Test("A derived class includes the columns of its base class")
    func inheritance() throws {
        let value = Derived()
        (value.id, value.name) = (5, "five")
        let row = try RowEncoder().encode(value)
        #expect(row == ["name": "five", "id": 5])
        let back = try SQLiteCoder.default.decode(Derived.self, from: row)
        #expect(back.id == 5)
        #expect(back.name == "five")
    }

    private struct Manual: Encodable {
        var email: String?
        enum Keys: String, CodingKey { case email, note }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(email, forKey: .email)
            try container.encodeNil(forKey: .note)
        }
    }

    @Test("`omitsNil` omits nil values, however they are encoded")
    func omitting() throws {
        #expect(try RowEncoder(omitsNil: true).encode(Manual()).isEmpty)
        #expect(try RowEncoder(omitsNil: true).encode(["a": nil as Int?, "b": 1]) == ["b": 1])
        #expect(try RowEncoder().encode(Manual()) == ["email": nil, "note": nil])
    }

    private struct Piecewise: Codable, Equatable {
        var bigNumber = UInt64.max
        var precise = Decimal(string: "12345678901234567890.123456789")!
        enum Keys: String, CodingKey { case nestedPart, fullName }
        enum Inner: String, CodingKey { case bigNumber, precise }

        init() {}
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode("x", forKey: .fullName)
            var nested = container.nestedContainer(keyedBy: Inner.self, forKey: .nestedPart)
            try nested.encode(bigNumber, forKey: .bigNumber)
            try nested.encode(precise, forKey: .precise)
        }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            let nested = try container.nestedContainer(keyedBy: Inner.self, forKey: .nestedPart)
            bigNumber = try nested.decode(UInt64.self, forKey: .bigNumber)
            precise = try nested.decode(Decimal.self, forKey: .precise)
        }
    }

    @Test(
        "A nested container keeps every digit of its numbers",
        arguments: [false, true])
    func nestedContainer(snakeCase: Bool) throws {
        var coder = SQLiteCoder()
        if snakeCase {
            coder.jsonEncoder = {
                let encoder = JSONEncoder()
                encoder.keyEncodingStrategy = .convertToSnakeCase
                return encoder
            }
            coder.jsonDecoder = {
                let decoder = JSONDecoder()
                decoder.keyDecodingStrategy = .convertFromSnakeCase
                return decoder
            }
        }
        let row = try RowEncoder(coder: coder).encode(Piecewise())
        #expect(row.columns.names.sorted() == ["fullName", "nestedPart"])
        #expect(try coder.decode(from: row) == Piecewise())
    }
}

@Suite("The keys of a row")
struct RowKeysTests {
    private struct Members: Decodable {
        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { return nil }
        }

        let keys: [String]
        let values: [String: Int]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            keys = container.allKeys.map(\.stringValue)
            values = try Dictionary(
                uniqueKeysWithValues: container.allKeys.map {
                    ($0.stringValue, try container.decode(Int.self, forKey: $0))
                })
        }
    }

    @Test("A name that several columns have is one key, with the value of the first")
    func repeated() throws {
        let connection = try Connection(location: .inMemory)
        let sql: SQL =
            "SELECT 1 AS id, 2 AS a, 3 AS id, 4 AS A, 5 AS b UNION ALL SELECT 6, 7, 8, 9, 10"
        let rows = try connection.rows(sql, as: Members.self)
        #expect(rows.map(\.keys) == [["id", "a", "A", "b"], ["id", "a", "A", "b"]])
        #expect(rows.map { $0.values["id"] } == [1, 6] && rows[0].values["A"] == 4)
        #expect(try connection.rows(sql, as: [String: Int].self).map { $0["id"] } == [1, 6])
    }

    private struct Game: Codable, Equatable { var id: Int, name: String }

    private struct Map: Codable, Equatable { var id: Int, gameID: Int, name: String }

    @Test("A type that would mix columns of one name of two tables is an error that names them")
    func mixture() throws {
        let connection = try Connection(location: .inMemory)
        let sql: SQL = "SELECT 1 AS id, 'game' AS name, 7 AS id, 1 AS gameID, 'map' AS name"
        let error = try #require(throws: DecodingError.self) {
            try connection.rows(sql, as: Map.self)
        }
        #expect("\(error)".contains("several columns"))
        let cursor = try connection.cursor(sql, as: Map?.self)
        #expect(throws: DecodingError.self) { try cursor.next() }
        // The first columns are those of one table.
        #expect(try connection.rows(sql, as: Game.self) == [Game(id: 1, name: "game")])
        struct Part: Codable, Equatable { var gameID: Int }
        #expect(try connection.rows(sql, as: Part.self) == [Part(gameID: 1)])
        struct Lenient: Codable { var gameID: Int?, name: String? }
        #expect(throws: DecodingError.self) { try connection.rows(sql, as: Lenient.self) }
    }
}
