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

/// Whether a group is in the result of a query or in a list of rows, where NULL equals NULL in a column of the group:
/// `EXISTS (SELECT a, b INTERSECT ...)`. The condition `(a, b) IN (...)` is never true for a row with NULL, so it would
/// not be true for any value of an enum, in which the columns of all other cases are NULL.
struct GroupMembership: SQLRenderable {
    let columns: [SQLNode]
    let rows: any SQLRenderable
    /// Whether the group may be NULL as a whole, and then in no result.
    var isOptional = false

    var precedence: Precedence { isOptional ? .and : .primary }

    func write(to writer: inout _SQLWriter) {
        writer.hasSubquery = true
        if isOptional {
            writer.write("coalesce(")
            writer.writeList(columns) { $0.write($1) }
            writer.write(") IS NOT NULL AND ")
        }
        writer.write("EXISTS (SELECT ")
        writer.writeList(columns) { $0.write($1) }
        writer.write(" INTERSECT SELECT * FROM (")
        rows.write(to: &writer)
        writer.write("))")
    }
}

extension GroupMembership {
    /// The condition that a group is in a result, if one of its columns may be NULL; `nil` if `IN` is sufficient.
    init?<Value: RowRepresentable>(_ group: SQLExpression<Value>, in rows: any SQLRenderable) {
        guard group.node.isRow, let (type, isOptional) = ColumnDefinition.group(of: Value.self),
            type.columnDefinitions.list.contains(where: \.isNullable)
        else { return nil }
        self.init(columns: group.node.elements, rows: rows, isOptional: isOptional)
    }

    /// The condition that a group is one of several values.
    static func isMember<Group: RowRepresentable>(
        _ group: SQLNode, of values: some Sequence<Group>, columns: ColumnDefinitions?
    ) -> SQLExpression<Bool> {
        isMember(
            group, ofRows: values.map { SQLNode(binding: $0).elements },
            isNullable: columns?.list.contains(where: \.isNullable) ?? true)
    }

    /// The condition that a row value is one of several rows.
    ///
    /// Rows without NULL are compared with `IN`, which can use an index.
    static func isMember(
        _ row: SQLNode, ofRows rows: [[SQLNode]], isNullable: Bool
    ) -> SQLExpression<Bool> {
        let count = row.elements.count
        var (plain, rowsWithNull): ([[SQLNode]], [[SQLNode]]) = ([], [])
        for values in rows {
            if values.contains(where: \.isNull) {
                rowsWithNull.append(values)
            } else {
                plain.append(values)
            }
        }
        let list = SQLNode.fragment(
            InQuery(
                operand: row, query: ValueRows(rows: plain, columnCount: count),
                isNullable: isNullable))
        if rowsWithNull.isEmpty { return SQLExpression(list) }
        let others = SQLNode.fragment(
            GroupMembership(
                columns: row.elements, rows: ValueRows(rows: rowsWithNull, columnCount: count)))
        return SQLExpression(plain.isEmpty ? others : .binary(list, .or, others))
    }
}

extension SQLNode {
    /// Whether the node is NULL as a bound value.
    var isNull: Bool {
        switch self {
        case .null, .parameter(.null): true
        default: false
        }
    }
}
