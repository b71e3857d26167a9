// A second association in a join, and a count with parentheses. The compiler reports what to write.

// After a join, the association could belong to either table.
extension Select {
    @available(
        *, unavailable,
        message: "join the next table with `join(Other.all) { first, second, other in ... }`"
    )
    public func joining<A: TableAssociation, First: ColumnSet, Second: ColumnSet>(
        _ association: A
    ) -> Self where Columns == (First, Second) { self }

    @available(
        *, unavailable,
        message: "join the next table with `leftJoin(Other.all) { first, second, other in ... }`"
    )
    public func leftJoining<A: TableAssociation, First: ColumnSet, Second: ColumnSet>(
        _ association: A
    ) -> Self where Columns == (First, Second) { self }
}

extension SQLExpression<Int> {
    /// A call such as `$0[\.reminders].count()`.
    @available(
        *, unavailable, message: "the count of an association is a property: write `count`"
    )
    public func callAsFunction() -> Self { self }
}
