import DataLiteCoder
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A key that is encoded twice")
struct RepeatedKeyTests {
    enum Keys: String, CodingKey { case a, b, c }

    /// Encodes keys in an order, each with its position as value.
    private struct Sequence: Encodable {
        let keys: [Keys]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            for (position, key) in keys.enumerated() {
                try container.encode(position, forKey: key)
            }
        }
    }

    private static let orders: [[Keys]] = [
        [.a, .a], [.a, .b, .a], [.a, .b, .a, .c], [.b, .a, .b, .a, .b], [.c, .c, .a, .a, .c],
    ]

    /// The values that a `JSONEncoder` writes.
    private func expected(_ keys: [Keys]) throws -> [String: Int] {
        try JSONDecoder().decode(
            [String: Int].self, from: JSONEncoder().encode(Sequence(keys: keys)))
    }

    @Test("A repeated key has its last value, as in JSON", arguments: orders)
    func last(keys: [Keys]) throws {
        let row = try RowEncoder().encode(Sequence(keys: keys))
        #expect(try SQLiteCoder.default.decode([String: Int].self, from: row) == expected(keys))
        #expect(Set(row.columns.names).count == row.count)
    }

    @Test("A repeated key has its last value in each of many rows")
    func many() throws {
        let connection = try Connection.inMemory("CREATE TABLE t(a, b, c)")
        let values = (Self.orders + Self.orders).map(Sequence.init)
        try connection.insert(contentsOf: values, into: "t")
        let rows = try connection.rows(
            "SELECT a, b, c FROM t ORDER BY rowid", as: [String: Int?].self)
        #expect(
            try rows.map { $0.compactMapValues(\.self) } == values.map { try expected($0.keys) })
    }

    @Test("A repeated key has its last value as a parameter")
    func parameter() throws {
        let connection = try Connection(location: .inMemory)
        let value = Sequence(keys: [.a, .b, .a])
        for _ in 0..<2 {
            #expect(try connection.requiredRow("SELECT :a, :b", SQLParameters(value)) == [2, 1])
        }
    }

    @Test("Two keys that become one column are an error")
    func sameColumn() throws {
        struct Names: Encodable {
            enum CodingKeys: String, CodingKey { case aB, lower = "a_b", other }
            var aB = 1
            var lower = 2
            var other = 3
        }
        var coder = SQLiteCoder()
        coder.keys = .snakeCase
        let error = #expect(throws: EncodingError.self) {
            try RowEncoder(coder: coder).encode(Names())
        }
        guard case .invalidValue(_, let context) = error else { return }
        #expect(context.debugDescription.contains("two keys of a type become the column \"a_b\""))
        #expect(try RowEncoder().encode(Names()).count == 3)
    }
}
