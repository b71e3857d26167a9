import DataLiteQuery

// Lists and their reminders, with handwritten conformances like those that `@Table` generates.

/// A row with an array of other rows.
struct RemindersList: PrimaryKeyedTable {
    let id: Int
    var title: String

    var primaryKey: Int { id }

    static let reminders = hasMany(Reminder.self, by: \.remindersListID)

    static let tableDefinition = TableDefinition("remindersLists") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("title", String.self)
    }

    /// The checksum of a list and its reminders, which depends on their order.
    func checksum(_ reminders: some Sequence<Int>) -> Double {
        var sum = id + title.utf8.count
        for (index, reminder) in reminders.enumerated() { sum += (index + 1) * reminder }
        return Double(sum)
    }

    struct Columns: ColumnSet {
        typealias Model = RemindersList
        typealias Output = RemindersList

        let _source: ColumnSource

        var id: SQLExpression<Int> { _source.column("id") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = RemindersList
        typealias Output = RemindersList?

        let _source: ColumnSource
    }

    struct Draft: TableDraft {
        typealias Model = RemindersList

        var title: String

        func encode(to values: inout DraftValues) {
            values.append(nil as Int?)
            values.append(Optional(title))
        }
    }
}

extension RemindersList {
    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        title = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(title)
    }
}

/// A row that belongs to a list.
struct Reminder: DataLiteQuery.Table {
    let id: Int
    var remindersListID: Int
    var title: String
    var isCompleted: Bool
    var minutes: Int

    var checksum: Int { id + title.utf8.count + (isCompleted ? 1 : 0) + minutes }

    static let tableDefinition = TableDefinition("reminders") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("remindersListID", Int.self)
        columns.add("title", String.self)
        columns.add("isCompleted", Bool.self)
        columns.add("minutes", Int.self)
    }

    struct Columns: ColumnSet {
        typealias Model = Reminder
        typealias Output = Reminder

        let _source: ColumnSource

        var id: SQLExpression<Int> { _source.column("id") }
        var remindersListID: SQLExpression<Int> { _source.column("remindersListID") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Reminder
        typealias Output = Reminder?

        let _source: ColumnSource
    }
}

extension Reminder {
    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        remindersListID = try row.next()
        title = try row.next()
        isCompleted = try row.next()
        minutes = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(remindersListID)
        values.append(title)
        values.append(isCompleted)
        values.append(minutes)
    }
}

extension RemindersList.Draft {
    init(_ row: RemindersList) { self.init(title: row.title) }
}
