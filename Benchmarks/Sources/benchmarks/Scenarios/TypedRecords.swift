import DataLiteQuery

// The tables of the benchmarks, conformed to by hand, as `@Table` does.

/// A row of the table `narrow`, without its key.
struct TypedRow: DataLiteQuery.Table {
    var x: Double
    var y: Double
    var text: String
    var number: Int64

    var checksum: Double { x + y + Double(text.utf8.count) + Double(number) }

    static let tableDefinition = TableDefinition("narrow") { columns in
        columns.add("x", Double.self)
        columns.add("y", Double.self)
        columns.add("text", String.self)
        columns.add("number", Int64.self)
    }

    init(row: inout RowColumns) throws(SQLiteError) {
        x = try row.next()
        y = try row.next()
        text = try row.next()
        number = try row.next()
    }

    func encode(to values: inout RowValues) {
        values.append(x)
        values.append(y)
        values.append(text)
        values.append(number)
    }
}

/// A row of the table `narrow` with its key.
struct TypedEntry: PrimaryKeyedTable {
    let id: Int
    var x: Double
    var y: Double
    var text: String
    var number: Int64

    static let tableDefinition = TableDefinition("narrow") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("x", Double.self)
        columns.add("y", Double.self)
        columns.add("text", String.self)
        columns.add("number", Int64.self)
    }

    var primaryKey: Int { id }

    init(row: inout RowColumns) throws(SQLiteError) {
        id = try row.next()
        x = try row.next()
        y = try row.next()
        text = try row.next()
        number = try row.next()
    }

    func encode(to values: inout RowValues) {
        values.append(id)
        values.append(x)
        values.append(y)
        values.append(text)
        values.append(number)
    }
}

/// A row of the table `target` that is inserted.
struct TypedTarget: PrimaryKeyedTable {
    let rowid: Int
    var x: Double
    var y: Double
    var text: String
    var number: Int64

    static let tableDefinition = TableDefinition("target") { columns in
        columns.add("rowid", Int.self, primaryKey: true)
        columns.add("x", Double.self)
        columns.add("y", Double.self)
        columns.add("text", String.self)
        columns.add("number", Int64.self)
    }

    var primaryKey: Int { rowid }

    init(row: inout RowColumns) throws(SQLiteError) {
        rowid = try row.next()
        x = try row.next()
        y = try row.next()
        text = try row.next()
        number = try row.next()
    }

    func encode(to values: inout RowValues) {
        values.append(rowid)
        values.append(x)
        values.append(y)
        values.append(text)
        values.append(number)
    }
}

extension TypedRow {
    struct Columns: ColumnSet {
        typealias Model = TypedRow
        typealias Output = TypedRow

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var x: SQLExpression<Double> { _source.column("x") }
        var y: SQLExpression<Double> { _source.column("y") }
        var text: SQLExpression<String> { _source.column("text") }
        var number: SQLExpression<Int64> { _source.column("number") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = TypedRow
        typealias Output = TypedRow?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var x: SQLExpression<Double?> { _source.column("x") }
        var y: SQLExpression<Double?> { _source.column("y") }
        var text: SQLExpression<String?> { _source.column("text") }
        var number: SQLExpression<Int64?> { _source.column("number") }
    }
}

extension TypedEntry {
    struct Columns: ColumnSet {
        typealias Model = TypedEntry
        typealias Output = TypedEntry

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int> { _source.column("id") }
        var x: SQLExpression<Double> { _source.column("x") }
        var y: SQLExpression<Double> { _source.column("y") }
        var text: SQLExpression<String> { _source.column("text") }
        var number: SQLExpression<Int64> { _source.column("number") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = TypedEntry
        typealias Output = TypedEntry?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int?> { _source.column("id") }
        var x: SQLExpression<Double?> { _source.column("x") }
        var y: SQLExpression<Double?> { _source.column("y") }
        var text: SQLExpression<String?> { _source.column("text") }
        var number: SQLExpression<Int64?> { _source.column("number") }
    }
}

extension TypedTarget {
    struct Columns: ColumnSet {
        typealias Model = TypedTarget
        typealias Output = TypedTarget

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var x: SQLExpression<Double> { _source.column("x") }
        var y: SQLExpression<Double> { _source.column("y") }
        var text: SQLExpression<String> { _source.column("text") }
        var number: SQLExpression<Int64> { _source.column("number") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = TypedTarget
        typealias Output = TypedTarget?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var x: SQLExpression<Double?> { _source.column("x") }
        var y: SQLExpression<Double?> { _source.column("y") }
        var text: SQLExpression<String?> { _source.column("text") }
        var number: SQLExpression<Int64?> { _source.column("number") }
    }
}

extension TypedEntry {
    struct Draft: TableDraft {
        typealias Model = TypedEntry

        var id: Int?
        var x: Double
        var y: Double
        var text: String
        var number: Int64

        func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(Optional(x))
            values.append(Optional(y))
            values.append(Optional(text))
            values.append(Optional(number))
        }
    }
}

extension TypedTarget {
    struct Draft: TableDraft {
        typealias Model = TypedTarget

        var rowid: Int?
        var x: Double
        var y: Double
        var text: String
        var number: Int64

        func encode(to values: inout DraftValues) {
            values.append(rowid)
            values.append(Optional(x))
            values.append(Optional(y))
            values.append(Optional(text))
            values.append(Optional(number))
        }
    }
}
