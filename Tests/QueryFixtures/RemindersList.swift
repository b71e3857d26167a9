import DataLiteQuery
import Foundation

// These tables are written by hand: they are what `@Table` and `@Selection` expand to.

package struct Timestamps: Hashable {
    package let createdAt: Date
    package let updatedAt: Date?

    package init(createdAt: Date, updatedAt: Date?) {
        (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
    }
}

extension Timestamps: Selection {
    package static let columnDefinitions = ColumnDefinitions { columns in
        columns.add("createdAt", Date.self)
        columns.add("updatedAt", Date?.self)
    }

    package init(row: inout RowReader) throws(SQLiteError) {
        self.createdAt = try row.next()
        self.updatedAt = try row.next()
    }

    package func encode(to values: inout RowWriter) {
        values.append(createdAt)
        values.append(updatedAt)
    }

    package struct Columns: ColumnSet {
        package typealias Model = Timestamps
        package typealias Output = Timestamps

        package let _source: ColumnSource

        package init(_source: ColumnSource) { self._source = _source }

        package init(createdAt: some Selectable<Date>, updatedAt: some Selectable<Date?>) {
            var fields = SelectedFields()
            fields.add("createdAt", createdAt)
            fields.add("updatedAt", updatedAt)
            _source = ColumnSource(Timestamps.self, fields)
        }

        package var createdAt: SQLExpression<Date> { _source.column("createdAt") }
        package var updatedAt: SQLExpression<Date?> { _source.column("updatedAt") }
    }
}

package struct RemindersList: Identifiable, Hashable {
    package let id: UUID
    package var title = ""
    package let timestamps: Timestamps

    package init(id: UUID, title: String = "", timestamps: Timestamps) {
        (self.id, self.title, self.timestamps) = (id, title, timestamps)
    }
}

extension RemindersList: PrimaryKeyedTable {
    package static let tableDefinition = TableDefinition("remindersLists") { columns in
        columns.add("id", UUID.self, primaryKey: true)
        columns.add("title", String.self, default: "")
        columns.add("timestamps", Timestamps.self)
    }

    package var primaryKey: UUID { id }

    package init(row: inout RowReader) throws(SQLiteError) {
        self.id = try row.next()
        self.title = try row.next()
        self.timestamps = try row.next()
    }

    package func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(title)
        values.append(timestamps)
    }

    package struct Columns: ColumnSet {
        package typealias Model = RemindersList
        package typealias Output = RemindersList

        package let _source: ColumnSource

        package init(_source: ColumnSource) { self._source = _source }

        package var id: SQLExpression<UUID> { _source.column("id") }
        package var title: SQLExpression<String> { _source.column("title") }
        package var timestamps: SQLExpression<Timestamps> { _source.column("timestamps") }
    }

    package struct OuterColumns: ColumnSet {
        package typealias Model = RemindersList
        package typealias Output = RemindersList?

        package let _source: ColumnSource

        package init(_source: ColumnSource) { self._source = _source }

        package var id: SQLExpression<UUID?> { _source.column("id") }
        package var title: SQLExpression<String?> { _source.column("title") }
        package var timestamps: SQLExpression<Timestamps?> { _source.column("timestamps") }
    }

    package struct Draft: TableDraft {
        package typealias Model = RemindersList

        package var id: UUID?
        @DraftField package var title: String = ""
        package var timestamps: Timestamps?

        package init(id: UUID? = nil, title: String? = nil, timestamps: Timestamps? = nil) {
            if let id { self.id = id }
            if let title { self.title = title }
            if let timestamps { self.timestamps = timestamps }
        }

        package init(_ row: RemindersList) {
            id = row.id
            title = row.title
            timestamps = row.timestamps
        }

        package func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(_title)
            values.append(timestamps)
        }
    }
}
