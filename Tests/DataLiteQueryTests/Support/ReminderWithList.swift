import DataLiteQuery
import Foundation

/// The rows of a view.
struct ReminderWithList: Hashable {
    let id: Int
    let title: String
    let list: String
}

extension ReminderWithList: Table {
    static let tableDefinition = TableDefinition("reminderWithLists") { columns in
        columns.add("id", Int.self)
        columns.add("title", String.self)
        columns.add("list", String.self)
    }

    init(row: inout RowReader) throws(SQLiteError) {
        self.id = try row.next()
        self.title = try row.next()
        self.list = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(title)
        values.append(list)
    }

    struct Columns: ColumnSet {
        typealias Model = ReminderWithList
        typealias Output = ReminderWithList

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        init(
            id: some Selectable<Int>, title: some Selectable<String>, list: some Selectable<String>
        ) {
            var fields = SelectedFields()
            fields.add("id", id)
            fields.add("title", title)
            fields.add("list", list)
            _source = ColumnSource(ReminderWithList.self, fields)
        }

        var id: SQLExpression<Int> { _source.column("id") }
        var title: SQLExpression<String> { _source.column("title") }
        var list: SQLExpression<String> { _source.column("list") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = ReminderWithList
        typealias Output = ReminderWithList?

        let _source: ColumnSource
    }
}
