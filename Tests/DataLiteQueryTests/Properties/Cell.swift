import DataLiteQuery

/// Names of the tables of the property tests.
protocol CellName: Sendable {
    static var name: String { get }
}

enum One: CellName { static let name = "one" }
enum Two: CellName { static let name = "two" }
enum Three: CellName { static let name = "three" }

/// A table of several that have the same columns.
struct Cell<Name: CellName>: Hashable {
    let id: Int
    var a: Int?
    var b: Int?
}

extension Cell: PrimaryKeyedTable {
    static var tableDefinition: TableDefinition {
        TableDefinition(Name.name) { columns in
            columns.add("id", Int.self, primaryKey: true)
            columns.add("a", Int?.self)
            columns.add("b", Int?.self)
        }
    }

    var primaryKey: Int { id }

    init(row: inout RowReader) throws(SQLiteError) {
        self.id = try row.next()
        self.a = try row.next()
        self.b = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(a)
        values.append(b)
    }

    struct Columns: ColumnSet {
        typealias Model = Cell
        typealias Output = Cell

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int> { _source.column("id") }
        var a: SQLExpression<Int?> { _source.column("a") }
        var b: SQLExpression<Int?> { _source.column("b") }

        /// The columns as terms of random expressions.
        var terms: [SQLExpression<Int?>] { [id.optional(), a, b] }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Cell
        typealias Output = Cell?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int?> { _source.column("id") }
        var a: SQLExpression<Int?> { _source.column("a") }
        var b: SQLExpression<Int?> { _source.column("b") }

        var terms: [SQLExpression<Int?>] { [id, a, b] }
    }

    struct Draft: TableDraft {
        typealias Model = Cell

        var id: Int?
        var a: Int?
        var b: Int?

        init(_ row: Cell) {
            id = row.id
            a = row.a
            b = row.b
        }

        func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(a)
            values.append(b)
        }
    }

    /// The columns as the model has them.
    var cells: [Int?] { [id, a, b] }
}

extension Optional {
    /// The columns as the model has them; all `nil` for a row that an outer join has added.
    func cells<Name: CellName>() -> [Int?] where Wrapped == Cell<Name> {
        self?.cells ?? [nil, nil, nil]
    }
}
