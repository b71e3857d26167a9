// Left joins of two queries that select values: without a matching row, the value of the joined query is `nil`.

extension Select
where Output: SQLiteRepresentable, Output: SendableMetatype, Columns: ColumnSet {
    /// Joins the rows of another table that match; if no row matches, its value is `nil`. Selects the values of both
    /// queries.
    @_disfavoredOverload
    public func leftJoin<
        Value: SQLiteRepresentable & SendableMetatype, Other: ColumnSet
    >(
        _ other: Select<Value, Other>,
        @ConditionBuilder on condition:
            (Columns, Other.Model.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(Output, Value?), (Columns, Other.Model.OuterColumns)> {
        joiningValues(
            of: other, .left, as: Other.Model.OuterColumns.self, other._decoder.orNull,
            on: condition
        ) { ($0, $1) }
    }

    /// Joins the rows of another table that match; if no row matches, its value is `nil`. Selects the values of both
    /// queries.
    @_disfavoredOverload
    public func leftJoin<
        Value: SQLiteRepresentable & SendableMetatype, Other: ColumnSet
    >(
        _ other: Select<Value?, Other>,
        @ConditionBuilder on condition:
            (Columns, Other.Model.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(Output, Value?), (Columns, Other.Model.OuterColumns)> {
        joiningValues(
            of: other, .left, as: Other.Model.OuterColumns.self, other._decoder, on: condition
        ) { ($0, $1) }
    }
}

// MARK: - Several values

extension Select where Columns: ColumnSet {
    /// Joins the rows of another table that match; if no row matches, its value is `nil`. Selects the values of both
    /// queries.
    @_disfavoredOverload
    public func leftJoin<
        First: SQLiteRepresentable & SendableMetatype,
        Second: SQLiteRepresentable & SendableMetatype,
        each Value: SQLiteRepresentable & SendableMetatype,
        Added: SQLiteRepresentable & SendableMetatype, Other: ColumnSet
    >(
        _ other: Select<Added, Other>,
        @ConditionBuilder on condition:
            (Columns, Other.Model.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<
        (First, Second, repeat each Value, Added?), (Columns, Other.Model.OuterColumns)
    > where Output == (First, Second, repeat each Value) {
        eachLeftJoining(other, other._decoder.orNull, on: condition)
    }

    /// Joins the rows of another table that match; if no row matches, its value is `nil`. Selects the values of both
    /// queries.
    @_disfavoredOverload
    public func leftJoin<
        First: SQLiteRepresentable & SendableMetatype,
        Second: SQLiteRepresentable & SendableMetatype,
        each Value: SQLiteRepresentable & SendableMetatype,
        Added: SQLiteRepresentable & SendableMetatype, Other: ColumnSet
    >(
        _ other: Select<Added?, Other>,
        @ConditionBuilder on condition:
            (Columns, Other.Model.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<
        (First, Second, repeat each Value, Added?), (Columns, Other.Model.OuterColumns)
    > where Output == (First, Second, repeat each Value) {
        eachLeftJoining(other, other._decoder, on: condition)
    }

    private func eachLeftJoining<
        each Value: SendableMetatype, Joined, Added: SendableMetatype,
        Other: ColumnSet
    >(
        _ other: Select<Joined, Other>, _ decoder: _QueryDecoder<Added?>,
        on condition: (Columns, Other.Model.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(repeat each Value, Added?), (Columns, Other.Model.OuterColumns)>
    where Output == (repeat each Value) {
        joiningValues(
            of: other, .left, as: Other.Model.OuterColumns.self, decoder, on: condition
        ) { (repeat each $0, $1) }
    }
}

// MARK: - Joining

extension Select where Columns: ColumnSet {
    func joiningValues<
        Value, Other: ColumnSet, Added, OtherColumns: ColumnSet, Row
    >(
        of other: Select<Value, Other>, _ kind: JoinKind, as columns: OtherColumns.Type,
        _ decoder: _QueryDecoder<Added>,
        on condition: (Columns, OtherColumns) -> SQLExpression<Bool>,
        _ row: @escaping @Sendable (Output, Added) -> Row
    ) -> Select<Row, (Columns, OtherColumns)> {
        let query = separated()
        let join = JoinedItem(valuesOf: other, kind, beside: query.core)
        let joined = query.keepingSelection(
            join, on: condition, query.columns, OtherColumns(_source: join.source))
        return Select<Row, (Columns, OtherColumns)>(
            core: joined.core, columns: joined.columns,
            decoder: _decoder.followed(by: decoder, row))
    }
}

extension _QueryDecoder {
    /// Decodes the value, or `nil` if it is NULL.
    fileprivate var orNull: _QueryDecoder<Output?> {
        _QueryDecoder<Output?>(columnCount: columnCount, forms: forms) {
            [decode, columnCount] (reader: inout RowReader) throws(SQLiteError) in
            reader.skipNulls(columnCount) ? nil : try decode(&reader)
        }
    }
}
