import DataLiteQuery

/// A table with numbers of several sizes.
struct Gauge: Equatable {
    let id: Int
    var small: Int32
    var tiny: Int16
    var byte: UInt8
    var half: Float
    var big: Int64
    var level: Int32?
    var rating: Int?
    var discount: Double?
}

extension Gauge: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("gauges") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("small", Int32.self)
        columns.add("tiny", Int16.self)
        columns.add("byte", UInt8.self)
        columns.add("half", Float.self)
        columns.add("big", Int64.self)
        columns.add("level", Int32?.self)
        columns.add("rating", Int?.self)
        columns.add("discount", Double?.self)
    }

    var primaryKey: Int { id }

    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        small = try row.next()
        tiny = try row.next()
        byte = try row.next()
        half = try row.next()
        big = try row.next()
        level = try row.next()
        rating = try row.next()
        discount = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(small)
        values.append(tiny)
        values.append(byte)
        values.append(half)
        values.append(big)
        values.append(level)
        values.append(rating)
        values.append(discount)
    }

    struct Columns: ColumnSet {
        typealias Model = Gauge
        typealias Output = Gauge

        let _source: ColumnSource

        var id: SQLExpression<Int> { _source.column("id") }
        var small: SQLExpression<Int32> { _source.column("small") }
        var tiny: SQLExpression<Int16> { _source.column("tiny") }
        var byte: SQLExpression<UInt8> { _source.column("byte") }
        var half: SQLExpression<Float> { _source.column("half") }
        var big: SQLExpression<Int64> { _source.column("big") }
        var level: SQLExpression<Int32?> { _source.column("level") }
        var rating: SQLExpression<Int?> { _source.column("rating") }
        var discount: SQLExpression<Double?> { _source.column("discount") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Gauge
        typealias Output = Gauge?

        let _source: ColumnSource
    }

    struct Draft: TableDraft {
        typealias Model = Gauge

        var id: Int?

        func encode(to values: inout DraftValues) { values.append(id) }
    }
}

extension Gauge.Draft {
    init(_ row: Gauge) { self.init(id: row.id) }
}
