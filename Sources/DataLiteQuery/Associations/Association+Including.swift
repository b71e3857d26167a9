// Rows with the values of associations, each of which is loaded with one statement for the rows of all parents. The
// values of the first three are not in a parameter pack, so that an expression that includes them can also read them:
// `including(a, b).fetchAll(db).map(\.2)`.

extension Table {
    /// The rows, each with the value of an association.
    ///
    /// ```swift
    /// RemindersList.including(RemindersList.reminders)   // (RemindersList, [Reminder])
    /// ```
    @inlinable
    public static func including<A: Sendable>(
        _ a: some Association<Self, A>
    ) -> IncludingQuery<Self, (Self, A)> {
        scoped.including(a)
    }

    /// The rows, each with the values of two associations.
    @inlinable
    public static func including<A: Sendable, B: Sendable>(
        _ a: some Association<Self, A>, _ b: some Association<Self, B>
    ) -> IncludingQuery<Self, (Self, A, B)> {
        scoped.including(a, b)
    }

    /// The rows, each with the values of three associations or more.
    @inlinable
    public static func including<A: Sendable, B: Sendable, C: Sendable, each Other: Sendable>(
        _ a: some Association<Self, A>, _ b: some Association<Self, B>,
        _ c: some Association<Self, C>,
        _ others: repeat any Association<Self, each Other>
    ) -> IncludingQuery<Self, (Self, A, B, C, repeat each Other)> {
        scoped.including(a, b, c, repeat each others)
    }
}

extension RowQuery where Output: Table {
    /// The rows, each with the value of an association.
    ///
    /// ```swift
    /// RemindersList.where(\.isOpen).including(RemindersList.reminders)   // (RemindersList, [Reminder])
    /// ```
    @inlinable
    public func including<A: Sendable>(
        _ a: some Association<Output, A>
    ) -> IncludingQuery<Output, (Output, A)> {
        IncludingQuery(self, _RowPlan(a))
    }

    /// The rows, each with the values of two associations.
    @inlinable
    public func including<A: Sendable, B: Sendable>(
        _ a: some Association<Output, A>, _ b: some Association<Output, B>
    ) -> IncludingQuery<Output, (Output, A, B)> {
        IncludingQuery(self, _RowPlan(a, b))
    }

    /// The rows, each with the values of three associations or more.
    @inlinable
    public func including<A: Sendable, B: Sendable, C: Sendable, each Other: Sendable>(
        _ a: some Association<Output, A>, _ b: some Association<Output, B>,
        _ c: some Association<Output, C>, _ others: repeat any Association<Output, each Other>
    ) -> IncludingQuery<Output, (Output, A, B, C, repeat each Other)> {
        IncludingQuery(self, _RowPlan(a, b, c, repeat each others))
    }
}

// Nested associations.

extension HasMany {
    /// The rows of the association, each with the value of an association.
    ///
    /// Write the conditions of this association before `including`.
    @inlinable
    public func including<A: Sendable>(
        _ a: some Association<Child, A>
    ) -> Related<Parent, [(Child, A)]> {
        including(_RowPlan(a))
    }

    /// The rows of the association, each with the values of two associations.
    @inlinable
    public func including<A: Sendable, B: Sendable>(
        _ a: some Association<Child, A>, _ b: some Association<Child, B>
    ) -> Related<Parent, [(Child, A, B)]> {
        including(_RowPlan(a, b))
    }

    /// The rows of the association, each with the values of three associations or more.
    @inlinable
    public func including<A: Sendable, B: Sendable, C: Sendable, each Other: Sendable>(
        _ a: some Association<Child, A>, _ b: some Association<Child, B>,
        _ c: some Association<Child, C>, _ others: repeat any Association<Child, each Other>
    ) -> Related<Parent, [(Child, A, B, C, repeat each Other)]> {
        including(_RowPlan(a, b, c, repeat each others))
    }

    @inlinable
    func including<Row: Sendable>(_ plan: _RowPlan<Child, Row>) -> Related<Parent, [Row]> {
        let path = _path
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            keys.distribute(try path.groups(plan, keys, db), none: [])
        }
    }
}

extension ToOneAssociation where Value == Child? {
    /// The row of the association with the value of an association.
    ///
    /// Write the conditions of this association before `including`.
    @inlinable
    public func including<A: Sendable>(
        _ a: some Association<Child, A>
    ) -> Related<Parent, (Child, A)?> {
        including(_RowPlan(a))
    }

    /// The row of the association with the values of two associations.
    @inlinable
    public func including<A: Sendable, B: Sendable>(
        _ a: some Association<Child, A>, _ b: some Association<Child, B>
    ) -> Related<Parent, (Child, A, B)?> {
        including(_RowPlan(a, b))
    }

    /// The row of the association with the values of three associations or more.
    @inlinable
    public func including<A: Sendable, B: Sendable, C: Sendable, each Other: Sendable>(
        _ a: some Association<Child, A>, _ b: some Association<Child, B>,
        _ c: some Association<Child, C>, _ others: repeat any Association<Child, each Other>
    ) -> Related<Parent, (Child, A, B, C, repeat each Other)?> {
        including(_RowPlan(a, b, c, repeat each others))
    }

    @inlinable
    func including<Row: Sendable>(_ plan: _RowPlan<Child, Row>) -> Related<Parent, Row?> {
        let path = _path
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            keys.distribute(try path.firstRows(plan, keys, db), none: nil)
        }
    }
}

extension BelongsTo {
    /// The row of the association with the value of an association.
    ///
    /// Write the conditions of this association before `including`.
    @inlinable
    public func including<A: Sendable>(
        _ a: some Association<Child, A>
    ) -> Related<Parent, (Child, A)> {
        including(_RowPlan(a))
    }

    /// The row of the association with the values of two associations.
    @inlinable
    public func including<A: Sendable, B: Sendable>(
        _ a: some Association<Child, A>, _ b: some Association<Child, B>
    ) -> Related<Parent, (Child, A, B)> {
        including(_RowPlan(a, b))
    }

    /// The row of the association with the values of three associations or more.
    @inlinable
    public func including<A: Sendable, B: Sendable, C: Sendable, each Other: Sendable>(
        _ a: some Association<Child, A>, _ b: some Association<Child, B>,
        _ c: some Association<Child, C>, _ others: repeat any Association<Child, each Other>
    ) -> Related<Parent, (Child, A, B, C, repeat each Other)> {
        including(_RowPlan(a, b, c, repeat each others))
    }

    @inlinable
    func including<Row: Sendable>(_ plan: _RowPlan<Child, Row>) -> Related<Parent, Row> {
        let path = _path
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            try keys.required(path.firstRows(plan, keys, db), Parent.self, Child.self)
        }
    }
}
