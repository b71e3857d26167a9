/// Collects the rows of an insert: drafts, rows and sequences of them.
///
/// ```swift
/// Reminder.insert {
///     Reminder.Draft(title: "Milk", remindersListID: list)
///     drafts
///     if addsBread { Reminder.Draft(title: "Bread", remindersListID: list) }
/// }
/// ```
@resultBuilder
public enum InsertRowsBuilder<Model: Table> {
    /// The rows of an insert.
    public struct Rows: Sendable {
        @usableFromInline var sources: [InsertSource]

        /// Rows of expressions, one for each column.
        var expressions: [[SQLNode]] = []

        @usableFromInline
        init(_ sources: [InsertSource]) { self.sources = sources }
    }

    @inlinable
    public static func buildExpression(_ row: Model) -> Rows {
        buildExpression(CollectionOfOne(row))
    }

    @inlinable
    public static func buildExpression(_ rows: some Sequence<Model>) -> Rows {
        let rows = Array(rows)
        return Rows([
            InsertSource(count: rows.count) { index, values in
                values.append(row: rows[index])
            }
        ])
    }

    /// A row of expressions and values. `Columns` of a type with `@Table @Selection` has an initializer for it.
    public static func buildExpression(_ columns: Model.Columns) -> Rows {
        var rows = Rows([])
        rows.expressions = [columns._source.nodes(of: Model.columnDefinitions)]
        return rows
    }

    public static func buildBlock() -> Rows { Rows([]) }

    public static func buildPartialBlock(first: Rows) -> Rows { first }

    public static func buildPartialBlock(accumulated: Rows, next: Rows) -> Rows {
        var rows = Rows(accumulated.sources + next.sources)
        rows.expressions = accumulated.expressions + next.expressions
        return rows
    }

    public static func buildEither(first: Rows) -> Rows { first }
    public static func buildEither(second: Rows) -> Rows { second }
    public static func buildOptional(_ rows: Rows?) -> Rows { rows ?? Rows([]) }
    public static func buildArray(_ rows: [Rows]) -> Rows {
        var all = Rows(rows.flatMap(\.sources))
        all.expressions = rows.flatMap(\.expressions)
        return all
    }
}

extension InsertRowsBuilder where Model: PrimaryKeyedTable {
    @inlinable
    public static func buildExpression(_ draft: Model.Draft) -> Rows {
        buildExpression(CollectionOfOne(draft))
    }

    @inlinable
    public static func buildExpression(_ drafts: some Sequence<Model.Draft>) -> Rows {
        let drafts = Array(drafts)
        return Rows([
            InsertSource(count: drafts.count) { index, values in
                drafts[index].encode(to: &values)
            }
        ])
    }
}

/// Collects the rows of an insert that are given as tuples of values, one for each column.
@resultBuilder
public enum InsertValuesBuilder<Row> {
    public static func buildExpression(_ row: Row) -> [Row] { [row] }
    public static func buildExpression(_ rows: some Sequence<Row>) -> [Row] { Array(rows) }
    public static func buildBlock() -> [Row] { [] }
    public static func buildPartialBlock(first: [Row]) -> [Row] { first }
    public static func buildPartialBlock(accumulated: [Row], next: [Row]) -> [Row] {
        accumulated + next
    }
    public static func buildEither(first: [Row]) -> [Row] { first }
    public static func buildEither(second: [Row]) -> [Row] { second }
    public static func buildOptional(_ rows: [Row]?) -> [Row] { rows ?? [] }
    public static func buildArray(_ rows: [[Row]]) -> [Row] { rows.flatMap(\.self) }
}

/// Collects the rows of an insert that are given as tuples of expressions and values, one for each column.
@resultBuilder
public enum InsertExpressionsBuilder<Row> {
    /// Rows of expressions.
    public struct Rows: Sendable {
        var nodes: [[SQLNode]] = []
        fileprivate(set) var forms: [StoredForms] = []
    }

    public static func buildExpression<each Value: SelectableValue>(
        _ row: (repeat each Value)
    ) -> Rows where Row == (repeat (each Value).Output) {
        Rows(
            nodes: [SelectList(repeat each row).fields.map(\.node)],
            forms: [StoredForms(selecting: repeat (each Value).self)])
    }

    public static func buildBlock() -> Rows { Rows() }
    public static func buildPartialBlock(first: Rows) -> Rows { first }
    public static func buildPartialBlock(accumulated: Rows, next: Rows) -> Rows {
        Rows(nodes: accumulated.nodes + next.nodes, forms: accumulated.forms + next.forms)
    }
    public static func buildEither(first: Rows) -> Rows { first }
    public static func buildEither(second: Rows) -> Rows { second }
    public static func buildOptional(_ rows: Rows?) -> Rows { rows ?? Rows() }
    public static func buildArray(_ rows: [Rows]) -> Rows {
        Rows(nodes: rows.flatMap(\.nodes), forms: rows.flatMap(\.forms))
    }
}

/// A column whose values can be inserted.
public protocol InsertableColumn: Selectable {
    /// Appends a value as it is stored.
    static func encode(_ value: Output, to values: inout RowValues)
}

extension SQLExpression: InsertableColumn where Value: RowRepresentable {
    public static func encode(_ value: Value._Plain, to values: inout RowValues) {
        values.append(Value(_plain: value))
    }
}
