import DataLiteQuery

// The tables of the benchmarks, with handwritten conformances like those that `@Table` generates.

/// The name of a table of four values.
protocol TypedTableName: Sendable {
    static var definition: TableDefinition { get }
}

extension TypedTableName {
    fileprivate static func define(_ name: String) -> TableDefinition {
        TableDefinition(name) { columns in
            columns.add("x", Double.self)
            columns.add("y", Double.self)
            columns.add("text", String.self)
            columns.add("number", Int64.self)
        }
    }
}

/// The table that the scenarios read.
enum Narrow: TypedTableName { static let definition = define("narrow") }

/// The table that the scenarios write.
enum Target: TypedTableName { static let definition = define("target") }

/// A row of four values.
struct TypedRow<Name: TypedTableName>: DataLiteQuery.Table {
    var x: Double
    var y: Double
    var text: String
    var number: Int64

    var checksum: Double { x + y + Double(text.utf8.count) + Double(number) }

    static var tableDefinition: TableDefinition { Name.definition }

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
    }
}

extension TypedRow {
    init(row: inout RowReader) throws(SQLiteError) {
        x = try row.next()
        y = try row.next()
        text = try row.next()
        number = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(x)
        values.append(y)
        values.append(text)
        values.append(number)
    }
}

/// A row of the table that the scenarios read, with its key.
struct TypedEntry: PrimaryKeyedTable {
    let id: Int
    var x: Double
    var y: Double
    var text: String
    var number: Int64

    var primaryKey: Int { id }

    static let tableDefinition = TableDefinition("narrow") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("x", Double.self)
        columns.add("y", Double.self)
        columns.add("text", String.self)
        columns.add("number", Int64.self)
    }

    struct Columns: ColumnSet {
        typealias Model = TypedEntry
        typealias Output = TypedEntry

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int> { _source.column("id") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = TypedEntry
        typealias Output = TypedEntry?

        let _source: ColumnSource
    }

    struct Draft: TableDraft {
        typealias Model = TypedEntry

        var entry: TypedEntry

        func encode(to values: inout DraftValues) {
            values.append(Optional(entry.id))
            values.append(Optional(entry.x))
            values.append(Optional(entry.y))
            values.append(Optional(entry.text))
            values.append(Optional(entry.number))
        }
    }
}

extension TypedEntry {
    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        x = try row.next()
        y = try row.next()
        text = try row.next()
        number = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(x)
        values.append(y)
        values.append(text)
        values.append(number)
    }
}

extension TypedEntry.Draft {
    init(_ row: TypedEntry) { self.init(entry: row) }
}
