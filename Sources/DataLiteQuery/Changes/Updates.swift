/// The columns of a table in an update. They can be read as expressions, and assigned expressions or values.
///
/// ```swift
/// Reminder.find(id).update {
///     $0.position += 1
///     $0.title = $0.title.upper()
///     $0.dueDate = nil
/// }
///
/// extension Updates<Reminder> {
///     mutating func postpone() { self.position += 1 }
/// }
/// ```
///
/// In a table whose rows are an enum, a case that gets a value sets the columns of all other cases to NULL.
///
/// Reading a column that was assigned returns the assigned expression, as with a property. All other columns have
/// their values from before the update:
///
/// ```swift
/// $0.count += 1
/// $0.total = $0.count * 2                        // SET "count" = "count" + 1, "total" = ("count" + 1) * 2
/// ($0.first, $0.second) = ($0.second, $0.first)  // exchanges the values
/// ```
///
/// SQLite computes an expression that is read again once more, so the statement fails if an assigned expression with
/// `random()`, or with a function that is not deterministic, is also read. Assign such a value in an update of its own.
/// Two columns that are assigned the same expression with `random()` get different values.
@dynamicMemberLookup
public struct Updates<Model: Table> {
    /// The columns that are set, in the order of their first assignment.
    private(set) var assignments: [Assignment] = []

    let columns: Model.Columns

    init(_ columns: Model.Columns) { self.columns = columns }
}

/// `"column" = value`, or `("a", "b") = (SELECT ...)`.
struct Assignment: Sendable {
    var columns: [String]
    var value: SQLNode
}

// MARK: - Columns

extension Updates {
    /// A column as an expression.
    public subscript<Value>(
        dynamicMember column: KeyPath<Model.Columns, SQLExpression<Value>>
    ) -> SQLExpression<Value> {
        get { SQLExpression(value(of: columns[keyPath: column].node)) }
        set { assign(newValue.node, to: columns[keyPath: column].node) }
    }

    /// A column, with or without a representation, that is set to a value.
    @_disfavoredOverload
    public subscript<Value: RowRepresentable>(
        dynamicMember column: KeyPath<Model.Columns, SQLExpression<Value>>
    ) -> Value._Plain {
        @available(*, unavailable, message: "the value of a column is known only to SQLite")
        get { while true {} }
        set {
            assign(SQLNode(binding: newValue, as: Value.self), to: columns[keyPath: column].node)
        }
    }

    /// A column that may be NULL and is set to an expression that is not.
    @_disfavoredOverload
    public subscript<Value>(
        dynamicMember column: KeyPath<Model.Columns, SQLExpression<Value?>>
    ) -> SQLExpression<Value> {
        @available(*, unavailable, message: "the column may be NULL")
        get { SQLExpression(value(of: columns[keyPath: column].node)) }
        set { assign(newValue.node, to: columns[keyPath: column].node) }
    }

    /// A group whose columns are set to values.
    @_disfavoredOverload
    public subscript<Group>(
        dynamicMember group: KeyPath<Model.Columns, SQLExpression<Group>>
    ) -> UpdatedGroup<Group> {
        get { UpdatedGroup(expression: self[dynamicMember: group]) }
        set { self[dynamicMember: group] = newValue.expression }
    }

    /// A column that is set to the first row of a query.
    @_disfavoredOverload
    public subscript<Value>(
        dynamicMember column: KeyPath<Model.Columns, SQLExpression<Value>>
    ) -> any Query<Value._Plain> {
        @available(*, unavailable, message: "a column is not a query")
        get { while true {} }
        set {
            assign(
                newValue.subqueryNode(storedAs: StoredForms(of: Value.self)),
                to: columns[keyPath: column].node)
        }
    }

    /// A column that may be NULL and is set to the first row of a query of values that are not.
    @_disfavoredOverload
    public subscript<Value: RowRepresentable>(
        dynamicMember column: KeyPath<Model.Columns, SQLExpression<Value?>>
    ) -> any Query<Value._Plain> {
        @available(*, unavailable, message: "a column is not a query")
        get { while true {} }
        set {
            assign(
                newValue.subqueryNode(storedAs: StoredForms(of: Value?.self)),
                to: columns[keyPath: column].node)
        }
    }
}

// MARK: - Assignments

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
    private func value(of target: SQLNode) -> SQLNode {
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
    fileprivate static let isComputed = SQLiteError(
        .misuse, message: "a computed property of the columns cannot be assigned")

    fileprivate static func isPartOfSubquery(_ name: String) -> SQLiteError {
        SQLiteError(
            .misuse,
            message: "the column \(name) was assigned a subquery for several columns, which cannot "
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
