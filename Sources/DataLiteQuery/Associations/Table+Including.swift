extension Table {
    /// The rows, each with the value of an association.
    ///
    /// ```swift
    /// RemindersList.including(RemindersList.reminders)   // (RemindersList, [Reminder])
    /// ```
    @inlinable
    public static func including<A: Association<Self>>(
        _ a: A
    ) -> IncludingQuery<Self, (Self, A.Value)> {
        scoped.including(a)
    }

    /// The rows, each with the values of two associations.
    @inlinable
    public static func including<A: Association<Self>, B: Association<Self>>(
        _ a: A, _ b: B
    ) -> IncludingQuery<Self, (Self, A.Value, B.Value)> {
        scoped.including(a, b)
    }

    /// The rows, each with the values of three associations.
    @inlinable
    public static func including<A: Association<Self>, B: Association<Self>, C: Association<Self>>(
        _ a: A, _ b: B, _ c: C
    ) -> IncludingQuery<Self, (Self, A.Value, B.Value, C.Value)> {
        scoped.including(a, b, c)
    }

    /// The rows, each with the values of four associations.
    @inlinable
    public static func including<
        A: Association<Self>, B: Association<Self>, C: Association<Self>, D: Association<Self>
    >(
        _ a: A, _ b: B, _ c: C, _ d: D
    ) -> IncludingQuery<Self, (Self, A.Value, B.Value, C.Value, D.Value)> {
        scoped.including(a, b, c, d)
    }

    /// The rows, each with the values of five associations.
    @inlinable
    public static func including<
        A: Association<Self>, B: Association<Self>, C: Association<Self>, D: Association<Self>,
        E: Association<Self>
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
    ) -> IncludingQuery<Self, (Self, A.Value, B.Value, C.Value, D.Value, E.Value)> {
        scoped.including(a, b, c, d, e)
    }

    /// The rows, each with the values of six associations.
    @inlinable
    public static func including<
        A: Association<Self>, B: Association<Self>, C: Association<Self>, D: Association<Self>,
        E: Association<Self>, F: Association<Self>
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F
    ) -> IncludingQuery<Self, (Self, A.Value, B.Value, C.Value, D.Value, E.Value, F.Value)> {
        scoped.including(a, b, c, d, e, f)
    }
}
