extension ObservedValues {
    /// The values without consecutive duplicates, which a closure recognizes.
    ///
    /// ```swift
    /// let pages = database.values { db in try loadPage(db) }.removeDuplicates { $0.version == $1.version }
    /// ```
    ///
    /// It replaces the comparison that `values` uses for `Equatable` values: `removeDuplicates { _, _ in false }`
    /// delivers a value after each commit that changes the data that was read.
    ///
    /// - Parameter isDuplicate: Returns whether two consecutive values are equal, so that the second is skipped.
    public func removeDuplicates(
        by isDuplicate: @escaping @Sendable (Value, Value) -> Bool
    ) -> ObservedValues {
        ObservedValues(options, isDuplicate: isDuplicate, makeSource: makeSource)
    }
}

extension ObservedValues where Value: Equatable {
    /// The values without consecutive equal ones. `values` does this by itself if it is known there that the values are
    /// `Equatable`.
    public func removeDuplicates() -> ObservedValues { removeDuplicates { $0 == $1 } }
}
