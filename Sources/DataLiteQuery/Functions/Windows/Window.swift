/// The rows that a window function uses: partitions, their order, and the frame around the current
/// row.
public struct Window: Sendable {
    /// The name by which ``SQLExpressionProtocol/over(_:)-(String)`` refers to the window.
    let name: String?
    private var partition: [SQLNode] = []
    private var order: [SQLNode] = []
    private let frame: WindowFrame?

    /// Creates a window; without partitions, it contains all rows.
    public init<each Partition: Selectable, each Term: OrderingTerm>(
        _ name: String? = nil,
        partitionBy partitions: (repeat each Partition) = (),
        orderBy terms: (repeat each Term) = (),
        frame: WindowFrame? = nil
    ) {
        self.name = name
        self.frame = frame
        partition = _SelectList(repeat each partitions).fields.map(\.node)
        repeat order += (each terms)._orderingTerm.nodes
    }
}

extension Window: SQLRenderable {
    @usableFromInline
    func write(to writer: inout _SQLWriter) {
        var needsSpace = false
        func separate(_ writer: inout _SQLWriter) {
            if needsSpace { writer.write(" ") }
            needsSpace = true
        }
        if !partition.isEmpty {
            separate(&writer)
            writer.write("PARTITION BY ")
            writer.writeList(partition) { $0.write($1) }
        }
        if !order.isEmpty {
            separate(&writer)
            writer.write("ORDER BY ")
            writer.writeList(order) { $0.write($1) }
        }
        if let frame {
            separate(&writer)
            frame.write(to: &writer)
        }
    }
}

extension SQLExpressionProtocol {
    /// The result for the rows of a window.
    ///
    /// - Parameters:
    ///   - partitions: The expressions whose values divide the rows: `($0.year, $0.month)`.
    ///   - terms: The order within a partition.
    ///   - frame: The rows around the current row. Default: with an order, the rows up to the
    ///     current row and its peers, which have the same order; without an order, the whole
    ///     partition.
    public func over<each Partition: Selectable, each Term: OrderingTerm>(
        partitionBy partitions: (repeat each Partition) = (),
        orderBy terms: (repeat each Term) = (),
        frame: WindowFrame? = nil
    ) -> SQLExpression<Value> {
        over(
            Window(
                partitionBy: (repeat each partitions), orderBy: (repeat each terms), frame: frame))
    }

    /// The result for the rows of a window.
    public func over(_ window: Window) -> SQLExpression<Value> {
        SQLExpression(.fragment(WindowCall(call: node, window: window, name: nil)))
    }

    /// The result for the rows of a window that the query defines.
    public func over(_ name: String) -> SQLExpression<Value> {
        SQLExpression(.fragment(WindowCall(call: node, window: nil, name: name)))
    }
}

/// `f(a) OVER (window)`
private struct WindowCall: SQLRenderable {
    let call: SQLNode
    let window: Window?
    let name: String?

    func write(to writer: inout _SQLWriter) {
        guard call.fragment is FunctionCall else {
            return writer.fail(misuse: "only a function call can have a window")
        }
        writer.hasWindow = writer.hasWindow || writer.notesRowFunctions
        writer.write(call)
        writer.write(" OVER ")
        if let name {
            writer.writeName(name)
        } else {
            writer.write("(")
            window?.write(to: &writer)
            writer.write(")")
        }
    }
}

extension Select {
    /// Defines a window that several functions share.
    ///
    /// ```swift
    /// Item.window { Window("prices", orderBy: $0.price) }
    ///     .select { ($0.name, rank().over("prices"), $0.price.sum().over("prices")) }
    /// ```
    public consuming func window(_ window: (Columns) -> Window) -> Self {
        let window = call(window)
        guard let name = window.name else {
            return with {
                $0.conditions.append(
                    .failure(SQLiteError(.misuse, message: "a shared window needs a name")))
            }
        }
        return with { $0.clauses.windows.append(WindowDefinition(name: name, window: window)) }
    }
}

extension Table {
    /// Defines a window that several functions share.
    public static func window(_ window: (Columns) -> Window) -> Where<Self> {
        scoped.window(window)
    }
}
