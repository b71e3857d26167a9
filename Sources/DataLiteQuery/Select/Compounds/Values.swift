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
