extension RepresentedColumn {
    /// The result of an aggregate function for the rows of a window.
    ///
    /// - Parameters:
    ///   - partitions: the expressions whose values divide the rows: `($0.year, $0.month)`.
    ///   - terms: the order within a partition.
    ///   - frame: the rows around the current row. Default: with an order, those up to the current
    ///     row and the rows with the same order; without, the whole partition.
    public func over<each Partition: Selectable, each Term: OrderingTerm>(
        partitionBy partitions: (repeat each Partition) = (),
        orderBy terms: (repeat each Term) = (),
        frame: WindowFrame? = nil
    ) -> Self {
        Self(
            expression.over(
                partitionBy: (repeat each partitions), orderBy: (repeat each terms), frame: frame))
    }

    /// The result of an aggregate function for the rows of a window.
    public func over(_ window: Window) -> Self { Self(expression.over(window)) }

    /// The result of an aggregate function for the rows of a window that the query defines.
    public func over(_ name: String) -> Self { Self(expression.over(name)) }
}
