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

    public var _part: _QueryPart {
        _QueryPart(kind: .values(ValueRows(rows: rows, columnCount: _decoder.columnCount)))
    }

    public func _write(to writer: inout _SQLWriter) { _part.write(to: &writer) }
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
            rows: rows.map { row in [SQLNode(binding: row)] })
    }
}

extension Values {
    /// A row of expressions and values, which are bound.
    ///
    /// ```swift
    /// Values(1, "a", random())
    /// ```
    public init<each Value: SelectableValue>(_ values: repeat each Value)
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
}

extension Values {
    /// Rows of several values each.
    public init<each Value: RowRepresentable>(_ rows: (repeat each Value)...)
    where Output == (repeat each Value) {
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
            })
    }

    /// Rows of expressions and values, which are bound.
    ///
    /// ```swift
    /// Values((1, random()), (2, random()))
    /// ```
    @_disfavoredOverload
    public init<each Value: SelectableValue>(_ rows: (repeat each Value)...)
    where Output == (repeat (each Value).Output) {
        self.init(
            _decoder: _QueryDecoder(tuple: repeat (each Value).self),
            rows: rows.map { row in _SelectList(repeat each row).fields.map(\.node) })
    }
}

extension Values {
    /// Rows of values and expressions, one in each line. The closure can contain `if` with `else`, and `switch`.
    ///
    /// ```swift
    /// Values {
    ///     (1, "a")
    ///     (2, "b".upper())
    /// }
    /// ```
    public init(@ValuesBuilder _ rows: () -> ValuesBuilder.Rows<Output>) {
        let rows = rows()
        self.init(_decoder: rows.decoder, rows: rows.nodes)
    }
}

/// Decodes a value of a row.
private struct RowValue<Value: RowRepresentable>: Selectable {
    typealias Output = Value
    typealias Wrapped = Value

    func _appendColumns(to list: inout _SelectList) {}
}
