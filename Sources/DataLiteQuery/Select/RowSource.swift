/// A type with queries of its values: a draft, or a row of a common table expression.
public protocol _RowSource {
    associatedtype _RowColumns: Sendable

    /// All rows.
    static var all: Select<Self, _RowColumns> { get }
}

extension _RowSource {
    /// The rows for which a condition is true.
    public static func `where`(
        @ConditionBuilder _ condition: (_RowColumns) -> SQLExpression<Bool>
    ) -> Select<Self, _RowColumns> { all.where(condition) }

    /// The rows for which a column is true.
    public static func `where`<Truth: SQLTruth>(
        _ column: KeyPath<_RowColumns, SQLExpression<Truth>>
    ) -> Select<Self, _RowColumns> { all.where(column) }

    /// The rows, sorted by terms.
    public static func order(
        @OrderingBuilder by terms: (_RowColumns) -> [Ordering]
    ) -> Select<Self, _RowColumns> { all.order(by: terms) }

    /// The rows, sorted by a column.
    public static func order<Term: OrderingTerm>(
        by column: KeyPath<_RowColumns, Term>
    ) -> Select<Self, _RowColumns> { all.order(by: column) }

    /// At most a number of rows, or all for `nil`, after skipping some.
    public static func limit(_ count: Int?, offset: Int? = nil) -> Select<Self, _RowColumns> {
        all.limit(count, offset: offset)
    }

    /// The distinct rows.
    public static func distinct(_ isDistinct: Bool = true) -> Select<Self, _RowColumns> {
        all.distinct(isDistinct)
    }

    /// Groups the rows that have the same values.
    public static func group(
        @GroupingBuilder by terms: (_RowColumns) -> _SelectList
    ) -> Select<Self, _RowColumns> { all.group(by: terms) }

    /// Groups the rows that have the same value in a column.
    public static func group<Term: Selectable>(
        by column: KeyPath<_RowColumns, Term>
    ) -> Select<Self, _RowColumns> { all.group(by: column) }

    /// Selects an expression, the columns of the rows, or a tuple of these.
    public static func select<Output>(
        @SelectionBuilder _ selection: (_RowColumns) -> Selected<Output>
    ) -> Select<Output, _RowColumns> { all.select(selection) }

    /// Selects a column.
    public static func select<S: Selectable>(
        _ column: KeyPath<_RowColumns, S>
    ) -> Select<S.Output, _RowColumns> { all.select(column) }

    /// The number of rows, as a query.
    public static func count() -> Select<Int, _RowColumns> { all.count() }
}
