import DataLiteCoder
import DataLiteCore
import Testing

@Suite("Names of tables, columns and keys")
struct NameTests {
    private struct A: Codable { var a: Int }

    @Test("An insert uses the table with the exact name, not one that looks alike")
    func canonicalTable() throws {
        let connection = try Connection(location: .inMemory)
        let nfc = "caf\u{e9}", nfd = "cafe\u{301}"
        try connection.execute(sql: "CREATE TABLE \"\(nfc)\"(a); CREATE TABLE \"\(nfd)\"(a)")
        try connection.insert(A(a: 1), into: nfc)
        try connection.insert(A(a: 2), into: nfd)
        #expect(
            try connection.requiredValue(SQL(raw: "SELECT count(*) FROM \"\(nfd)\""), as: Int.self)
                == 1)
    }
    @Test("An insert uses the column with the exact name, not one that looks alike")
    func canonicalColumn() throws {
        let connection = try Connection(location: .inMemory)
        let nfc = "caf\u{e9}", nfd = "cafe\u{301}"
        try connection.execute(sql: "CREATE TABLE t(\"\(nfc)\", \"\(nfd)\")")
        try connection.insert([nfc: 1], into: "t")
        try connection.insert([nfd: 2], into: "t")
        #expect(
            try connection.requiredValue(SQL(raw: "SELECT count(\"\(nfd)\") FROM t"), as: Int.self)
                == 1)
    }
    @Test("Decoding uses the column with the exact name, not one that looks alike")
    func canonicalColumnRead() throws {
        let connection = try Connection(location: .inMemory)
        let nfc = "caf\u{e9}", nfd = "cafe\u{301}"
        let sql = "SELECT 1 AS \"\(nfc)\", 2 AS \"\(nfd)\""
        struct K: CodingKey {
            var stringValue: String; var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        struct R: Decodable {
            var v: Int
            init(from decoder: any Decoder) throws {
                v = try decoder.container(keyedBy: K.self).decode(
                    Int.self, forKey: K(stringValue: "cafe\u{301}"))
            }
        }
        #expect(try connection.requiredRow(SQL(raw: sql), as: R.self).v == 2)
    }

    struct Mixed: Encodable {
        enum CodingKeys: CodingKey { case firstName, other }
        var dictionary: [String: Int]?
        func encode(to encoder: any Encoder) throws {
            if let dictionary {
                var single = encoder.singleValueContainer()
                try single.encode(dictionary)
            }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("x", forKey: .firstName)
        }
    }
    var snake: SQLiteCoder { var c = SQLiteCoder(); c.keys = .snakeCase; return c }
    @Test("The key strategy changes all keys except dictionary keys")
    func namesAfterDictionaryOnce() throws {
        let row = try RowEncoder(coder: snake).encode(Mixed(dictionary: ["d": 1]))
        #expect(row.map(\.column) == ["d", "first_name"])
    }
    @Test("The key strategy still applies in the run after a dictionary")
    func namesAfterDictionaryReuse() throws {
        let connection = try Connection(location: .inMemory)
        let coder = snake
        let sql = "SELECT :first_name, :firstName, :d"
        var c2 = coder; c2.parameterPolicy.missing = .null
        let first = try connection.requiredRow(
            SQL(raw: sql), SQLParameters(Mixed(dictionary: ["d": 1]), coder: c2),
            as: [SQLiteValue].self, coder: c2)
        let second = try connection.requiredRow(
            SQL(raw: sql), SQLParameters(Mixed(), coder: c2), as: [SQLiteValue].self, coder: c2)
        #expect(first == ["x", .null, 1])
        #expect(second == ["x", .null, .null])
    }
}
