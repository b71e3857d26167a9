// Rows with the values of associations, each of which is loaded with one statement for the rows of all parents. The
// associations are existential types: a parameter pack of generic types cannot have one parent ("same-element
// requirements are not yet supported", Swift 6.3).

extension Table {
    /// The rows, each with the values of associations.
    ///
    /// ```swift
    /// RemindersList.including(RemindersList.reminders)   // (RemindersList, [Reminder])
    /// ```
    @inlinable
    public static func including<each Value: Sendable>(
        _ associations: repeat any Association<Self, each Value>
    ) -> IncludingQuery<Self, (Self, repeat each Value)> {
        scoped.including(repeat each associations)
    }
}

extension RowQuery where Output: Table {
    /// The rows, each with the values of associations.
    ///
    /// ```swift
    /// RemindersList.where(\.isOpen).including(RemindersList.reminders)   // (RemindersList, [Reminder])
    /// ```
    @inlinable
    public func including<each Value: Sendable>(
        _ associations: repeat any Association<Output, each Value>
    ) -> IncludingQuery<Output, (Output, repeat each Value)> {
        IncludingQuery(self, _RowPlan(repeat each associations))
    }
}

extension HasMany {
    /// The rows of the association, each with the values of other associations.
    ///
    /// Write the conditions of this association before.
    @inlinable
    public func including<each Other: Sendable>(
        _ associations: repeat any Association<Child, each Other>
    ) -> Related<Parent, [(Child, repeat each Other)]> {
        let plan = _RowPlan(repeat each associations)
        let path = _path
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            keys.distribute(try path.groups(plan, keys, db), none: [])
        }
    }
}

extension ToOneAssociation where Value == Child? {
    /// The row of the association with the values of other associations.
    ///
    /// Write the conditions of this association before.
    @inlinable
    public func including<each Other: Sendable>(
        _ associations: repeat any Association<Child, each Other>
    ) -> Related<Parent, (Child, repeat each Other)?> {
        let plan = _RowPlan(repeat each associations)
        let path = _path
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            keys.distribute(try path.firstRows(plan, keys, db), none: nil)
        }
    }
}

extension BelongsTo {
    /// The row of the association with the values of other associations.
    ///
    /// Write the conditions of this association before.
    @inlinable
    public func including<each Other: Sendable>(
        _ associations: repeat any Association<Child, each Other>
    ) -> Related<Parent, (Child, repeat each Other)> {
        let plan = _RowPlan(repeat each associations)
        let path = _path
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            try keys.required(path.firstRows(plan, keys, db), Parent.self, Child.self)
        }
    }
}
