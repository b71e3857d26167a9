import DataLiteQuery
import Foundation

/// A table with numbers that SQLite's own numbers cannot hold.
struct Price: Equatable {
    let id: Int
    var hash: UInt64
    var mask: Mask
    var amount: Decimal
    var discount: Decimal?
    var cents: Cents
    var previous: UInt?

    /// A raw value that is a large integer.
    struct Mask: RawRepresentable, SQLiteRepresentable, Equatable {
        var rawValue: UInt64
    }

    /// An amount in a form that has an order.
    struct Cents: ColumnRepresentation, ColumnTyped, Equatable {
        var value: Decimal

        init(_ value: Decimal) { self.value = value }

        init?(_ sqliteValue: SQLiteValue) {
            guard let cents = Int(sqliteValue) else { return nil }
            value = Decimal(cents) / 100
        }

        static var columnType: ColumnType { .integer }
        var sqliteValue: SQLiteValue { .int(NSDecimalNumber(decimal: value * 100).int64Value) }
    }
}

extension Price: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("prices") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("hash", UInt64.self, unique: true)
        columns.add("mask", Mask.self)
        columns.add("amount", Decimal.self)
        columns.add("discount", Decimal?.self)
        columns.add("cents", Cents.self)
        columns.add("previous", UInt?.self)
    }

    var primaryKey: Int { id }

    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        hash = try row.next()
        mask = try row.next()
        amount = try row.next()
        discount = try row.next()
        cents = try row.next()
        previous = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(hash)
        values.append(mask)
        values.append(amount)
        values.append(discount)
        values.append(cents)
        values.append(previous)
    }

    struct Columns: ColumnSet {
        typealias Model = Price
        typealias Output = Price

        let _source: ColumnSource

        var id: SQLExpression<Int> { _source.column("id") }
        var hash: SQLExpression<UInt64> { _source.column("hash") }
        var mask: SQLExpression<Mask> { _source.column("mask") }
        var amount: SQLExpression<Decimal> { _source.column("amount") }
        var discount: SQLExpression<Decimal?> { _source.column("discount") }
        var cents: SQLExpression<Cents> { _source.column("cents") }
        var previous: SQLExpression<UInt?> { _source.column("previous") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Price
        typealias Output = Price?

        let _source: ColumnSource
    }

    struct Draft: TableDraft {
        typealias Model = Price

        var id: Int?

        func encode(to values: inout DraftValues) { values.append(id) }
    }
}

extension Price.Draft {
    init(_ row: Price) { self.init(id: row.id) }
}
