import DataLiteQuery

/// A table in another schema, whose primary key is not named `id`.
struct Person: Hashable {
    let email: String
    var name: String
}

extension Person: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("people", schema: "archive") { columns in
        columns.add("email", String.self, primaryKey: true)
        columns.add("name", String.self)
    }

    var primaryKey: String { email }

    init(row: inout RowReader) throws(SQLiteError) {
        self.email = try row.next()
        self.name = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(email)
        values.append(name)
    }

    struct Columns: ColumnSet {
        typealias Model = Person
        typealias Output = Person

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var email: SQLExpression<String> { _source.column("email") }
        var name: SQLExpression<String> { _source.column("name") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Person
        typealias Output = Person?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var email: SQLExpression<String?> { _source.column("email") }
        var name: SQLExpression<String?> { _source.column("name") }
    }

    struct Draft: TableDraft {
        typealias Model = Person

        var email: String?
        var name: String?

        init(email: String? = nil, name: String? = nil) {
            if let email { self.email = email }
            if let name { self.name = name }
        }

        init(_ row: Person) {
            email = row.email
            name = row.name
        }

        func encode(to values: inout DraftValues) {
            values.append(email)
            values.append(name)
        }
    }
}
