// Joins of two queries that each select a value: the rows have both values.
//
// There are no functions for several values, and none that keep a value in a join with whole rows. With each overload
// of `join`, the compiler takes longer to find an error in a long join, even if the overload is disfavored.

extension Select where Output: SQLiteRepresentable, Output: SendableMetatype, Columns: ColumnSet {
    /// Joins the rows of another table that match. Selects the values of both queries.
    ///
    /// ```swift
    /// Album.select(\.title).join(Artist.select(\.name)) { $0.artistID.eq($1.id) }  // rows of (String, String)
    /// ```
    ///
    /// The value of a query with groups or a limit is computed before the join. `distinct()` of either query applies to
    /// the rows of the join.
    @_disfavoredOverload
    public func join<Value: SQLiteRepresentable & SendableMetatype, Other: ColumnSet>(
        _ other: Select<Value, Other>,
        @ConditionBuilder on condition: (Columns, Other) -> SQLExpression<Bool>
    ) -> Select<(Output, Value), (Columns, Other)> {
        joiningValues(of: other, .inner, as: Other.self, other._decoder, on: condition)
    }

    /// Joins the rows of another table that match; if no row matches, its value is `nil`. Selects the values of both
    /// queries.
    @_disfavoredOverload
    public func leftJoin<Value: SQLiteRepresentable & SendableMetatype, Other: ColumnSet>(
        _ other: Select<Value, Other>,
        @ConditionBuilder on condition: (Columns, Other.Model.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(Output, Value?), (Columns, Other.Model.OuterColumns)> {
        joiningValues(
            of: other, .left, as: Other.Model.OuterColumns.self, other._decoder.orNull,
            on: condition)
    }

    /// Joins the rows of another table that match; if no row matches, its value is `nil`. Selects the values of both
    /// queries.
    @_disfavoredOverload
    public func leftJoin<Value: SQLiteRepresentable & SendableMetatype, Other: ColumnSet>(
        _ other: Select<Value?, Other>,
        @ConditionBuilder on condition: (Columns, Other.Model.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(Output, Value?), (Columns, Other.Model.OuterColumns)> {
        joiningValues(
            of: other, .left, as: Other.Model.OuterColumns.self, other._decoder, on: condition)
    }

    private func joiningValues<Value, Other: ColumnSet, Added, OtherColumns: ColumnSet>(
        of other: Select<Value, Other>, _ kind: JoinKind, as columns: OtherColumns.Type,
        _ decoder: _QueryDecoder<Added>,
        on condition: (Columns, OtherColumns) -> SQLExpression<Bool>
    ) -> Select<(Output, Added), (Columns, OtherColumns)> {
        let query = separated()
        let item = JoinedItem(valuesOf: other, kind, beside: query.core)
        let columns = (query.columns, OtherColumns(_source: item.source))
        let join = item.on(beside: query.core) { condition(columns.0, columns.1) }
        return Select<(Output, Added), (Columns, OtherColumns)>(
            core: query.core.joiningValues(
                of: join, columns: Joined<Columns, OtherColumns>.self),
            columns: columns,
            decoder: _decoder.followed(by: decoder) { ($0, $1) })
    }
}

extension _QueryDecoder {
    /// Decodes this decoder's columns, then those of another one.
    fileprivate func followed<Added, Row>(
        by second: _QueryDecoder<Added>, _ row: @escaping @Sendable (Output, Added) -> Row
    ) -> _QueryDecoder<Row> {
        _QueryDecoder<Row>(
            columnCount: columnCount + second.columnCount,
            forms: forms.followed(by: second.forms, at: columnCount)
        ) { [decode] (reader: inout RowReader) throws(SQLiteError) in
            row(try decode(&reader), try second.decode(&reader))
        }
    }

    /// Decodes the value, or `nil` if it is NULL.
    fileprivate var orNull: _QueryDecoder<Output?> {
        _QueryDecoder<Output?>(columnCount: columnCount, forms: forms) {
            [decode, columnCount] (reader: inout RowReader) throws(SQLiteError) in
            reader.skipNulls(columnCount) ? nil : try decode(&reader)
        }
    }
}
