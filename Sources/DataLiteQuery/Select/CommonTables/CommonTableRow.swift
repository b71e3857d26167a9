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
public protocol CommonTableRow: Selection, _RowSource where _RowColumns == Columns {}

extension CommonTableRow {
    /// All rows.
    public static var all: Select<Self, Columns> {
        var query = Select<Self, Columns>(commonTable: commonTableName)
        if EnclosingQuery.isCurrent { query.separate() }
        return query
    }

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
