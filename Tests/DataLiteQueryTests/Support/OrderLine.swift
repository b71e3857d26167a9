import DataLiteQuery

/// A table with columns that SQLite computes.
struct OrderLine: Hashable {
    let id: Int
    let total: Double
    var price: Double
    let label: String
    var count: Int
}

extension OrderLine: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("orderLines") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("total", Double.self, generated: "price * count", storage: .stored)
        columns.add("price", Double.self)
        columns.add("label", String.self, generated: "printf('%d x', count)")
        columns.add("count", Int.self, default: 1)
    }

    var primaryKey: Int { id }

    init(row: inout RowReader) throws(SQLiteError) {
        self.id = try row.next()
        self.total = try row.next()
        self.price = try row.next()
        self.label = try row.next()
        self.count = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(total)
        values.append(price)
        values.append(label)
        values.append(count)
    }

    struct Columns: ColumnSet {
        typealias Model = OrderLine
        typealias Output = OrderLine

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int> { _source.column("id") }
        var total: SQLExpression<Double> { _source.column("total") }
        var price: SQLExpression<Double> { _source.column("price") }
        var label: SQLExpression<String> { _source.column("label") }
        var count: SQLExpression<Int> { _source.column("count") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = OrderLine
        typealias Output = OrderLine?

        let _source: ColumnSource
    }

    struct Draft: TableDraft {
        typealias Model = OrderLine

        var id: Int?
        var total: Double?
        var price: Double?
        var label: String?
        @DraftField var count: Int = 1

        init(id: Int? = nil, price: Double? = nil, count: Int? = nil) {
            if let id { self.id = id }
            if let price { self.price = price }
            if let count { self.count = count }
        }

        init(_ row: OrderLine) {
            id = row.id
            total = row.total
            price = row.price
            label = row.label
            count = row.count
        }

        func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(total)
            values.append(price)
            values.append(label)
            values.append(_count)
        }
    }
}
