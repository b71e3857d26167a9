/// Collects the rows of an insert: drafts, rows and sequences of them.
///
/// ```swift
/// Reminder.insert {
///     Reminder.Draft(title: "Milk", remindersListID: list)
///     drafts
///     if addsBread { Reminder.Draft(title: "Bread", remindersListID: list) }
/// }
/// ```
public typealias InsertRowsBuilder<Model: Table> = _ListBuilder<_InsertRows<Model>>

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

extension _ListBuilder {
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
    public static func buildExpression<Draft: TableDraft>(_ draft: Draft) -> [Element]
    where Element == _InsertRows<Draft.Model> {
        [_InsertRows(drafts: CollectionOfOne(draft))]
    }

    /// Drafts.
    @_disfavoredOverload
    @inlinable
    public static func buildExpression<Draft: TableDraft>(
        _ drafts: some Sequence<Draft>
    ) -> [Element] where Element == _InsertRows<Draft.Model> {
        [_InsertRows(drafts: drafts)]
    }

    @available(
        *, unavailable,
        message:
            "this is not a row of the table: insert rows, drafts or sequences of them, or list the columns and write values: { ... }"
    )
    @_disfavoredOverload
    public static func buildExpression<Model>(_ other: some _SelectableValue) -> [Element]
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

/// Collects the rows of an insert that are given as tuples of values and expressions, one for each column.
//
// Not a `_ListBuilder`: the Swift runtime cannot create the metadata of one whose element type is generic over a
// parameter pack.
@resultBuilder
public enum _InsertValuesBuilder<Row> {
    /// Rows of values and of expressions.
    public struct Rows {
        // Not a list of enums: the compiler crashes where a value of an enum is a tuple of a parameter pack.
        fileprivate(set) var values: [Row] = []
        fileprivate(set) var expressions: [Expressions] = []

        /// A row of expressions after a number of rows of values.
        struct Expressions {
            var position: Int
            let nodes: [SQLNode]
            let forms: StoredForms
        }

        fileprivate mutating func append(_ rows: Rows) {
            for var row in rows.expressions {
                row.position += values.count
                expressions.append(row)
            }
            values += rows.values
        }

        /// All rows as expressions.
        ///
        /// - Parameter values: The encoded rows of values.
        func nodes(with values: [EncodedValues], storedAs forms: StoredForms) -> [[SQLNode]] {
            var nodes: [[SQLNode]] = []
            var next = 0
            for row in expressions {
                nodes += values[next..<row.position].map(\.nodes)
                nodes.append(
                    row.forms.mismatch(expecting: forms).map { [.failure($0)] } ?? row.nodes)
                next = row.position
            }
            return nodes + values[next...].map(\.nodes)
        }
    }

    /// Used by the compiler for a row of values.
    public static func buildExpression(_ row: Row) -> Rows { Rows(values: [row]) }

    /// Used by the compiler for rows of values.
    public static func buildExpression(_ rows: some Sequence<Row>) -> Rows {
        Rows(values: Array(rows))
    }

    /// Used by the compiler for an array in the closure, such as `[]`.
    public static func buildExpression(_ rows: [Row]) -> Rows { Rows(values: rows) }

    /// Used by the compiler for a row that contains expressions.
    @_disfavoredOverload
    public static func buildExpression<each Value: _SelectableValue>(
        _ row: (repeat each Value)
    ) -> Rows where Row == (repeat (each Value).Output) {
        let nodes = _SelectList(repeat each row).fields.map(\.node)
        let forms = StoredForms(selecting: repeat (each Value).self)
        return Rows(expressions: [.init(position: 0, nodes: nodes, forms: forms)])
    }

    /// Used by the compiler for the closure as a whole.
    public static func buildBlock() -> Rows { Rows() }
    /// Used by the compiler for the first statement.
    public static func buildPartialBlock(first: Rows) -> Rows { first }
    /// Used by the compiler for each further statement.
    public static func buildPartialBlock(accumulated: Rows, next: Rows) -> Rows {
        buildArray([accumulated, next])
    }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither(first: Rows) -> Rows { first }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither(second: Rows) -> Rows { second }
    /// Used by the compiler for an `if` without `else`.
    public static func buildOptional(_ rows: Rows?) -> Rows { rows ?? Rows() }
    /// Used by the compiler for a `for` loop.
    public static func buildArray(_ rows: [Rows]) -> Rows {
        rows.reduce(into: Rows()) { $0.append($1) }
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
