// Joins of two queries that select values: the rows have the values of both.

extension Select
where Output: SQLiteRepresentable, Output: SendableMetatype, Columns: ColumnSet {
    /// Joins the rows of another table that match. Selects the values of both queries.
    ///
    /// ```swift
    /// Album.select(\.title).join(Artist.select(\.name)) { $0.artistID.eq($1.id) }  // rows of (String, String)
    /// ```
    ///
    /// `distinct()` of either query applies to the rows of the join.
    @_disfavoredOverload
    public func join<
        Value: SQLiteRepresentable & SendableMetatype, Other: ColumnSet
    >(
        _ other: Select<Value, Other>,
        @ConditionBuilder on condition: (Columns, Other) -> SQLExpression<Bool>
    ) -> Select<(Output, Value), (Columns, Other)> {
        joiningValues(of: other, .inner, as: Other.self, other._decoder, on: condition) { ($0, $1) }
    }

    /// Joins the rows of another table that match. Selects the values of both queries.
    @_disfavoredOverload
    public func join<
        Second: SQLiteRepresentable & SendableMetatype,
        Third: SQLiteRepresentable & SendableMetatype,
        each Value: SQLiteRepresentable & SendableMetatype, Other: ColumnSet
    >(
        _ other: Select<(Second, Third, repeat each Value), Other>,
        @ConditionBuilder on condition: (Columns, Other) -> SQLExpression<Bool>
    ) -> Select<(Output, Second, Third, repeat each Value), (Columns, Other)> {
        joiningEach(of: other, on: condition)
    }

    private func joiningEach<each Value: SendableMetatype, Other: ColumnSet>(
        of other: Select<(repeat each Value), Other>,
        on condition: (Columns, Other) -> SQLExpression<Bool>
    ) -> Select<(Output, repeat each Value), (Columns, Other)> {
        joiningValues(of: other, .inner, as: Other.self, other._decoder, on: condition) {
            ($0, repeat each $1)
        }
    }
}

// MARK: - Several values

extension Select where Columns: ColumnSet {
    /// Joins the rows of another table that match. Selects the values of both queries.
    @_disfavoredOverload
    public func join<
        First: SQLiteRepresentable & SendableMetatype,
        Second: SQLiteRepresentable & SendableMetatype,
        each Value: SQLiteRepresentable & SendableMetatype,
        Added: SQLiteRepresentable & SendableMetatype, Other: ColumnSet
    >(
        _ other: Select<Added, Other>,
        @ConditionBuilder on condition: (Columns, Other) -> SQLExpression<Bool>
    ) -> Select<(First, Second, repeat each Value, Added), (Columns, Other)>
    where Output == (First, Second, repeat each Value) {
        eachJoining(other, on: condition)
    }

    /// Joins the rows of another table that match. Selects the values of both queries.
    @_disfavoredOverload
    public func join<
        First: SQLiteRepresentable & SendableMetatype,
        Second: SQLiteRepresentable & SendableMetatype,
        each Value: SQLiteRepresentable & SendableMetatype,
        Third: SQLiteRepresentable & SendableMetatype,
        Fourth: SQLiteRepresentable & SendableMetatype,
        each Added: SQLiteRepresentable & SendableMetatype, Other: ColumnSet
    >(
        _ other: Select<(Third, Fourth, repeat each Added), Other>,
        @ConditionBuilder on condition: (Columns, Other) -> SQLExpression<Bool>
    ) -> Select<
        (First, Second, repeat each Value, Third, Fourth, repeat each Added),
        (Columns, Other)
    > where Output == (First, Second, repeat each Value) {
        eachJoiningEach(other, on: condition)
    }

    private func eachJoining<
        each Value: SendableMetatype, Added: SendableMetatype, Other: ColumnSet
    >(
        _ other: Select<Added, Other>,
        on condition: (Columns, Other) -> SQLExpression<Bool>
    ) -> Select<(repeat each Value, Added), (Columns, Other)>
    where Output == (repeat each Value) {
        joiningValues(of: other, .inner, as: Other.self, other._decoder, on: condition) {
            (repeat each $0, $1)
        }
    }

    private func eachJoiningEach<
        each Value: SendableMetatype, each Added: SendableMetatype,
        Other: ColumnSet
    >(
        _ other: Select<(repeat each Added), Other>,
        on condition: (Columns, Other) -> SQLExpression<Bool>
    ) -> Select<(repeat each Value, repeat each Added), (Columns, Other)>
    where Output == (repeat each Value) {
        joiningValues(of: other, .inner, as: Other.self, other._decoder, on: condition) {
            (repeat each $0, repeat each $1)
        }
    }
}
