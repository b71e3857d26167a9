/// A relation from the rows of a table to rows of another, or to values computed from them, declared once and used in
/// any number of queries.
///
/// ```swift
/// extension RemindersList { static let reminders = hasMany(Reminder.self, by: \.remindersListID) }
///
/// for (list, reminders) in try RemindersList.including(RemindersList.reminders).fetchAll(db) { ... }
/// ```
///
/// ``HasMany``, ``HasOne``, ``BelongsTo`` and ``Related`` are the associations.
public protocol Association<Parent, Value>: Sendable {
    /// The table whose rows have the value.
    associatedtype Parent: Table

    /// What each row of the table gets: an array of rows, a row, or a computed value.
    associatedtype Value: Sendable

    /// The columns of the parent by which the rows are found.
    var _parentKey: _ParentKey { get }

    /// Loads the values of some parents with one statement.
    ///
    /// - Returns: A value for each parent, in their order.
    func _load(
        _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Value]
}

/// The columns of a row that refer to the rows of an association: their positions in the row.
public struct _ParentKey: Sendable {
    @usableFromInline let positions: [Int]
    let error: SQLiteError?

    /// Finds columns by name.
    init<Parent: Table>(_ names: [String], of parent: Parent.Type, error: SQLiteError?) {
        let list = Parent.columnDefinitions.list
        let positions = names.compactMap { name in
            list.firstIndex { SQLName.same($0.name, name) }
        }
        self.positions = positions
        self.error =
            error ?? (positions.count == names.count ? nil : .keyIsNoColumn(of: Parent.self))
    }

    init(_ key: _ParentKey) { self = key }
}

extension SQLiteError {
    static func keyIsNoColumn(of table: any Table.Type) -> SQLiteError {
        SQLiteError.misuse(
            "an association of table \"\(table.tableName)\" needs a key that is a column "
                + "or several columns, not an expression")
    }
}

extension SQLNode {
    /// The names of the columns of a key; `nil` if it is an expression.
    var columnNames: [String]? {
        var names: [String] = []
        for node in elements {
            guard let column = node.column else { return nil }
            names.append(column.name)
        }
        return names.isEmpty ? nil : names
    }
}
