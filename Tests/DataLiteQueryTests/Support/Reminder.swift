import DataLiteQuery
import Foundation

enum Priority: Int, QueryBindable { case low = 1, medium, high }

enum Status: Int, SQLiteRepresentable { case incomplete, completing, completed }

struct Reminder: Identifiable, Equatable {
    let id: Int
    var title = ""
    var isCompleted = false
    var dueDate: Date?
    var priority: Priority?
    var status: Status = .incomplete
    var position = 0
    var remindersListID: UUID
    var notes = ""
    var tags: [String] = []
    var isHighlighted = false
}

extension Reminder: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("reminders") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("title", String.self, default: "")
        columns.add("isCompleted", Bool.self, default: false)
        columns.add("dueDate", Date?.self)
        columns.add("priority", Priority?.self)
        columns.add("status", Status.self, default: .incomplete)
        columns.add("position", Int.self, default: 0)
        columns.add("remindersListID", UUID.self)
        columns.add("note_text", String.self, default: "")
        columns.add("tags", JSONRepresentation<[String]>.self, default: JSONRepresentation([]))
    }

    var primaryKey: Int { id }

    init(row: inout RowColumns) throws(SQLiteError) {
        self.id = try row.next()
        self.title = try row.next()
        self.isCompleted = try row.next()
        self.dueDate = try row.next()
        self.priority = try row.next()
        self.status = try row.next()
        self.position = try row.next()
        self.remindersListID = try row.next()
        self.notes = try row.next()
        self.tags = try row.next(as: JSONRepresentation<[String]>.self).value
    }

    func encode(to values: inout RowValues) {
        values.append(id)
        values.append(title)
        values.append(isCompleted)
        values.append(dueDate)
        values.append(priority)
        values.append(status)
        values.append(position)
        values.append(remindersListID)
        values.append(notes)
        values.append(JSONRepresentation<[String]>(tags))
    }

    struct Columns: ColumnSet {
        typealias Model = Reminder
        typealias Output = Reminder

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int> { _source.column("id") }
        var title: SQLExpression<String> { _source.column("title") }
        var isCompleted: SQLExpression<Bool> { _source.column("isCompleted") }
        var dueDate: SQLExpression<Date?> { _source.column("dueDate") }
        var priority: SQLExpression<Priority?> { _source.column("priority") }
        var status: SQLExpression<Status> { _source.column("status") }
        var position: SQLExpression<Int> { _source.column("position") }
        var remindersListID: SQLExpression<UUID> { _source.column("remindersListID") }
        var notes: SQLExpression<String> { _source.column("note_text") }
        var tags: SQLExpression<JSONRepresentation<[String]>> { _source.column("tags") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Reminder
        typealias Output = Reminder?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int?> { _source.column("id") }
        var title: SQLExpression<String?> { _source.column("title") }
        var isCompleted: SQLExpression<Bool?> { _source.column("isCompleted") }
        var dueDate: SQLExpression<Date?> { _source.column("dueDate") }
        var priority: SQLExpression<Priority?> { _source.column("priority") }
        var status: SQLExpression<Status?> { _source.column("status") }
        var position: SQLExpression<Int?> { _source.column("position") }
        var remindersListID: SQLExpression<UUID?> { _source.column("remindersListID") }
        var notes: SQLExpression<String?> { _source.column("note_text") }
        var tags: SQLExpression<JSONRepresentation<[String]>?> { _source.column("tags") }
    }

    struct Draft: TableDraft {
        typealias Model = Reminder

        var id: Int?
        @DraftField var title: String = ""
        @DraftField var isCompleted: Bool = false
        @DraftField() var dueDate: Date?
        @DraftField() var priority: Priority?
        @DraftField var status: Status = .incomplete
        @DraftField var position: Int = 0
        var remindersListID: UUID?
        @DraftField var notes: String = ""
        @DraftField var tags: [String] = []

        init(
            id: Int? = nil,
            title: String? = nil,
            isCompleted: Bool? = nil,
            dueDate: DraftArgument<Date?> = .some(nil),
            priority: DraftArgument<Priority?> = .some(nil),
            status: Status? = nil,
            position: Int? = nil,
            remindersListID: UUID? = nil,
            notes: String? = nil,
            tags: [String]? = nil
        ) {
            if let id { self.id = id }
            if let title { self.title = title }
            if let isCompleted { self.isCompleted = isCompleted }
            _dueDate.set(dueDate)
            _priority.set(priority)
            if let status { self.status = status }
            if let position { self.position = position }
            if let remindersListID { self.remindersListID = remindersListID }
            if let notes { self.notes = notes }
            if let tags { self.tags = tags }
        }

        init(_ row: Reminder) {
            id = row.id
            title = row.title
            isCompleted = row.isCompleted
            dueDate = row.dueDate
            priority = row.priority
            status = row.status
            position = row.position
            remindersListID = row.remindersListID
            notes = row.notes
            tags = row.tags
        }

        func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(_title)
            values.append(_isCompleted)
            values.append(_dueDate)
            values.append(_priority)
            values.append(_status)
            values.append(_position)
            values.append(remindersListID)
            values.append(_notes)
            values.append(_tags, as: JSONRepresentation<[String]>.self)
        }
    }
}
