/// Rows of values: `VALUES (?, ?), (?, ?)`.
///
/// ```swift
/// Values((1, "a"), (2, "b"))
/// ```
public struct Values<Output>: RowQuery {
    public let decoder: QueryDecoder<Output>
    let rows: [[SQLNode]]

    public var part: QueryPart {
        QueryPart(kind: .values(ValueRows(rows: rows, columnCount: decoder.columnCount)))
    }

    public func write(to writer: inout SQLWriter) { part.write(to: &writer) }
}

extension Values where Output: RowRepresentable {
    /// Rows of one value each.
    public init(_ rows: Output...) {
        self.init(rows)
    }

    /// Rows of one value each.
    public init(_ rows: [Output]) {
        self.init(
            decoder: QueryDecoder(selecting: RowValue<Output>.self),
            rows: rows.map { row in [SQLNode(binding: row)] })
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
            decoder: QueryDecoder(tuple: repeat RowValue<each Value>.self),
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
            decoder: QueryDecoder(tuple: repeat (each Value).self),
            rows: rows.map { row in SelectList(repeat each row).fields.map(\.node) })
    }
}

/// Decodes a value of a row.
private struct RowValue<Value: RowRepresentable>: Selectable {
    typealias Output = Value
    typealias Wrapped = Value

    func appendColumns(to list: inout SelectList) {}
}
