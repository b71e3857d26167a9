// The assignments of an update, and their SQL.

/// `"column" = value`, or `("a", "b") = (SELECT ...)`.
struct Assignment: Sendable {
    var columns: [String]
    var value: SQLNode
}

extension Updates {
    mutating func assign(_ value: SQLNode, to target: SQLNode) {
        let value = clearOtherCases(of: target, setTo: value)
        switch (target, value) {
        case (.row(let columns), .row(let values)) where columns.count == values.count:
            for (column, value) in zip(columns, values) where !value.isSameColumn(as: column) {
                set([column], value)
            }
        case (.row(let columns), _):
            set(columns, value)
        default:
            set([target], value)
        }
    }

    /// Assigns a query to columns and groups of columns.
    mutating func assign(_ query: some Query, storedAs forms: StoredForms, to targets: [SQLNode]) {
        assign(query.subqueryNode(storedAs: forms), to: .row(targets.flatMap(\.elements)))
    }

    /// In a table whose rows are an enum, sets the columns of all other cases to NULL if a case gets a value.
    ///
    /// - Returns: The value. The columns of the other cases test it for NULL, so a value that is not deterministic is
    ///   an error.
    private mutating func clearOtherCases(of target: SQLNode, setTo value: SQLNode) -> SQLNode {
        let definitions = Model.columnDefinitions
        guard definitions.areCases else { return value }
        let names = target.elements.map { $0.columnName ?? "" }
        let value = value.isRow ? value : ComputedOnce.node(value, assignedTo: names)
        let positions = definitions.list.indices.filter { position in
            names.contains { SQLName.same($0, definitions.list[position].name) }
        }
        // A subquery for a group is not NULL: comparing it would run it once more.
        let values = value.elements.count == names.count ? value.elements : [.parameter(.int(1))]
        let others = definitions.positionsOfOtherCases(than: positions, setTo: values)
        let nodes = columns._source.nodes(of: definitions)
        for position in others {
            let column = nodes[position]
            set([column], SQLNode.clearing(self.value(of: column), unlessNull: values))
        }
        return value
    }

    private mutating func set(_ columns: [SQLNode], _ value: SQLNode) {
        let names = columns.compactMap(\.columnName)
        guard names.count == columns.count else {
            return assignments.append(Assignment(columns: [""], value: .failure(.isComputed)))
        }
        let assignment = Assignment(
            columns: names, value: ComputedOnce.node(value, assignedTo: names))
        if let index = assignments.firstIndex(where: {
            $0.columns.elementsEqual(names, by: SQLName.same)
        }) {
            assignments[index] = assignment
        } else {
            // A column must not be set twice.
            assignments.removeAll { assignment in
                assignment.columns.contains { column in names.contains { SQLName.same($0, column) }
                }
            }
            assignments.append(assignment)
        }
    }

    /// The expression that was assigned to a column, or the column itself.
    func value(of target: SQLNode) -> SQLNode {
        if case .row(let columns) = target { return .row(columns.map(value)) }
        guard let name = target.columnName else { return target }
        guard
            let assigned = assignments.first(where: { assignment in
                assignment.columns.contains { SQLName.same($0, name) }
            })
        else { return target }
        return assigned.columns.count == 1 ? assigned.value : .failure(.isPartOfSubquery(name))
    }
}

extension SQLiteError {
    fileprivate static let isComputed = SQLiteError.misuse(
        "a computed property of the columns cannot be assigned")

    fileprivate static func isPartOfSubquery(_ name: String) -> SQLiteError {
        SQLiteError.misuse(
            "the column \(name) was assigned a subquery for several columns, which cannot "
                + "be used or assigned one by one")
    }
}

extension SQLNode {
    /// The name if the node is a column.
    var columnName: String? { column?.name ?? (fragment as? FullTextColumn)?.name }
}

extension [Assignment] {
    /// Writes ` SET "a" = ..., "b" = ...`.
    func write(to writer: inout _SQLWriter) {
        writer.computedOnce = []
        writer.write(" SET ")
        writer.writeList(self) { writer, assignment in
            if assignment.columns.count == 1, let column = assignment.columns.first {
                writer.writeName(column)
            } else {
                writer.write("(")
                writer.writeList(assignment.columns) { $0.writeName($1) }
                writer.write(")")
            }
            writer.write(" = ")
            writer.write(assignment.value)
        }
    }
}

/// Columns or members that an update can set one by one: those of a group, or of a selection that is stored as JSON.
public protocol _AssignableMembers: _ColumnMembers {}

/// A group of columns in an update, or a selection that is stored as JSON, whose members are set to values:
/// `$0.period.end = 5`.
@dynamicMemberLookup
public struct UpdatedGroup<Group: RowRepresentable> where Group._Columns: _AssignableMembers {
    var expression: SQLExpression<Group>

    /// A column, with or without a representation, that is set to a value.
    public subscript<Value: RowRepresentable>(
        dynamicMember column: KeyPath<Group._Columns, SQLExpression<Value>>
    ) -> Value._Assigned {
        @available(*, unavailable, message: "the value of a column is known only to SQLite")
        get { while true {} }
        set { expression[dynamicMember: column] = SQLExpression(Value(_assigned: newValue)) }
    }

    /// A nullable column that is set to an expression that is never NULL.
    public subscript<Value>(
        dynamicMember column: KeyPath<Group._Columns, SQLExpression<Value?>>
    ) -> any SQLExpressionProtocol<Value> {
        @available(*, unavailable, message: "the column may be NULL")
        get { while true {} }
        set { expression[dynamicMember: column] = newValue.expression.optional() }
    }

    /// A group in the group.
    public subscript<Inner>(
        dynamicMember group: KeyPath<Group._Columns, SQLExpression<Inner>>
    ) -> UpdatedGroup<Inner> {
        get { UpdatedGroup<Inner>(expression: expression[dynamicMember: group]) }
        set { expression[dynamicMember: group] = newValue.expression }
    }
}

// MARK: - Compound assignment

// Compound assignment of literals and variables to a member of a group, or of a selection that is stored as JSON:
// `$0.period.end += 1`. The group can also be assigned a Swift value, so the compiler considers the operator of the
// standard library for the Swift member, and prefers an operator that is not generic.

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs + rhs }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs - rhs }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs * rhs }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs / rhs }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs % rhs }

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Double>, rhs: Double) { lhs = lhs + rhs }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Double>, rhs: Double) { lhs = lhs - rhs }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Double>, rhs: Double) { lhs = lhs * rhs }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Double>, rhs: Double) { lhs = lhs / rhs }

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<String>, rhs: String) { lhs = lhs + rhs }
