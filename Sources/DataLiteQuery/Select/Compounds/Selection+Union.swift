extension Selection where Self: RowRepresentable {
    /// This row, and the rows of a query, without duplicates; with `all`, including duplicates.
    ///
    /// ```swift
    /// With {
    ///     Count(value: 1).union(Count.select { Count.Columns(value: $0.value + 1) })
    /// } query: {
    ///     Count.limit(4)
    /// }
    /// ```
    public func union(
        all: Bool = false, _ other: some RowQuery<Self>
    ) -> Select<Self, Columns> {
        Values(self).union(all: all, other)
    }
}
