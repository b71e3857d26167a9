import DataLiteQuery
import Foundation

package enum Priority: Int, QueryBindable { case low = 1, medium, high }

package enum Status: Int, SQLiteRepresentable { case incomplete, completing, completed }

package struct Reminder: Identifiable, Equatable {
    package let id: Int
    package var title = ""
    package var isCompleted = false
    package var dueDate: Date?
    package var priority: Priority?
    package var status: Status = .incomplete
    package var position = 0
    package var remindersListID: UUID
    package var notes = ""
    package var tags: [String] = []
    package var isHighlighted = false

    package init(
        id: Int, title: String = "", isCompleted: Bool = false, dueDate: Date? = nil,
        priority: Priority? = nil, status: Status = .incomplete, position: Int = 0,
        remindersListID: UUID, notes: String = "", tags: [String] = [],
        isHighlighted: Bool = false
    ) {
        self.id = id
        self.title = title
        self.isCompleted = isCompleted
        self.dueDate = dueDate
        self.priority = priority
        self.status = status
        self.position = position
        self.remindersListID = remindersListID
        self.notes = notes
        self.tags = tags
        self.isHighlighted = isHighlighted
    }
}

extension Reminder: PrimaryKeyedTable {
    package static let tableDefinition = TableDefinition("reminders") { columns in
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

    package var primaryKey: Int { id }

    package init(row: inout RowReader) throws(SQLiteError) {
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

    package func encode(to values: inout RowWriter) {
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

    package struct Columns: ColumnSet {
        package typealias Model = Reminder
        package typealias Output = Reminder

        package let _source: ColumnSource

        package init(_source: ColumnSource) { self._source = _source }

        package var id: SQLExpression<Int> { _source.column("id") }
        package var title: SQLExpression<String> { _source.column("title") }
        package var isCompleted: SQLExpression<Bool> { _source.column("isCompleted") }
        package var dueDate: SQLExpression<Date?> { _source.column("dueDate") }
        package var priority: SQLExpression<Priority?> { _source.column("priority") }
        package var status: SQLExpression<Status> { _source.column("status") }
        package var position: SQLExpression<Int> { _source.column("position") }
        package var remindersListID: SQLExpression<UUID> { _source.column("remindersListID") }
        package var notes: SQLExpression<String> { _source.column("note_text") }
        package var tags: SQLExpression<JSONRepresentation<[String]>> { _source.column("tags") }
    }

    package struct OuterColumns: ColumnSet {
        package typealias Model = Reminder
        package typealias Output = Reminder?

        package let _source: ColumnSource

        package init(_source: ColumnSource) { self._source = _source }

        package var id: SQLExpression<Int?> { _source.column("id") }
        package var title: SQLExpression<String?> { _source.column("title") }
        package var isCompleted: SQLExpression<Bool?> { _source.column("isCompleted") }
        package var dueDate: SQLExpression<Date?> { _source.column("dueDate") }
        package var priority: SQLExpression<Priority?> { _source.column("priority") }
        package var status: SQLExpression<Status?> { _source.column("status") }
        package var position: SQLExpression<Int?> { _source.column("position") }
        package var remindersListID: SQLExpression<UUID?> { _source.column("remindersListID") }
        package var notes: SQLExpression<String?> { _source.column("note_text") }
        package var tags: SQLExpression<JSONRepresentation<[String]>?> { _source.column("tags") }
    }

    package struct Draft: TableDraft {
        package typealias Model = Reminder

        package var id: Int?
        @DraftField package var title: String = ""
        @DraftField package var isCompleted: Bool = false
        @DraftField() package var dueDate: Date?
        @DraftField() package var priority: Priority?
        @DraftField package var status: Status = .incomplete
        @DraftField package var position: Int = 0
        package var remindersListID: UUID?
        @DraftField package var notes: String = ""
        @DraftField package var tags: [String] = []

        package init(
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

        package init(_ row: Reminder) {
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

        package func encode(to values: inout DraftValues) {
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
