import DataLiteCoder
import DataLiteCore
import Testing

@Suite("A type with its own form")
struct CustomFormTests {
    /// Codable as an object, and a single string in SQL.
    private struct Money: Codable, Equatable, SQLiteRepresentable {
        var amount: Int
        var currency: String

        init(_ amount: Int, _ currency: String) {
            (self.amount, self.currency) = (amount, currency)
        }

        var sqliteValue: SQLiteValue { .text("\(amount) \(currency)") }
        var sqliteLiteral: String { sqliteValue.sqliteLiteral }

        init?(_ value: SQLiteValue) {
            guard case .text(let text) = value else { return nil }
            let parts = text.split(separator: " ").map(String.init)
            guard parts.count == 2, let amount = Int(parts[0]) else { return nil }
            self.init(amount, parts[1])
        }
    }

    private struct Order: Codable, Equatable {
        var id: Int
        var total: Money
        var discount: Money?
    }

    private let orders = [
        Order(id: 1, total: Money(5, "EUR"), discount: nil),
        Order(id: 2, total: Money(7, "CHF"), discount: Money(1, "CHF")),
    ]

    @Test("A representable type uses its own form even if it is Codable")
    func representable() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(sql: "CREATE TABLE orders(id, total, discount)")
        try connection.insert(contentsOf: orders, into: "orders")
        #expect(
            try connection.rows("SELECT total FROM orders", as: String.self) == ["5 EUR", "7 CHF"])
        #expect(try connection.rows("SELECT * FROM orders", as: Order.self) == orders)
        #expect(
            try connection.requiredRow("SELECT ?", SQLParameters(Money(3, "USD")), as: Money.self)
                == Money(3, "USD"))
    }

    @Test("A text that cannot be converted throws an error with the column name")
    func refused() throws {
        let connection = try Connection(location: .inMemory)
        do {
            _ = try connection.rows("SELECT 1 AS id, 'x' AS total", as: Order.self)
            Issue.record("nothing was thrown")
        } catch DecodingError.typeMismatch(_, let context) {
            #expect(context.debugDescription.hasPrefix("column \"total\" of row 1: expected Money"))
        }
    }

    /// Reads columns of several types, in order.
    private struct Triple: Decodable, Equatable {
        var id: Int
        var name: String?
        var rest: [Int]

        init(id: Int, name: String?, rest: [Int]) {
            (self.id, self.name, self.rest) = (id, name, rest)
        }

        init(from decoder: any Decoder) throws {
            var columns = try decoder.unkeyedContainer()
            id = try columns.decode(Int.self)
            name = try columns.decodeIfPresent(String.self)
            rest = try columns.decode([Int].self)
            #expect(columns.isAtEnd)
        }
    }

    @Test("A type can read the columns in order, like a tuple")
    func tuple() throws {
        let connection = try Connection(location: .inMemory)
        #expect(
            try connection.rows("VALUES (1, 'a', '[1,2]'), (2, NULL, '[]')", as: Triple.self) == [
                Triple(id: 1, name: "a", rest: [1, 2]), Triple(id: 2, name: nil, rest: []),
            ])
        #expect(throws: DecodingError.self) {
            try connection.rows("SELECT 1, 'a'", as: Triple.self)
        }
    }
}
