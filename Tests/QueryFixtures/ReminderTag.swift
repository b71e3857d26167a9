import DataLiteQuery

/// A table without a primary key: it has no draft, and rows are not found by key.
package struct ReminderTag: Hashable {
    package let reminderID: Int
    package let tagID: Int

    package init(reminderID: Int, tagID: Int) {
        (self.reminderID, self.tagID) = (reminderID, tagID)
    }
}

extension ReminderTag: Table {
    package static let tableDefinition = TableDefinition("reminderTags") { columns in
        columns.add("reminderID", Int.self)
        columns.add("tagID", Int.self)
    }

    package init(row: inout RowReader) throws(SQLiteError) {
        self.reminderID = try row.next()
        self.tagID = try row.next()
    }

    package func encode(to values: inout RowWriter) {
        values.append(reminderID)
        values.append(tagID)
    }

    package struct Columns: ColumnSet {
        package typealias Model = ReminderTag
        package typealias Output = ReminderTag

        package let _source: ColumnSource

        package init(_source: ColumnSource) { self._source = _source }

        package var reminderID: SQLExpression<Int> { _source.column("reminderID") }
        package var tagID: SQLExpression<Int> { _source.column("tagID") }
    }

    package struct OuterColumns: ColumnSet {
        package typealias Model = ReminderTag
        package typealias Output = ReminderTag?

        package let _source: ColumnSource

        package init(_source: ColumnSource) { self._source = _source }

        package var reminderID: SQLExpression<Int?> { _source.column("reminderID") }
        package var tagID: SQLExpression<Int?> { _source.column("tagID") }
    }
}
