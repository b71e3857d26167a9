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
    ///
    /// Rows without NULL are compared with `IN`, which can use an index.
    static func isMember<Group: Selection>(
        _ group: SQLNode, of values: [Group]
    ) -> SQLExpression<Bool> {
        var (rows, rowsWithNull): ([[SQLNode]], [[SQLNode]]) = ([], [])
        for value in values {
            let row = SQLNode(binding: value).elements
            if row.contains(where: \.isNull) { rowsWithNull.append(row) } else { rows.append(row) }
        }
        let count = Group.columnCount
        let isNullable = Group.columnDefinitions.list.contains(where: \.isNullable)
        let list = SQLNode.fragment(
            InQuery(
                operand: group, query: ValueRows(rows: rows, columnCount: count),
                isNullable: isNullable))
        if rowsWithNull.isEmpty { return SQLExpression(list) }
        let others = SQLNode.fragment(
            GroupMembership(
                columns: group.elements, rows: ValueRows(rows: rowsWithNull, columnCount: count)))
        return SQLExpression(rows.isEmpty ? others : .binary(list, .or, others))
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
