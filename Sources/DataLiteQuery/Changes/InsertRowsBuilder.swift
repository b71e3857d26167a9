/// Collects the rows of an insert: drafts, rows and sequences of them.
///
/// ```swift
/// Reminder.insert {
///     Reminder.Draft(title: "Milk", remindersListID: list)
///     drafts
///     if addsBread { Reminder.Draft(title: "Bread", remindersListID: list) }
/// }
/// ```
public typealias InsertRowsBuilder<Model: Table> = ListBuilder<_InsertRows<Model>>

/// Rows of an insert.
//
// Collected rows are in a `ContiguousArray`, whose elements can encode themselves without being copied first.
public struct _InsertRows<Model: Table>: Sendable {
    @usableFromInline
    enum Kind: Sendable {
        case values(InsertSource)
        /// A row of expressions, one for each column.
        case expressions([SQLNode])
    }

    @usableFromInline let kind: Kind

    @usableFromInline
    init(_ kind: Kind) { self.kind = kind }

    @inlinable
    init<Draft: TableDraft>(drafts: some Sequence<Draft>) where Draft.Model == Model {
        let drafts = ContiguousArray(drafts)
        let source = InsertSource(count: drafts.count) { index, values in
            drafts[index].encode(to: &values)
        }
        self.init(.values(source))
    }
}

extension ListBuilder {
    /// A row.
    @inlinable
    public static func buildExpression<Model>(_ row: Model) -> [Element]
    where Element == _InsertRows<Model> {
        buildExpression(CollectionOfOne(row))
    }

    /// Rows. Disfavored, like drafts, so that `[]` has one meaning: no rows.
    @_disfavoredOverload
    @inlinable
    public static func buildExpression<Model>(_ rows: some Sequence<Model>) -> [Element]
    where Element == _InsertRows<Model> {
        let rows = ContiguousArray(rows)
        let source = InsertSource(count: rows.count) { index, values in
            values.append(row: rows[index])
        }
        return [_InsertRows(.values(source))]
    }

    /// A row of expressions and values. `Columns` of a type with `@Table @Selection` has an initializer for it.
    public static func buildExpression<Model>(_ columns: Model.Columns) -> [Element]
    where Element == _InsertRows<Model> {
        [_InsertRows(.expressions(columns._source.nodes(of: Model.columnDefinitions)))]
    }

    /// A draft.
    @inlinable
    public static func buildExpression<Model: PrimaryKeyedTable>(_ draft: Model.Draft) -> [Element]
    where Element == _InsertRows<Model> {
        [_InsertRows(drafts: CollectionOfOne(draft))]
    }

    /// Drafts.
    @_disfavoredOverload
    @inlinable
    public static func buildExpression<Model: PrimaryKeyedTable>(
        _ drafts: some Sequence<Model.Draft>
    ) -> [Element] where Element == _InsertRows<Model> {
        [_InsertRows(drafts: drafts)]
    }

    /// A draft of a table without a primary key.
    @inlinable
    public static func buildExpression<Model: DraftableTable>(_ draft: Model.Draft) -> [Element]
    where Element == _InsertRows<Model> {
        [_InsertRows(drafts: CollectionOfOne(draft))]
    }

    /// Drafts of a table without a primary key.
    @_disfavoredOverload
    @inlinable
    public static func buildExpression<Model: DraftableTable>(
        _ drafts: some Sequence<Model.Draft>
    ) -> [Element] where Element == _InsertRows<Model> {
        [_InsertRows(drafts: drafts)]
    }
}

extension ListBuilder {
    @available(
        *, unavailable,
        message:
            "this is not a row of the table: insert rows, drafts or sequences of them, or list the columns and write values: { ... }"
    )
    @_disfavoredOverload
    public static func buildExpression<Model>(_ other: some SelectableValue) -> [Element]
    where Element == _InsertRows<Model> {
        while true {}
    }

    @available(*, unavailable, message: "this is a row of another table")
    @_disfavoredOverload
    public static func buildExpression<Model>(_ row: some Table) -> [Element]
    where Element == _InsertRows<Model> {
        while true {}
    }

    @available(*, unavailable, message: "this is a draft of another table")
    @_disfavoredOverload
    public static func buildExpression<Model>(_ draft: some TableDraft) -> [Element]
    where Element == _InsertRows<Model> {
        while true {}
    }
}

/// Collects the rows of an insert that are given as tuples of values, one for each column.
public typealias InsertValuesBuilder<Row> = ListBuilder<Row>

/// Collects the rows of an insert that are given as tuples of expressions and values, one for each column.
//
// Not a `ListBuilder`: the Swift runtime cannot create the metadata of one whose element type is generic over a
// parameter pack.
@resultBuilder
public enum InsertExpressionsBuilder<Row> {
    /// Rows of expressions.
    public struct Rows: Sendable {
        var nodes: [[SQLNode]] = []
        fileprivate(set) var forms: [StoredForms] = []
    }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression<each Value: SelectableValue>(
        _ row: (repeat each Value)
    ) -> Rows where Row == (repeat (each Value).Output) {
        Rows(
            nodes: [_SelectList(repeat each row).fields.map(\.node)],
            forms: [StoredForms(selecting: repeat (each Value).self)])
    }

    /// Used by the compiler for the closure as a whole.
    public static func buildBlock() -> Rows { Rows() }
    /// Used by the compiler for the first statement.
    public static func buildPartialBlock(first: Rows) -> Rows { first }
    /// Used by the compiler for each further statement.
    public static func buildPartialBlock(accumulated: Rows, next: Rows) -> Rows {
        Rows(nodes: accumulated.nodes + next.nodes, forms: accumulated.forms + next.forms)
    }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither(first: Rows) -> Rows { first }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither(second: Rows) -> Rows { second }
    /// Used by the compiler for an `if` without `else`.
    public static func buildOptional(_ rows: Rows?) -> Rows { rows ?? Rows() }
    /// Used by the compiler for a `for` loop.
    public static func buildArray(_ rows: [Rows]) -> Rows {
        Rows(nodes: rows.flatMap(\.nodes), forms: rows.flatMap(\.forms))
    }
}

/// A column whose values can be inserted.
public protocol _InsertableColumn: Selectable {
    /// Appends a value in its stored form.
    static func _encode(_ value: Output, to values: inout RowWriter)
}

extension SQLExpression: _InsertableColumn where Value: RowRepresentable {
    public static func _encode(_ value: Value._Plain, to values: inout RowWriter) {
        values.append(Value(_plain: value))
    }
}
