/// A term by which a query can be ordered: an expression, ascending or descending.
public protocol OrderingTerm {
    /// The type of a comparison of two values: not a condition if SQL has no order for the values.
    associatedtype _Comparison = Bool

    /// The term.
    var _orderingTerm: Ordering { get }
}

/// An expression with the direction of the sort.
public struct Ordering: OrderingTerm, Sendable {
    @usableFromInline let node: SQLNode

    @inlinable
    init(node: SQLNode) { self.node = node }

    @inlinable
    public var _orderingTerm: Ordering { self }

    /// The terms: a group of columns has one for each column.
    var nodes: [SQLNode] { node.elements }

    /// The position of NULL in an order.
    public enum Nulls: Sendable {
        /// Before all values: the default of an ascending order.
        case first
        /// After all values: the default of a descending order.
        case last

        var reversed: Nulls { self == .first ? .last : .first }
    }

    fileprivate func directed(isDescending: Bool, _ nulls: Nulls?) -> Ordering {
        let terms = nodes.map {
            SQLNode.fragment(DirectedOrder(node: $0, isDescending: isDescending, nulls: nulls))
        }
        return Ordering(node: terms.count == 1 ? terms[0] : .row(terms))
    }
}

extension SQLExpression: OrderingTerm {
    public typealias _Comparison = Value._Condition

    @inlinable
    public var _orderingTerm: Ordering {
        Ordering(node: Value.isOrdered ? node : .unordered(node, Value.self))
    }
}

extension ScalarExpression {
    /// Ascending order.
    public func asc(nulls: Ordering.Nulls? = nil) -> Ordering {
        _orderingTerm.directed(isDescending: false, nulls)
    }

    /// Descending order.
    public func desc(nulls: Ordering.Nulls? = nil) -> Ordering {
        _orderingTerm.directed(isDescending: true, nulls)
    }

    // Without parentheses, as in other libraries: `order { $0.price.desc }`.

    /// Ascending order.
    @_disfavoredOverload
    public var asc: Ordering { asc(nulls: nil) }

    /// Descending order.
    @_disfavoredOverload
    public var desc: Ordering { desc(nulls: nil) }
}

/// A term whose values have no order in SQL. Only an index accepts it, for comparisons with `=`.
struct UnorderedTerm: SQLRenderable {
    let node: SQLNode
    let type: any Any.Type

    func write(to writer: inout _SQLWriter) {
        writer.fail(.noOrder(type))
        writer.write(node)
    }
}

extension SQLNode {
    @usableFromInline
    static func unordered(_ node: SQLNode, _ type: any Any.Type) -> SQLNode {
        .fragment(UnorderedTerm(node: node, type: type))
    }

    /// The term of an order in the opposite direction.
    var reversedOrder: SQLNode {
        if case .row(let nodes) = self { return .row(nodes.map(\.reversedOrder)) }
        if let order = fragment as? DirectedOrder { return .fragment(order.reversed) }
        return .fragment(DirectedOrder(node: self, isDescending: true, nulls: nil))
    }
}

struct DirectedOrder: SQLRenderable {
    var node: SQLNode
    let isDescending: Bool
    let nulls: Ordering.Nulls?

    func write(to writer: inout _SQLWriter) {
        writer.write(term: node)
        writer.write(isDescending ? " DESC" : " ASC")
        switch nulls {
        case .first: writer.write(" NULLS FIRST")
        case .last: writer.write(" NULLS LAST")
        case nil: break
        }
    }

    /// The opposite direction, with NULLs at the other end.
    fileprivate var reversed: DirectedOrder {
        DirectedOrder(node: node, isDescending: !isDescending, nulls: nulls?.reversed)
    }
}
