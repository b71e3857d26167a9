import DataLiteQuery

/// A table whose default scope omits some of its rows.
struct Note: Hashable {
    let id: Int
    var text: String
    var parent: Int?
    var isDeleted: Bool

    /// Three notes. The second is deleted, and the others belong to the second and to the first.
    static func connection() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try createTable().execute(connection)
        try insert {
            Note(id: 1, text: "a", parent: nil, isDeleted: false)
            Note(id: 2, text: "b", parent: 1, isDeleted: true)
            Note(id: 3, text: "c", parent: 2, isDeleted: false)
        }.execute(connection)
        return connection
    }
}

extension Note: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("notes") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("text", String.self)
        columns.add("parent", Int?.self)
        columns.add("isDeleted", Bool.self)
    }

    static let all = Note.where { !$0.isDeleted }

    var primaryKey: Int { id }

    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        text = try row.next()
        parent = try row.next()
        isDeleted = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(text)
        values.append(parent)
        values.append(isDeleted)
    }

    struct Columns: ColumnSet {
        typealias Model = Note
        typealias Output = Note

        let _source: ColumnSource

        var id: SQLExpression<Int> { _source.column("id") }
        var text: SQLExpression<String> { _source.column("text") }
        var parent: SQLExpression<Int?> { _source.column("parent") }
        var isDeleted: SQLExpression<Bool> { _source.column("isDeleted") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Note
        typealias Output = Note?

        let _source: ColumnSource

        var id: SQLExpression<Int?> { _source.column("id") }
        var text: SQLExpression<String?> { _source.column("text") }
        var parent: SQLExpression<Int?> { _source.column("parent") }
        var isDeleted: SQLExpression<Bool?> { _source.column("isDeleted") }
    }

    struct Draft: TableDraft {
        typealias Model = Note

        var id: Int?
        var text: String?
        @DraftField() var parent: Int?
        var isDeleted: Bool?

        func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(text)
            values.append(_parent)
            values.append(isDeleted)
        }
    }
}

extension Note.Draft {
    init(_ row: Note) {
        self.init(
            id: row.id, text: row.text, parent: DraftField(wrappedValue: row.parent),
            isDeleted: row.isDeleted)
    }
}
