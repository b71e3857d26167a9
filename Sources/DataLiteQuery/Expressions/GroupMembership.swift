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
