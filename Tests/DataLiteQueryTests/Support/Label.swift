import DataLiteQuery

/// A small table whose definition has no defaults.
struct Label: Hashable {
    let id: Int
    var name: String?
}

extension Label: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("names") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("name", String?.self)
    }

    var primaryKey: Int { id }

    init(row: inout RowColumns) throws(SQLiteError) {
        self.id = try row.next()
        self.name = try row.next()
    }

    func encode(to values: inout RowValues) {
        values.append(id)
        values.append(name)
    }

    struct Columns: ColumnSet {
        typealias Model = Label
        typealias Output = Label

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        init(id: some Selectable<Int>, name: some Selectable<String?>) {
            var fields = SelectedFields()
            fields.add("id", id)
            fields.add("name", name)
            _source = ColumnSource(Label.self, fields)
        }

        var id: SQLExpression<Int> { _source.column("id") }
        var name: SQLExpression<String?> { _source.column("name") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Label
        typealias Output = Label?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int?> { _source.column("id") }
        var name: SQLExpression<String?> { _source.column("name") }
    }

    struct Draft: TableDraft {
        typealias Model = Label

        var id: Int?
        @DraftField() var name: String?

        init(id: Int? = nil, name: DraftArgument<String?> = .some(nil)) {
            if let id { self.id = id }
            _name.set(name)
        }

        init(_ row: Label) {
            id = row.id
            name = row.name
        }

        func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(_name)
        }
    }
}
