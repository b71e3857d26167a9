/// The value of a chain of associations for each parent, or a value computed from an association.
///
/// ```swift
/// RemindersList.reminders.count                        // Related<RemindersList, Int>
/// RemindersList.reminders.including(Reminder.tags)     // Related<RemindersList, [(Reminder, [Tag])]>
/// ```
public struct Related<Parent: Table, Value: Sendable>: Association {
    public let _parentKey: _ParentKey

    @usableFromInline
    let loader: @Sendable (_ParentKeys, any ConnectionProtocol) throws(SQLiteError) -> [Value]

    @usableFromInline
    init(
        _ key: _ParentKey,
        _ loader:
            @escaping @Sendable (_ParentKeys, any ConnectionProtocol) throws(SQLiteError) -> [Value]
    ) {
        _parentKey = key
        self.loader = loader
    }

    @inlinable
    public func _load(
        _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Value] {
        try loader(keys, db)
    }

    /// The value changed by a closure, for example to a type of your own.
    ///
    /// - Parameter transform: The closure, which is called once for each parent.
    public func map<NewValue: Sendable>(
        _ transform: @escaping @Sendable (Value) -> NewValue
    ) -> Related<Parent, NewValue> {
        let loader = loader
        return Related<Parent, NewValue>(_parentKey) { (keys, db) throws(SQLiteError) in
            try loader(keys, db).map(transform)
        }
    }
}
