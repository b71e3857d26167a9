import DataLite

/// A row of the table `items`.
struct Item: Hashable {
    let id: Int
    var name: String
}

extension Item: Table {
    static let tableDefinition = TableDefinition("items") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("name", String.self)
    }

    init(row: inout RowColumns) throws(SQLiteError) {
        self.id = try row.next()
        self.name = try row.next()
    }

    func encode(to values: inout RowValues) {
        values.append(id)
        values.append(name)
    }

    struct Columns: ColumnSet {
        typealias Model = Item
        typealias Output = Item

        let _source: ColumnSource
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Item
        typealias Output = Item?

        let _source: ColumnSource
    }
}
