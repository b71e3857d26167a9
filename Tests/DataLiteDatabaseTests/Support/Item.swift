import DataLiteDatabase

/// A row of the table `items` of ``TestStorage/openWithItems(_:)``.
struct Item: Hashable {
    let id: Int
    var name: String?
}

extension Item: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("items") { columns in
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
        typealias Model = Item
        typealias Output = Item

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int> { _source.column("id") }
        var name: SQLExpression<String?> { _source.column("name") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Item
        typealias Output = Item?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int?> { _source.column("id") }
        var name: SQLExpression<String?> { _source.column("name") }
    }

    struct Draft: TableDraft {
        typealias Model = Item

        var id: Int?
        @DraftField() var name: String?

        init(id: Int? = nil, name: DraftArgument<String?> = .some(nil)) {
            if let id { self.id = id }
            _name.set(name)
        }

        init(_ row: Item) {
            id = row.id
            name = row.name
        }

        func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(_name)
        }
    }
}

/// How many items there are, and their names.
struct Summary: FetchRequest {
    struct Value: Sendable, Equatable {
        var count = 0
        var names: [String?] = []
    }

    func fetch(_ db: any ConnectionProtocol) throws -> Value {
        try Value(
            count: Item.count().fetchOne(db) ?? 0,
            names: Item.order(by: \.id).select(\.name).fetchAll(db))
    }
}

/// Items by name; `nil` makes the fetch fail.
struct Search: FetchRequest {
    var text: String?

    func fetch(_ db: any ConnectionProtocol) throws -> [Item] {
        guard let text else { throw Refused() }
        return try Item.where { $0.name == text }.order(by: \.id).fetchAll(db)
    }
}
