/// The tree of an expression. Rendering writes it into one buffer; see `_SQLWriter`.
@usableFromInline
enum SQLNode: Sendable {
    /// A column: the name of its table or alias, empty if it is not qualified, and its own.
    case column(String, String)
    /// A value, bound.
    case parameter(SQLiteValue)
    /// A row value: `(a, b)`.
    case row([SQLNode])
    /// Text that this module writes: `TRUE`, `*`, ...
    case text(StaticString)
    /// `NULL` as a value of the program, so that `== nil` becomes `IS NULL`.
    case null
    case operation(BinaryOperation)
    indirect case unary(UnaryOperator, SQLNode)
    /// An operator with so many others in its operands that they are released one by one.
    case deep(DeepOperation)
    /// Everything else: calls, `CASE`, subqueries, ...
    case part(NestedPart)
    /// A mistake that running the statement reports.
    case failure(SQLiteError)
}

/// An operator with both its operands: a class, because writing a tree of objects copies no node.
@usableFromInline
final class BinaryOperation: Sendable {
    @usableFromInline let lhs: SQLNode
    @usableFromInline let symbol: BinaryOperator
    @usableFromInline let rhs: SQLNode

    /// The number of operators on the longest way to an operand that has none.
    @usableFromInline let depth: UInt32

    @inlinable
    init(_ lhs: SQLNode, _ symbol: BinaryOperator, _ rhs: SQLNode) {
        self.lhs = lhs
        self.symbol = symbol
        self.rhs = rhs
        depth = Swift.max(lhs.depth, rhs.depth) &+ 1
    }
}

/// An operation that is too deep to be released by the recursion of deinitializers, which would overflow
/// the stack: an expression that was built in a loop is as deep as it is long.
///
/// SAFETY: `node` changes only when the last reference to the object has gone, so nothing else reads it
/// then. Before, the object is immutable, and can be shared.
@usableFromInline
final class DeepOperation: @unchecked Sendable {
    /// An operation or a unary operator.
    private(set) var node: SQLNode
    @usableFromInline let depth: UInt32

    @usableFromInline
    init(_ node: SQLNode, depth: UInt32) {
        self.node = node
        self.depth = depth
    }

    deinit {
        var pending = takeOperands()
        while var operation = pending.popLast() {
            // No other code can retain an object with one reference: there are no weak ones.
            guard isKnownUniquelyReferenced(&operation) else { continue }
            pending += operation.takeOperands()
        }
    }

    /// The deep operands, for which the result has the only reference of this object.
    private func takeOperands() -> [DeepOperation] {
        let operands: [SQLNode] =
            switch node {
            case .operation(let operation): [operation.lhs, operation.rhs]
            case .unary(_, let operand): [operand]
            default: []
            }
        node = .null
        return operands.compactMap { operand in
            if case .deep(let operation) = operand { operation } else { nil }
        }
    }
}

extension SQLNode {
    @inlinable
    static func unary(_ symbol: UnaryOperator, operand: SQLNode) -> SQLNode {
        let depth = operand.depth &+ 1
        let node = SQLNode.unary(symbol, operand)
        return depth < deepOperation ? node : .deep(DeepOperation(node, depth: depth))
    }

    @inlinable
    static func binary(_ lhs: SQLNode, _ symbol: BinaryOperator, _ rhs: SQLNode) -> SQLNode {
        let operation = BinaryOperation(lhs, symbol, rhs)
        guard operation.depth >= deepOperation else { return .operation(operation) }
        return .deep(DeepOperation(.operation(operation), depth: operation.depth))
    }

    /// The number of operators in one another from which they are released one by one.
    @inlinable
    static var deepOperation: UInt32 { 16 }

    /// The number of operators on the longest way to an operand that has none.
    @inlinable
    var depth: UInt32 { isOperator ? operatorDepth : 0 }

    /// Whether it is an operator. Asked first, because this reads the case without a copy of the node.
    @inlinable
    var isOperator: Bool {
        switch self {
        case .operation, .deep, .unary: true
        default: false
        }
    }

    /// Whether it is a row value. This reads the case without a copy of the node.
    var isRow: Bool {
        switch self {
        case .row: true
        default: false
        }
    }

    @usableFromInline
    var operatorDepth: UInt32 {
        switch self {
        case .operation(let operation): operation.depth
        case .deep(let operation): operation.depth
        case .unary(_, let operand): operand.depth &+ 1
        default: 0
        }
    }

    @usableFromInline
    static func fragment(_ fragment: any SQLRenderable) -> SQLNode { .part(NestedPart(fragment)) }

    /// The part of a statement that is no operator, column or value, if the node is one.
    var fragment: (any SQLRenderable)? {
        if case .part(let part) = self { part.fragment } else { nil }
    }

    /// The operator with both its operands, if it is one.
    var operation: BinaryOperation? {
        switch self {
        case .operation(let operation): operation
        case .deep(let deep): deep.node.operation
        default: nil
        }
    }
}

/// A part of a statement that writes itself.
@usableFromInline
protocol SQLRenderable: Sendable {
    /// How tightly the outermost operator of the part binds.
    var precedence: Precedence { get }

    func write(to writer: inout _SQLWriter)
}

extension SQLRenderable {
    @usableFromInline
    var precedence: Precedence { .primary }
}

extension SQLNode {
    /// A value as bound parameters.
    @inlinable
    init(binding value: some RowRepresentable) {
        var values = RowWriter()
        values.append(value)
        // Taken, not copied: each value of each query comes here.
        switch values.takeOnlyValue() {
        case .some(.null): self = .null
        case .some(let value): self = .parameter(value)
        case .none: self.init(values)
        }
    }

    @usableFromInline
    init(_ values: RowWriter) {
        if let error = values.error {
            self = .failure(error)
        } else if let value = values.onlyValue {
            self = value.isNull ? .null : .parameter(value)
        } else {
            self = .row(values.values.map(SQLNode.parameter))
        }
    }

    /// A condition that is always true, which `where` leaves out.
    static let always = SQLNode.text("TRUE")

    var isAlways: Bool {
        if case .text(let text) = self { text.utf8Start == Self.alwaysText } else { false }
    }

    private static var alwaysText: UnsafePointer<UInt8>? {
        if case .text(let text) = always { text.utf8Start } else { nil }
    }

    /// Both conditions; `nil` is none.
    static func and(_ lhs: SQLNode?, _ rhs: SQLNode) -> SQLNode {
        guard let lhs else { return rhs }
        return .binary(lhs, .and, rhs)
    }
}
