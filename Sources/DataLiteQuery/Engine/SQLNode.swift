/// The tree of an expression. Rendering writes it into one buffer; see `_SQLWriter`.
@usableFromInline
enum SQLNode: Sendable {
    /// A column: the name of its table or alias, which is empty if the column is not qualified, and its own name.
    case column(String, String)
    /// A column of a table under its own name, as the text `"table"."column"`. The names contain no double quotes.
    case tableColumn(StaticString)
    /// A bound value.
    case parameter(SQLiteValue)
    /// A row value: `(a, b)`.
    case row([SQLNode])
    /// Text that this module writes: `TRUE`, `*`, ...
    case text(StaticString)
    /// `NULL` from a Swift value, so that `== nil` becomes `IS NULL`.
    case null
    case operation(BinaryOperation)
    indirect case unary(UnaryOperator, SQLNode)
    /// An operator whose operands are nested so deeply that they are released in a loop.
    case deep(DeepOperation)
    /// Everything else: calls, `CASE`, subqueries, ...
    case part(NestedPart)
    /// An error to report when the statement runs.
    case failure(SQLiteError)

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

    /// The nesting depth at which operators are released in a loop.
    @inlinable
    static var deepOperation: UInt32 { 16 }

    /// The number of operators on the longest path to an operand without operators.
    @inlinable
    var depth: UInt32 { isOperator ? operatorDepth : 0 }

    /// Whether the node is an operator. Checked first, because this reads the case without copying the node.
    @inlinable
    var isOperator: Bool {
        switch self {
        case .operation, .deep, .unary: true
        default: false
        }
    }

    /// Whether the node is a row value. This reads the case without copying the node.
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

    /// The part of a statement that the node contains; `nil` for other kinds of nodes.
    var fragment: (any SQLRenderable)? {
        if case .part(let part) = self { part.fragment } else { nil }
    }

    /// The name of the table or alias, and of the column, if the node is a column.
    var column: (qualifier: String, name: String)? {
        switch self {
        case .column(let qualifier, let name): (qualifier, name)
        case .tableColumn(let text): text.columnNames
        default: nil
        }
    }

    /// Whether the node is a column. This reads the case without copying the node.
    var isColumn: Bool {
        switch self {
        case .column, .tableColumn: true
        default: false
        }
    }

    /// Whether the nodes are the same column.
    func isSameColumn(as other: SQLNode) -> Bool {
        guard let column, let other = other.column else { return false }
        return SQLName.same(column.qualifier, other.qualifier)
            && SQLName.same(column.name, other.name)
    }

    /// The operator with its two operands, if the node is one.
    var operation: BinaryOperation? {
        switch self {
        case .operation(let operation): operation
        case .deep(let deep): deep.node.operation
        default: nil
        }
    }

    /// A value as bound parameters.
    @inlinable
    init(binding value: some RowRepresentable) {
        if let value = Self.standardValue(value) {
            self = .parameter(value)
            return
        }
        var values = RowWriter()
        values.append(value)
        // Taken, not copied: every value of every query is bound here.
        switch values.takeOnlyValue() {
        case .some(.null): self = .null
        case .some(let value): self = .parameter(value)
        case .none: self.init(values)
        }
    }

    /// A value of one of the usual types of the standard library, which needs no writer. Where the type is known, the
    /// comparisons of types cost nothing.
    @inlinable
    @inline(__always)
    static func standardValue<Value>(_ value: Value) -> SQLiteValue? {
        if Value.self == Int.self, let value = value as? Int { return value.sqliteValue }
        if Value.self == String.self, let value = value as? String { return value.sqliteValue }
        if Value.self == Double.self, let value = value as? Double { return value.sqliteValue }
        return nil
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

    /// A condition that is always true, which `where` omits.
    static let always = SQLNode.text("TRUE")

    var isAlways: Bool {
        if case .text(let text) = self { text.utf8Start == Self.alwaysText } else { false }
    }

    /// The condition of a query without rows.
    static let never = SQLNode.text("0")

    /// A condition that is never true. Unlike ``never``, it does not replace the query: an aggregate returns its row.
    static let isFalse = SQLNode.text("FALSE")

    var isNever: Bool {
        if case .text(let text) = self { text.description == "0" } else { false }
    }

    private static var alwaysText: UnsafePointer<UInt8>? {
        if case .text(let text) = always { text.utf8Start } else { nil }
    }

    /// The conjunction of two conditions; `nil` means no condition.
    static func and(_ lhs: SQLNode?, _ rhs: SQLNode) -> SQLNode {
        guard let lhs else { return rhs }
        return .binary(lhs, .and, rhs)
    }
}

/// An operator with its two operands: a class, because writing a tree of objects copies no node.
@usableFromInline
final class BinaryOperation: Sendable {
    @usableFromInline let lhs: SQLNode
    @usableFromInline let symbol: BinaryOperator
    @usableFromInline let rhs: SQLNode

    /// The number of operators on the longest path to an operand without operators.
    @usableFromInline let depth: UInt32

    @inlinable
    init(_ lhs: SQLNode, _ symbol: BinaryOperator, _ rhs: SQLNode) {
        self.lhs = lhs
        self.symbol = symbol
        self.rhs = rhs
        depth = Swift.max(lhs.depth, rhs.depth) &+ 1
    }
}

/// An operation that is nested too deeply to be released by recursive deinitializers, which would overflow the stack:
/// an expression that was built in a loop is as deep as it is long.
///
/// SAFETY: `node` changes only when the last reference to the object is gone, so nothing else reads it then. Until
/// then, the object is immutable and can be shared.
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
            // With only one reference, no other code can retain the object: there are no weak references.
            guard isKnownUniquelyReferenced(&operation) else { continue }
            pending += operation.takeOperands()
        }
    }

    /// Removes and returns the deep operands, so that only the result refers to them.
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

/// A part of a statement that writes itself.
@usableFromInline
protocol SQLRenderable: Sendable {
    /// How tightly the outermost operator of the part binds.
    var precedence: Precedence { get }

    /// The expression that a query returns for the part, if it is another one.
    var result: SQLNode? { get }

    func write(to writer: inout _SQLWriter)
}

extension SQLRenderable {
    @usableFromInline
    var precedence: Precedence { .primary }

    @usableFromInline
    var result: SQLNode? { nil }
}
