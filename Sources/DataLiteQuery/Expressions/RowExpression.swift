/// Several values that are compared as one: a row value, <https://sqlite.org/rowvalue.html>.
///
/// ```swift
/// Take.where { row($0.albumID, $0.number).in([(1, 2), (3, 4)]) }
/// Take.where { row($0.albumID, $0.number).gt(1, 2) }
/// Take.where { row($0.albumID, $0.number).eq(row($0.otherID, $0.position)) }
/// ```
///
/// Rows are ordered by the first value in which they differ. A group of columns is compared in the same way, with
/// operators: `$0.key == TakeKey(albumID: 1, number: 2)`.
public struct RowExpression<each Value: RowRepresentable>: Sendable {
    let nodes: [SQLNode]
    private let isNullable: Bool

    init(_ values: repeat SQLExpression<each Value>) {
        var nodes: [SQLNode] = []
        var isNullable = false
        var mistake: SQLiteError?
        for (value, type) in repeat (each values, (each Value).self) {
            nodes.append(contentsOf: value.node.elements)
            isNullable = isNullable || type._containsNull
            if value.node.elements.count != type.columnCount { mistake = .isNoRow(type) }
        }
        self.nodes = mistake.map { [.failure($0)] } ?? nodes
        self.isNullable = isNullable
    }

    /// The values as parameters.
    private func bound(_ values: repeat (each Value)._Plain) -> [SQLNode] {
        var nodes: [SQLNode] = []
        repeat nodes += SQLNode(binding: each values, as: (each Value).self).elements
        return nodes
    }

    private func compare(_ symbol: BinaryOperator, _ other: [SQLNode]) -> SQLNode {
        .binary(.row(nodes), symbol, .row(other))
    }

    private func order(_ symbol: BinaryOperator, _ other: [SQLNode]) -> SQLExpression<Bool?> {
        for type in repeat (each Value).self {
            guard type.isOrdered else { return SQLExpression<Bool?>(.failure(.noOrder(type))) }
        }
        return SQLExpression<Bool?>(compare(symbol, other))
    }

    // MARK: - Equality

    /// Whether all values are equal. If one of them is optional, NULL equals NULL: `IS`.
    public static func == (lhs: Self, rhs: Self) -> SQLExpression<Bool> { lhs.eq(rhs) }

    /// Whether a value differs. If one of them is optional, NULL equals NULL: `IS NOT`.
    public static func != (lhs: Self, rhs: Self) -> SQLExpression<Bool> { lhs.neq(rhs) }

    /// Whether all values are equal. If one of them is optional, NULL equals NULL: `IS`.
    public func eq(_ other: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(compare(isNullable ? .is : .equal, other.nodes))
    }

    /// Whether all values are equal. If one of them is optional, NULL equals NULL: `IS`.
    public func eq(_ values: repeat (each Value)._Plain) -> SQLExpression<Bool> {
        SQLExpression<Bool>(compare(isNullable ? .is : .equal, bound(repeat each values)))
    }

    /// Whether a value differs. If one of them is optional, NULL equals NULL: `IS NOT`.
    public func neq(_ other: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(compare(isNullable ? .isNot : .notEqual, other.nodes))
    }

    /// Whether a value differs. If one of them is optional, NULL equals NULL: `IS NOT`.
    public func neq(_ values: repeat (each Value)._Plain) -> SQLExpression<Bool> {
        SQLExpression<Bool>(compare(isNullable ? .isNot : .notEqual, bound(repeat each values)))
    }

    /// Whether all values equal the values of the first row of a query: `(a, b) IS (SELECT ...)`. Without a row, they
    /// are equal if all of them are NULL.
    public func eq(_ query: some Query<(repeat (each Value)._Plain)>) -> SQLExpression<Bool> {
        compare(.is, query)
    }

    /// Whether a value differs from the value of the first row of a query: `(a, b) IS NOT (SELECT ...)`.
    public func neq(_ query: some Query<(repeat (each Value)._Plain)>) -> SQLExpression<Bool> {
        compare(.isNot, query)
    }

    private func compare(
        _ symbol: BinaryOperator, _ query: some Query<(repeat (each Value)._Plain)>
    ) -> SQLExpression<Bool> {
        let subquery = Subquery(query: QueryText(query: query, storedAs: forms))
        return SQLExpression<Bool>(.binary(.row(nodes), symbol, .fragment(subquery)))
    }

    /// The forms in which the values are stored.
    private var forms: StoredForms {
        var forms = StoredForms()
        for type in repeat (each Value).self { forms.append(type) }
        return forms
    }

    // MARK: - Lists

    /// Whether the row is in a list. As with `eq`, NULL equals NULL.
    public func `in`(_ rows: [(repeat (each Value)._Plain)]) -> SQLExpression<Bool> {
        GroupMembership.isMember(
            .row(nodes), ofRows: rows.map { bound(repeat each $0) }, isNullable: isNullable)
    }

    /// Whether the row is in the result of a query. As with `eq`, NULL equals NULL.
    public func `in`(_ query: some Query<(repeat (each Value)._Plain)>) -> SQLExpression<Bool> {
        let rows = QueryText(query: query, storedAs: forms)
        if isNullable {
            return SQLExpression<Bool>(.fragment(GroupMembership(columns: nodes, rows: rows)))
        }
        return SQLExpression<Bool>(
            .fragment(InQuery(operand: .row(nodes), query: rows, isNullable: false)))
    }

    // MARK: - Order

    /// Whether the row is before another one; NULL if a value that decides the order is NULL.
    public func lt(_ other: Self) -> SQLExpression<Bool?> { order(.less, other.nodes) }

    /// Whether the row is before another one; NULL if a value that decides the order is NULL.
    public func lt(_ values: repeat (each Value)._Plain) -> SQLExpression<Bool?> {
        order(.less, bound(repeat each values))
    }

    /// Whether the row is before another one or equal to it; NULL if a value that decides the order is NULL.
    public func lte(_ other: Self) -> SQLExpression<Bool?> { order(.lessOrEqual, other.nodes) }

    /// Whether the row is before another one or equal to it; NULL if a value that decides the order is NULL.
    public func lte(_ values: repeat (each Value)._Plain) -> SQLExpression<Bool?> {
        order(.lessOrEqual, bound(repeat each values))
    }

    /// Whether the row is after another one; NULL if a value that decides the order is NULL.
    public func gt(_ other: Self) -> SQLExpression<Bool?> { order(.greater, other.nodes) }

    /// Whether the row is after another one; NULL if a value that decides the order is NULL.
    public func gt(_ values: repeat (each Value)._Plain) -> SQLExpression<Bool?> {
        order(.greater, bound(repeat each values))
    }

    /// Whether the row is after another one or equal to it; NULL if a value that decides the order is NULL.
    public func gte(_ other: Self) -> SQLExpression<Bool?> { order(.greaterOrEqual, other.nodes) }

    /// Whether the row is after another one or equal to it; NULL if a value that decides the order is NULL.
    public func gte(_ values: repeat (each Value)._Plain) -> SQLExpression<Bool?> {
        order(.greaterOrEqual, bound(repeat each values))
    }
}

/// Several expressions as one row value: `(a, b)`.
public func row<each Value: RowRepresentable>(
    _ values: repeat SQLExpression<each Value>
) -> RowExpression<repeat each Value> {
    RowExpression(repeat each values)
}
