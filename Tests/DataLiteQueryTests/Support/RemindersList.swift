import DataLiteQuery
import Foundation

// The tables of the tests are written by hand: what `@Table` and `@Selection` expand to.

struct Timestamps: Hashable {
    let createdAt: Date
    let updatedAt: Date?
}

extension Timestamps: Selection {
    static let columnDefinitions = ColumnDefinitions { columns in
        columns.add("createdAt", Date.self)
        columns.add("updatedAt", Date?.self)
    }

    init(row: inout RowColumns) throws(SQLiteError) {
        self.createdAt = try row.next()
        self.updatedAt = try row.next()
    }

    func encode(to values: inout RowValues) {
        values.append(createdAt)
        values.append(updatedAt)
    }

    struct Columns: ColumnSet {
        typealias Model = Timestamps
        typealias Output = Timestamps

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        init(createdAt: some Selectable<Date>, updatedAt: some Selectable<Date?>) {
            var fields = SelectedFields()
            fields.add("createdAt", createdAt)
            fields.add("updatedAt", updatedAt)
            _source = ColumnSource(Timestamps.self, fields)
        }

        var createdAt: SQLExpression<Date> { _source.column("createdAt") }
        var updatedAt: SQLExpression<Date?> { _source.column("updatedAt") }
    }
}

struct RemindersList: Identifiable, Hashable {
    let id: UUID
    var title = ""
    let timestamps: Timestamps
}

extension RemindersList: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("remindersLists") { columns in
        columns.add("id", UUID.self, primaryKey: true)
        columns.add("title", String.self, default: "")
        columns.add("timestamps", Timestamps.self)
    }

    var primaryKey: UUID { id }

    init(row: inout RowColumns) throws(SQLiteError) {
        self.id = try row.next()
        self.title = try row.next()
        self.timestamps = try row.next()
    }

    func encode(to values: inout RowValues) {
        values.append(id)
        values.append(title)
        values.append(timestamps)
    }

    struct Columns: ColumnSet {
        typealias Model = RemindersList
        typealias Output = RemindersList

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<UUID> { _source.column("id") }
        var title: SQLExpression<String> { _source.column("title") }
        var timestamps: SQLExpression<Timestamps> { _source.column("timestamps") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = RemindersList
        typealias Output = RemindersList?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<UUID?> { _source.column("id") }
        var title: SQLExpression<String?> { _source.column("title") }
        var timestamps: SQLExpression<Timestamps?> { _source.column("timestamps") }
    }

    struct Draft: TableDraft {
        typealias Model = RemindersList

        var id: UUID?
        @DraftField var title: String = ""
        var timestamps: Timestamps?

        init(id: UUID? = nil, title: String? = nil, timestamps: Timestamps? = nil) {
            if let id { self.id = id }
            if let title { self.title = title }
            if let timestamps { self.timestamps = timestamps }
        }

        init(_ row: RemindersList) {
            id = row.id
            title = row.title
            timestamps = row.timestamps
        }

        func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(_title)
            values.append(timestamps)
        }
    }
}
