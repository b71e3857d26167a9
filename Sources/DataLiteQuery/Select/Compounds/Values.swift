/// Rows of values: `VALUES (?, ?), (?, ?)`.
///
/// ```swift
/// Values(1, "a")              // one row
/// Values((1, "a"), (2, "b"))  // two rows
/// Values([1, 2])              // two rows of one value
/// Values { (1, "a"); (2, "b") }
/// ```
public struct Values<Output>: RowQuery {
    public let _decoder: _QueryDecoder<Output>
    let rows: [[SQLNode]]

    /// The rows as Swift values, if all of them are; an insert encodes them in the forms of its columns.
    private var plain = PlainRows<Output>(list: [])

    package var plainRows: [Output] { plain.list }

    public var _part: _QueryPart {
        _QueryPart(kind: .values(ValueRows(rows: rows, columnCount: _decoder.columnCount)))
    }

    public func _write(to writer: inout _SQLWriter) {
        if _decoder.forms.isUnknown, writer.position == 0 { writer.isNone = true }
        _part.write(to: &writer)
    }
}

/// Rows that are values of Swift types.
///
/// SAFETY: the rows are never changed. They are read only by the clauses of an insert, which encode them as soon as the
/// statement is built.
private struct PlainRows<Row>: @unchecked Sendable {
    let list: [Row]
}

extension Values where Output: RowRepresentable {
    /// A row of one value.
    public init(_ value: Output) {
        self.init([value])
    }

    /// Rows of one value each.
    public init(_ rows: [Output]) {
        self.init(
            _decoder: _QueryDecoder(selecting: RowValue<Output>.self),
            rows: rows.map { row in [SQLNode(binding: row)] }, plain: PlainRows(list: rows))
    }
}

extension Values {
    /// A row of one expression. Unlike a row of several, it can be used where the type of the result is stated:
    /// `let id: Int = try Values($next()).fetchRequired(db)`.
    // Disfavored, so that it does not compete with the initializer for a Swift value.
    @_disfavoredOverload
    public init<Value: _SelectableValue>(_ value: Value) where Output == Value.Output {
        self.init(
            _decoder: _QueryDecoder(selecting: Value.self),
            rows: [_SelectList(value).fields.map(\.node)])
    }

    /// A row of expressions and values, which are bound.
    ///
    /// ```swift
    /// Values(1, "a", SQLExpression.random())
    /// ```
    public init<each Value: _SelectableValue>(_ values: repeat each Value)
    where Output == (repeat (each Value).Output) {
        self.init(
            _decoder: _QueryDecoder(tuple: repeat (each Value).self),
            rows: [_SelectList(repeat each values).fields.map(\.node)])
    }

    /// A row of values.
    @_disfavoredOverload
    public init<each Value: RowRepresentable>(_ values: repeat each Value)
    where Output == (repeat each Value) {
        self.init([(repeat each values)])
    }

    /// Rows of several values each.
    // At least two values: `Values(1, 2)` is one row.
    public init<First: RowRepresentable, Second: RowRepresentable, each Value: RowRepresentable>(
        _ rows: (First, Second, repeat each Value)...
    ) where Output == (First, Second, repeat each Value) {
        self.init(rows)
    }

    /// Rows of several values each.
    public init<each Value: RowRepresentable>(_ rows: [(repeat each Value)])
    where Output == (repeat each Value) {
        self.init(
            _decoder: _QueryDecoder(tuple: repeat RowValue<each Value>.self),
            rows: rows.map { row in
                var nodes: [SQLNode] = []
                repeat nodes.append(SQLNode(binding: each row))
                return nodes
            }, plain: PlainRows(list: rows))
    }

    /// Rows of expressions and values, which are bound.
    ///
    /// ```swift
    /// Values((1, SQLExpression.random()), (2, SQLExpression.random()))
    /// ```
    @_disfavoredOverload
    public init<each Value: _SelectableValue>(_ rows: (repeat each Value)...)
    where Output == (repeat (each Value).Output) {
        self.init(
            _decoder: _QueryDecoder(tuple: repeat (each Value).self),
            rows: rows.map { row in _SelectList(repeat each row).fields.map(\.node) })
    }

    /// Rows of values and expressions, one in each line. The closure can contain `if` with `else`, and `switch`.
    ///
    /// ```swift
    /// Values {
    ///     (1, "a")
    ///     (2, #bind("b").upper())
    /// }
    /// ```
    public init(@_ValuesBuilder _ rows: () -> _ValuesBuilder.Rows<Output>) {
        let rows = rows()
        self.init(_decoder: rows.decoder, rows: rows.nodes)
    }

    init(withoutRows decoder: _QueryDecoder<Output>) { self.init(_decoder: decoder, rows: []) }

    /// Rows that can only be inserted, such as drafts.
    package init(inserting rows: [Output]) {
        let decoder = _QueryDecoder<Output>(columnCount: 0) { _ throws(SQLiteError) in
            throw SQLiteError(.misuse, message: "drafts can only be inserted")
        }
        self.init(_decoder: decoder, rows: [], plain: PlainRows(list: rows))
    }
}

/// Decodes a value of a row.
private struct RowValue<Value: RowRepresentable>: Selectable {
    typealias Output = Value
    typealias Wrapped = Value

    func _appendColumns(to list: inout _SelectList) {}
}

// SQLite allows no `LIMIT` after `VALUES`, so the rows are a derived table.

extension Values {
    /// At most `count` rows, or all for `nil`, after skipping `offset` rows.
    public func limit(_ count: Int?, offset: Int? = nil) -> Select<Output, ()> {
        derived.limit(count, offset: offset)
    }

    /// The rows after skipping `count` rows, or all for `nil`.
    public func offset(_ count: Int?) -> Select<Output, ()> { derived.offset(count) }

    /// The query without rows. As a statement, it returns no row, and ``Query/sql()`` is empty.
    public var none: Select<Output, ()> { derived.none }

    private var derived: Select<Output, ()> {
        let item = _part.table(as: "rows", columns: .numbered(_decoder.columnCount))
        return Select(core: SelectCore(from: item), columns: (), decoder: _decoder)
    }
}

// Rows with named columns are also filtered and ordered as a derived table.
extension Values where Output: Selection {
    /// The rows for which a condition is true.
    ///
    /// ```swift
    /// Values { Score(points: 3); Score(points: 1) }.where { $0.points > 2 }
    /// ```
    public func `where`(
        @ConditionBuilder _ condition: (Output.Columns) -> SQLExpression<Bool>
    ) -> Select<Output, Output.Columns> {
        asTable().where(condition)
    }

    /// The rows for which a column is true.
    public func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Output.Columns, SQLExpression<Truth>>
    ) -> Select<Output, Output.Columns> {
        asTable().where(column)
    }

    /// The rows, sorted by terms.
    public func order(
        @OrderingBuilder by terms: (Output.Columns) -> [Ordering]
    ) -> Select<Output, Output.Columns> {
        asTable().order(by: terms)
    }

    /// The rows, sorted by a column.
    public func order<Term: OrderingTerm>(
        by column: KeyPath<Output.Columns, Term>
    ) -> Select<Output, Output.Columns> {
        asTable().order(by: column)
    }
}

/// Collects the rows of ``Values``: values and expressions, or tuples of them. All rows have values of the same types.
///
/// A closure has at least one row. For any number of rows, use `Values(array)`.
//
// `Rows` is generic over the output, not over a parameter pack of the values: the Swift 6.3 runtime corrupts memory
// when it creates the metadata of arrays of such a type.
@resultBuilder
public enum _ValuesBuilder {
    /// Rows with values of the same types.
    public struct Rows<Output>: Sendable {
        var nodes: [[SQLNode]]
        let decoder: _QueryDecoder<Output>
    }

    /// Used by the compiler for a row of several values.
    public static func buildExpression<each Value: _SelectableValue>(
        _ row: (repeat each Value)
    ) -> Rows<(repeat (each Value).Output)> {
        Rows(
            nodes: [_SelectList(repeat each row).fields.map(\.node)],
            decoder: _QueryDecoder(tuple: repeat (each Value).self))
    }
    /// Used by the compiler for a row of a selection, or of a table.
    public static func buildExpression<Row: Selection>(_ row: Row) -> Rows<Row> {
        Rows(
            nodes: [SQLNode(binding: row).elements],
            decoder: _QueryDecoder(selecting: SQLExpression<Row>.self))
    }
    /// Used by the compiler for the first statement.
    public static func buildPartialBlock<Output>(first: Rows<Output>) -> Rows<Output> { first }
    /// Used by the compiler for each further statement.
    public static func buildPartialBlock<Output>(
        accumulated: Rows<Output>, next: Rows<Output>
    ) -> Rows<Output> {
        Rows(nodes: accumulated.nodes + next.nodes, decoder: accumulated.decoder)
    }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither<Output>(first: Rows<Output>) -> Rows<Output> { first }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither<Output>(second: Rows<Output>) -> Rows<Output> { second }
}

/// `VALUES (?, ?), (?, ?)`
struct ValueRows: SQLRenderable {
    /// The values of the rows. A value of several columns is a row value.
    let rows: [[SQLNode]]
    let columnCount: Int

    func write(to writer: inout _SQLWriter) {
        // `VALUES` requires at least one row.
        guard !rows.isEmpty else { return writer.writeNoRows(columnCount: columnCount) }
        writer.write("VALUES ")
        writer.writeList(rows) { writer, row in
            writer.write("(")
            writer.writeList(row.flatMap(\.elements)) { $0.write($1) }
            writer.write(")")
        }
    }
}

extension _SQLWriter {
    /// Writes a query without rows.
    mutating func writeNoRows(columnCount: Int) {
        write("SELECT ")
        writeList(0..<max(columnCount, 1)) { writer, _ in writer.write("NULL") }
        write(" WHERE FALSE")
    }
}
