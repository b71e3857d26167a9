/// Rows of values: `VALUES (?, ?), (?, ?)`.
///
/// ```swift
/// Values((1, "a"), (2, "b"))
/// ```
public struct Values<Output>: RowQuery {
    public let decoder: QueryDecoder<Output>
    let rows: [RowValues]

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
            rows: rows.map { row in
                var values = RowValues()
                values.append(row)
                return values
            })
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
                var values = RowValues()
                repeat values.append(each row)
                return values
            })
    }
}

/// Decodes a value of a row.
private struct RowValue<Value: RowRepresentable>: Selectable {
    typealias Output = Value

    func appendColumns(to list: inout SelectList) {}
}

private struct ValueRows: SQLFragment {
    let rows: [RowValues]
    let columnCount: Int

    func write(to writer: inout SQLWriter) {
        guard !rows.isEmpty else {
            // `VALUES` needs a row.
            writer.write("SELECT ")
            writer.writeList(0..<columnCount) { writer, _ in writer.write("NULL") }
            return writer.write(" WHERE FALSE")
        }
        writer.write("VALUES ")
        writer.writeList(rows) { writer, row in
            if let error = row.error { writer.fail(error) }
            writer.write("(")
            writer.writeList(row.values) { $0.write(parameter: $1) }
            writer.write(")")
        }
    }
}
