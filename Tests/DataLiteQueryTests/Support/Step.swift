import DataLiteQuery

/// A table with a key of two columns, a reference, and a column of any type.
struct Step: Hashable {
    let name: String
    let reminder: Int
    var added: String
    var anything: SQLiteValue
}

extension Step: Table {
    static let tableDefinition = TableDefinition("steps") { columns in
        columns.add("na\"me", String.self, primaryKey: true, unique: true)
        columns.add(
            "reminder", Int.self, primaryKey: true, references: Reminder.self, onDelete: .cascade,
            onUpdate: .restrict)
        columns.add("added", String.self, defaultSQL: "datetime('now')")
        columns.add("anything", SQLiteValue.self)
    }

    init(row: inout RowReader) throws(SQLiteError) {
        self.name = try row.next()
        self.reminder = try row.next()
        self.added = try row.next()
        self.anything = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(name)
        values.append(reminder)
        values.append(added)
        values.append(anything)
    }

    struct Columns: ColumnSet {
        typealias Model = Step
        typealias Output = Step

        let _source: ColumnSource

        var reminder: SQLExpression<Int> { _source.column("reminder") }
        var anything: SQLExpression<SQLiteValue> { _source.column("anything") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Step
        typealias Output = Step?

        let _source: ColumnSource
    }
}

/// A table that refers to one without a primary key.
struct Orphan: Hashable {
    var tag: Int
}

extension Orphan: Table {
    static let tableDefinition = TableDefinition("orphans") { columns in
        columns.add("tag", Int.self, references: ReminderTag.self)
    }

    init(row: inout RowReader) throws(SQLiteError) { self.tag = try row.next() }

    func encode(to values: inout RowWriter) { values.append(tag) }

    struct Columns: ColumnSet {
        typealias Model = Orphan
        typealias Output = Orphan

        let _source: ColumnSource
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Orphan
        typealias Output = Orphan?

        let _source: ColumnSource
    }
}
