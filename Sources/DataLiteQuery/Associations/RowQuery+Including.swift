extension RowQuery where Output: Table {
    /// The rows, each with the value of an association.
    ///
    /// ```swift
    /// RemindersList.where(\.isOpen).including(RemindersList.reminders)   // (RemindersList, [Reminder])
    /// ```
    @inlinable
    public func including<A: Association<Output>>(
        _ a: A
    ) -> IncludingQuery<Output, (Output, A.Value)> {
        IncludingQuery(self, _RowPlan(a))
    }

    /// The rows, each with the values of two associations.
    @inlinable
    public func including<A: Association<Output>, B: Association<Output>>(
        _ a: A, _ b: B
    ) -> IncludingQuery<Output, (Output, A.Value, B.Value)> {
        IncludingQuery(self, _RowPlan(a, b))
    }

    /// The rows, each with the values of three associations.
    @inlinable
    public func including<A: Association<Output>, B: Association<Output>, C: Association<Output>>(
        _ a: A, _ b: B, _ c: C
    ) -> IncludingQuery<Output, (Output, A.Value, B.Value, C.Value)> {
        IncludingQuery(self, _RowPlan(a, b, c))
    }

    /// The rows, each with the values of four associations.
    @inlinable
    public func including<
        A: Association<Output>, B: Association<Output>, C: Association<Output>,
        D: Association<Output>
    >(
        _ a: A, _ b: B, _ c: C, _ d: D
    ) -> IncludingQuery<Output, (Output, A.Value, B.Value, C.Value, D.Value)> {
        IncludingQuery(self, _RowPlan(a, b, c, d))
    }

    /// The rows, each with the values of five associations.
    @inlinable
    public func including<
        A: Association<Output>, B: Association<Output>, C: Association<Output>,
        D: Association<Output>, E: Association<Output>
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
    ) -> IncludingQuery<Output, (Output, A.Value, B.Value, C.Value, D.Value, E.Value)> {
        IncludingQuery(self, _RowPlan(a, b, c, d, e))
    }

    /// The rows, each with the values of six associations.
    @inlinable
    public func including<
        A: Association<Output>, B: Association<Output>, C: Association<Output>,
        D: Association<Output>, E: Association<Output>, F: Association<Output>
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F
    ) -> IncludingQuery<Output, (Output, A.Value, B.Value, C.Value, D.Value, E.Value, F.Value)> {
        IncludingQuery(self, _RowPlan(a, b, c, d, e, f))
    }
}
