/// A struct with `@Selection` that is no table. Inside a ``With`` of its rows, its queries read these rows.
///
/// ```swift
/// @Selection struct Total { let listID: Int; let count: Int }
///
/// With {
///     Reminder.group(by: \.listID).select { Total.Columns(listID: $0.listID, count: $0.count()) }
/// } query: {
///     Total.where { $0.count > 1 }
/// }
/// ```
///
/// Everywhere else, SQLite finds no table for such a query, and running it fails. `@Selection` generates the
/// conformance.
public protocol CommonTableRow: Selection {}

extension CommonTableRow {
    /// All rows.
    public static var all: Select<Self, Columns> {
        var query = Select<Self, Columns>(commonTable: commonTableName)
        if EnclosingQuery.isCurrent { query.separate() }
        return query
    }

    /// The rows for which a condition is true.
    public static func `where`(
        @ConditionBuilder _ condition: (Columns) -> SQLExpression<Bool>
    ) -> Select<Self, Columns> { all.where(condition) }

    /// The rows for which a column is true.
    public static func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Columns, SQLExpression<Truth>>
    ) -> Select<Self, Columns> { all.where(column) }

    /// The rows, sorted by terms.
    public static func order(
        @OrderingBuilder by terms: (Columns) -> [Ordering]
    ) -> Select<Self, Columns> { all.order(by: terms) }

    /// The rows, sorted by a column.
    public static func order<Term: OrderingTerm>(
        by column: KeyPath<Columns, Term>
    ) -> Select<Self, Columns> { all.order(by: column) }

    /// At most a number of rows, or all for `nil`, after skipping some.
    public static func limit(_ count: Int?, offset: Int? = nil) -> Select<Self, Columns> {
        all.limit(count, offset: offset)
    }

    /// The distinct rows.
    public static func distinct(_ isDistinct: Bool = true) -> Select<Self, Columns> {
        all.distinct(isDistinct)
    }

    /// Groups the rows that have the same values.
    public static func group(
        @_GroupingBuilder by terms: (Columns) -> _SelectList
    ) -> Select<Self, Columns> { all.group(by: terms) }

    /// Groups the rows that have the same value in a column.
    public static func group<Term: Selectable>(
        by column: KeyPath<Columns, Term>
    ) -> Select<Self, Columns> { all.group(by: column) }

    /// Selects an expression, the columns of the rows, or a tuple of these.
    public static func select<Output>(
        @SelectionBuilder _ selection: (Columns) -> Selected<Output>
    ) -> Select<Output, Columns> { all.select(selection) }

    /// Selects a column.
    public static func select<S: Selectable>(
        _ column: KeyPath<Columns, S>
    ) -> Select<S.Output, Columns> { all.select(column) }

    /// The number of rows, as a query.
    public static func count() -> Select<Int, Columns> { all.count() }

    /// Joins the rows of a query that match.
    public static func join<Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (Columns, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(Self, Other), (Columns, Other.Columns)> { all.join(other, on: condition) }

    /// Joins the rows of a query that match; if no row matches, its columns are NULL.
    public static func leftJoin<Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (Columns, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(Self, Other?), (Columns, Other.OuterColumns)> {
        all.leftJoin(other, on: condition)
    }
}

extension Selection {
    /// The name of a common table expression with rows of this type, if it has the name of the type: that of the
    /// table, or else the name of the type in lower camel case.
    static var commonTableName: String {
        if let table = self as? any Table.Type { return table.tableDefinition.name }
        let name = String(describing: self)
        return name.prefix(1).lowercased() + name.dropFirst()
    }
}
