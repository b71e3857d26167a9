import DataLiteDatabase
import DataLiteQuery

/// A row of the table `items` of ``TestStorage/openWithItems(_:)``.
package struct Item: Hashable {
    package let id: Int
    package var name: String?

    package init(id: Int, name: String? = nil) {
        (self.id, self.name) = (id, name)
    }
}

extension Item: PrimaryKeyedTable {
    package static let tableDefinition = TableDefinition("items") { columns in
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
        package typealias Model = Item
        package typealias Output = Item

        package let _source: ColumnSource

        package init(_source: ColumnSource) { self._source = _source }

        package var id: SQLExpression<Int> { _source.column("id") }
        package var name: SQLExpression<String?> { _source.column("name") }
    }

    package struct OuterColumns: ColumnSet {
        package typealias Model = Item
        package typealias Output = Item?

        package let _source: ColumnSource

        package init(_source: ColumnSource) { self._source = _source }

        package var id: SQLExpression<Int?> { _source.column("id") }
        package var name: SQLExpression<String?> { _source.column("name") }
    }

    package struct Draft: TableDraft {
        package typealias Model = Item

        package var id: Int?
        @DraftField() package var name: String?

        package init(id: Int? = nil, name: DraftArgument<String?> = .some(nil)) {
            if let id { self.id = id }
            _name.set(name)
        }

        package init(_ row: Item) {
            id = row.id
            name = row.name
        }

        package func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(_name)
        }
    }
}
