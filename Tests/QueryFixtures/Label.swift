import DataLiteQuery

/// A small table whose definition has no defaults.
package struct Label: Hashable {
    package let id: Int
    package var name: String?

    package init(id: Int, name: String?) {
        (self.id, self.name) = (id, name)
    }
}

extension Label: PrimaryKeyedTable {
    package static let tableDefinition = TableDefinition("names") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("name", String?.self)
    }

    package var primaryKey: Int { id }

    package init(row: inout RowReader) throws(SQLiteError) {
        self.id = try row.next()
        self.name = try row.next()
    }

    package func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(name)
    }

    package struct Columns: ColumnSet {
        package typealias Model = Label
        package typealias Output = Label

        package let _source: ColumnSource

        package init(_source: ColumnSource) { self._source = _source }

        package init(id: some Selectable<Int>, name: some Selectable<String?>) {
            var fields = SelectedFields()
            fields.add("id", id)
            fields.add("name", name)
            _source = ColumnSource(Label.self, fields)
        }

        package var id: SQLExpression<Int> { _source.column("id") }
        package var name: SQLExpression<String?> { _source.column("name") }
    }

    package struct OuterColumns: ColumnSet {
        package typealias Model = Label
        package typealias Output = Label?

        package let _source: ColumnSource

        package init(_source: ColumnSource) { self._source = _source }

        package var id: SQLExpression<Int?> { _source.column("id") }
        package var name: SQLExpression<String?> { _source.column("name") }
    }

    package struct Draft: TableDraft {
        package typealias Model = Label

        package var id: Int?
        @DraftField() package var name: String?

        package init(id: Int? = nil, name: DraftArgument<String?> = .some(nil)) {
            if let id { self.id = id }
            _name.set(name)
        }

        package init(_ row: Label) {
            id = row.id
            name = row.name
        }

        package func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(_name)
        }
    }
}
