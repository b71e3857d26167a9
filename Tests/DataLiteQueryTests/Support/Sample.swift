import DataLiteQuery

/// A table of one nullable column without affinity, whose drafts call a closure when they are encoded.
struct Sample: Hashable {
    let id: Int
    var value: SQLiteValue
}

extension Sample: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("samples") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("value", SQLiteValue.self)
    }

    var primaryKey: Int { id }

    init(row: inout RowReader) throws(SQLiteError) {
        self.id = try row.next()
        self.value = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(value)
    }

    struct Columns: ColumnSet {
        typealias Model = Sample
        typealias Output = Sample

        let _source: ColumnSource

        var id: SQLExpression<Int> { _source.column("id") }
        var value: SQLExpression<SQLiteValue> { _source.column("value") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Sample
        typealias Output = Sample?

        let _source: ColumnSource
    }

    struct Draft: TableDraft {
        typealias Model = Sample

        var id: Int?
        var value: SQLiteValue?
        var whenEncoded: (@Sendable (inout DraftValues) -> Void)?

        func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(value)
            whenEncoded?(&values)
        }
    }
}

extension Sample.Draft {
    init(_ row: Sample) { self.init(id: row.id, value: row.value) }
}
