import DataLiteQuery

/// A table without a primary key: it has no draft, and rows are not found by key.
struct ReminderTag: Hashable {
    let reminderID: Int
    let tagID: Int
}

extension ReminderTag: Table {
    static let tableDefinition = TableDefinition("reminderTags") { columns in
        columns.add("reminderID", Int.self)
        columns.add("tagID", Int.self)
    }

    init(row: inout RowColumns) throws(SQLiteError) {
        self.reminderID = try row.next()
        self.tagID = try row.next()
    }

    func encode(to values: inout RowValues) {
        values.append(reminderID)
        values.append(tagID)
    }

    struct Columns: ColumnSet {
        typealias Model = ReminderTag
        typealias Output = ReminderTag

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var reminderID: SQLExpression<Int> { _source.column("reminderID") }
        var tagID: SQLExpression<Int> { _source.column("tagID") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = ReminderTag
        typealias Output = ReminderTag?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var reminderID: SQLExpression<Int?> { _source.column("reminderID") }
        var tagID: SQLExpression<Int?> { _source.column("tagID") }
    }
}
