/// The tree of an expression. Rendering writes it into one buffer; see `SQLWriter`.
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
    /// Everything else: calls, `CASE`, subqueries, ...
    indirect case fragment(any SQLFragment)
    /// A mistake that running the statement reports.
    case failure(SQLiteError)
}

/// An operator with both its operands: a class, because writing a tree of objects copies no node.
@usableFromInline
final class BinaryOperation: Sendable {
    @usableFromInline let lhs: SQLNode
    @usableFromInline let symbol: BinaryOperator
    @usableFromInline let rhs: SQLNode

    @inlinable
    init(_ lhs: SQLNode, _ symbol: BinaryOperator, _ rhs: SQLNode) {
        self.lhs = lhs
        self.symbol = symbol
        self.rhs = rhs
    }
}

/// A part of a statement that writes itself.
@usableFromInline
protocol SQLFragment: Sendable {
    /// How tightly the outermost operator of the part binds.
    var precedence: Precedence { get }

    func write(to writer: inout SQLWriter)
}

extension SQLFragment {
    @usableFromInline
    var precedence: Precedence { .primary }
}

extension SQLNode {
    @inlinable
    static func binary(_ lhs: SQLNode, _ symbol: BinaryOperator, _ rhs: SQLNode) -> SQLNode {
        .operation(BinaryOperation(lhs, symbol, rhs))
    }

    /// A value as bound parameters.
    @inlinable
    init(binding value: some RowRepresentable) {
        var values = RowValues()
        values.append(value)
        if values.error == nil, let only = values.onlyValue {
            self = only.isNull ? .null : .parameter(only)
        } else {
            self.init(values)
        }
    }

    @usableFromInline
    init(_ values: RowValues) {
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
