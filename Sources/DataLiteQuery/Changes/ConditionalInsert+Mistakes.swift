// An insert after a `where` must say how to update the existing rows. The compiler reports what to write.

extension ConditionalInsert {
    @available(*, unavailable, message: "add `onConflict`, or without `where` write `Album.insert`")
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int { 0 }

    @available(*, unavailable, message: "add `onConflict`, or without `where` write `Album.insert`")
    public func returning<Output>(
        @SelectionBuilder _ selection: (Model.Columns) -> Selected<Output>
    ) -> Returning<Output> { _insert.returning(selection) }

    @available(*, unavailable, message: "add `onConflict`, or without `where` write `Album.insert`")
    public func returning<S: Selectable>(
        _ column: KeyPath<Model.Columns, S>
    ) -> Returning<S.Output> { _insert.returning(column) }

    @available(*, unavailable, message: "no row is updated, so write it without `where`")
    public func onConflictDoNothing<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column)
    ) -> Insert<Model> { _insert }

    @available(*, unavailable, message: "no row is updated, so write it without `where`")
    public func onConflictDoNothing() -> Insert<Model> { _insert }
}

extension Select where Output: Table, Columns == Output.Columns {
    @available(*, unavailable, message: "write `insert { rows }.onConflictDoUpdate { }`")
    @_disfavoredOverload
    public func insert(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Output> _ rows: () -> [_InsertRows<Output>],
        onConflict update: (inout Updates<Output>) -> Void
    ) -> Insert<Output> { Output.insert(rows) }

    @available(*, unavailable, message: "no row is updated, so write `Album.insert()`")
    public func insert(or conflict: ConflictResolution? = nil) -> Insert<Output> { Output.insert() }
}

extension Select where Output: PrimaryKeyedTable, Columns == Output.Columns {
    @available(*, unavailable, message: "write `insert { draft }`")
    public func insert(
        or conflict: ConflictResolution? = nil, _ draft: Output.Draft
    ) -> Insert<Output> { Output.insert() }

    @available(*, unavailable, message: "write `upsert { draft }`")
    public func upsert(_ draft: Output.Draft) -> Insert<Output> { Output.insert() }
}
