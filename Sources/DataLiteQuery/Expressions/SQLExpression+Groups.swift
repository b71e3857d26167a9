// The columns of a group. A single subscript serves all expressions: with one for each kind of group, the compiler
// would take seconds to report a misspelled function in a condition, without naming it.

extension SQLExpression {
    /// A column of a group, or a member of a selection that is stored as JSON. The columns and members of an optional
    /// group or selection are optional.
    public subscript<Member>(dynamicMember column: KeyPath<Value._Columns, Member>) -> Member {
        get { Value._Columns(_row: node)[keyPath: column] }
        set {
            guard let value = (newValue as? any ExpressionWithNode)?.node,
                let target =
                    (Value._Columns(_row: nil)[keyPath: column]
                    as? any ExpressionWithNode)?.node
            else { return self = Self(.failure(.isNoColumn(of: self))) }
            if let member = target.fragment as? any AssignedJSONMember {
                return self = Self(member.set(in: node, to: value))
            }
            self = replacing(target.elements, with: value)
        }
    }

    // MARK: - Assignment

    /// The group with one of its columns replaced by an expression. If a case of an enum gets a value, all other
    /// cases become NULL; if the value is NULL, the other cases do not change.
    private func replacing(_ columns: [SQLNode], with value: SQLNode) -> Self {
        guard case .row(var nodes) = node,
            let definitions = (Value._Columns.self as? any ColumnSet.Type)?.definitions
        else { return Self(value) }
        let values = value.elements
        guard values.count == columns.count else { return Self(.failure(.isNoRow(Value.self))) }
        let positions = columns.compactMap { column in
            definitions.list.firstIndex { SQLName.same(column.columnName ?? "", $0.name) }
        }
        guard positions.count == values.count else { return Self(.failure(.isNoColumn(of: self))) }
        for position in definitions.positionsOfOtherCases(than: positions, setTo: values) {
            nodes[position] = SQLNode.clearing(nodes[position], unlessNull: values)
        }
        for (position, value) in zip(positions, values) {
            nodes[position] = value
        }
        return Self(.row(nodes))
    }
}

extension ColumnSet {
    fileprivate static var definitions: ColumnDefinitions { Model.columnDefinitions }
}

/// An expression whose type is not known.
private protocol ExpressionWithNode {
    var node: SQLNode { get }
}

extension SQLExpression: ExpressionWithNode {}

extension ColumnSource {
    /// The columns of a group, given by its row value.
    init<Group: Selection>(_ node: SQLNode, of group: Group.Type) {
        let count = Group.columnCount
        var nodes = node.elements
        if nodes.count != count {
            nodes = Array(repeating: .failure(.isNoRow(group)), count: count)
        }
        self.init(qualifier: "", origin: Origin(.fields(nodes, Group.columnDefinitions)))
    }
}

extension ColumnDefinitions {
    /// The positions of the columns that become NULL when the columns of a case get values. None unless the columns
    /// are the cases of an enum, and none if all values are NULL.
    func positionsOfOtherCases(than positions: [Int], setTo values: [SQLNode]) -> [Int] {
        guard areCases, let position = positions.first,
            let assigned = properties.first(where: { $0.columns.contains(position) }),
            !values.areKnownNull
        else { return [] }
        return list.indices.filter { !assigned.columns.contains($0) }
    }
}

extension SQLNode {
    /// The new value of a column of another case: NULL, or what it is if the values of the assigned case are NULL.
    static func clearing(_ column: SQLNode, unlessNull values: [SQLNode]) -> SQLNode {
        areNull(values).map { .call("iif", [$0, column, .null]) } ?? .null
    }

    /// The elements of a row value, or the node itself.
    var elements: [SQLNode] {
        if case .row(let nodes) = self { nodes } else { [self] }
    }

    /// Whether the value is NULL, or `nil` if that is not known before the statement runs.
    fileprivate var isKnownNull: Bool? {
        switch self {
        case .null, .parameter(.null): true
        case .parameter: false
        default: nil
        }
    }

    /// The condition that all values are NULL; `nil` if it cannot be true.
    static func areNull(_ values: [SQLNode]) -> SQLNode? {
        if values.contains(where: { $0.isKnownNull == false }) { return nil }
        let conditions = values.filter { $0.isKnownNull == nil }
            .map { SQLNode.binary($0, .is, .null) }
        return conditions.dropFirst().reduce(conditions.first) { .and($0, $1) }
    }
}

extension Sequence<SQLNode> {
    /// Whether all values are NULL, which is known before the statement runs.
    var areKnownNull: Bool { allSatisfy { $0.isKnownNull == true } }
}

// MARK: - Errors

extension SQLiteError {
    static func isNoRow(_ type: any Any.Type) -> SQLiteError {
        SQLiteError.misuse(
            "an expression for several columns, such as a subquery, can be compared, but "
                + "its columns cannot be used one by one: \(type)")
    }

    fileprivate static func isNoColumn<Value>(of group: SQLExpression<Value>) -> SQLiteError {
        SQLiteError.misuse("a computed property of the columns of \(Value.self) cannot be assigned")
    }
}
