// Limits after the closures, for the query of the last closure.

extension With {
    /// At most `count` rows, or all for `nil`, after skipping `offset` rows. Replaces a limit of the query.
    public func limit<Output, Columns>(
        _ count: Int?, offset: Int? = nil
    ) -> With where Body == Select<Output, Columns> {
        With(tables, body.limit(count, offset: offset))
    }

    /// The rows after skipping `count` rows, or all for `nil`.
    public func offset<Output, Columns>(
        _ count: Int?
    ) -> With where Body == Select<Output, Columns> {
        With(tables, body.offset(count))
    }
}
