extension BelongsTo {
    /// The row of the association with the value of another association.
    ///
    /// Write the conditions of this association before.
    @inlinable
    public func including<A: Association<Child>>(
        _ a: A
    ) -> Related<Parent, (Child, A.Value)> {
        including(_RowPlan(a))
    }

    /// The row of the association with the values of two associations.
    @inlinable
    public func including<A: Association<Child>, B: Association<Child>>(
        _ a: A, _ b: B
    ) -> Related<Parent, (Child, A.Value, B.Value)> {
        including(_RowPlan(a, b))
    }

    /// The row of the association with the values of three associations.
    @inlinable
    public func including<A: Association<Child>, B: Association<Child>, C: Association<Child>>(
        _ a: A, _ b: B, _ c: C
    ) -> Related<Parent, (Child, A.Value, B.Value, C.Value)> {
        including(_RowPlan(a, b, c))
    }

    /// The row of the association with the values of four associations.
    @inlinable
    public func including<
        A: Association<Child>, B: Association<Child>, C: Association<Child>, D: Association<Child>
    >(
        _ a: A, _ b: B, _ c: C, _ d: D
    ) -> Related<Parent, (Child, A.Value, B.Value, C.Value, D.Value)> {
        including(_RowPlan(a, b, c, d))
    }

    /// The row of the association with the values of five associations.
    @inlinable
    public func including<
        A: Association<Child>, B: Association<Child>, C: Association<Child>, D: Association<Child>,
        E: Association<Child>
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
    ) -> Related<Parent, (Child, A.Value, B.Value, C.Value, D.Value, E.Value)> {
        including(_RowPlan(a, b, c, d, e))
    }

    /// The row of the association with the values of six associations.
    @inlinable
    public func including<
        A: Association<Child>, B: Association<Child>, C: Association<Child>, D: Association<Child>,
        E: Association<Child>, F: Association<Child>
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F
    ) -> Related<Parent, (Child, A.Value, B.Value, C.Value, D.Value, E.Value, F.Value)> {
        including(_RowPlan(a, b, c, d, e, f))
    }
}
