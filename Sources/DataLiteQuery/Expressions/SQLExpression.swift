/// A type whose values can be bound to and decoded from one column: another name for
/// `SQLiteRepresentable`.
public typealias QueryBindable = SQLiteRepresentable

/// An SQL expression whose values have a Swift type: a column, a parameter, or what operators and
/// functions make of them.
///
/// ```swift
/// Reminder.where { $0.title.contains("Max") && !$0.isCompleted || $0.priority == .high }
/// ```
///
/// A Swift value in an expression becomes a bound parameter; it is never part of the SQL text.
@dynamicMemberLookup
public struct SQLExpression<Value: RowRepresentable>: Sendable {
    @usableFromInline let node: SQLNode

    @inlinable
    init(_ node: SQLNode) { self.node = node }
}

extension SQLExpression {
    /// A value as a bound parameter.
    @inlinable
    public init(_ value: Value) {
        node = SQLNode(binding: value)
    }

    /// A value as a bound parameter, in the form in which a column with a representation stores it.
    @_disfavoredOverload
    @inlinable
    public init(_ value: Value._Plain) {
        node = SQLNode(binding: value, as: Value.self)
    }
}

extension SQLNode {
    /// The parameter for a value, in the form in which it is stored.
    @inlinable
    init<Stored: RowRepresentable>(binding value: Stored._Plain, as stored: Stored.Type) {
        self.init(binding: Stored(_plain: value))
    }
}

extension SQLExpression: Selectable {
    /// The type of the values in a result: that of the property, if the column has a representation.
    public typealias Output = Value._Plain
    public typealias Wrapped = Value._Wrapped

    public func appendColumns(to list: inout SelectList) {
        if case .row(let nodes) = node {
            for node in nodes { list.append(node) }
        } else if Value.columnCount > 1 {
            let node = SQLNode.failure(.isNoRow(Value.self))
            for _ in 0..<Value.columnCount { list.append(node) }
        } else {
            list.append(node)
        }
    }
}

// MARK: - Groups of columns

extension SQLExpression where Value: Selection {
    /// A column of a group.
    public subscript<Column: RowRepresentable>(
        dynamicMember column: KeyPath<Value.Columns, SQLExpression<Column>>
    ) -> SQLExpression<Column> {
        get { Value.Columns(_source: ColumnSource(node, of: Value.self))[keyPath: column] }
        set { self = replacing(column, with: newValue.node) }
    }
}

extension SQLExpression where Value: OptionalSelection {
    /// A column of an optional group.
    public subscript<Column: RowRepresentable>(
        dynamicMember column: KeyPath<Value.Group.Columns, SQLExpression<Column>>
    ) -> SQLExpression<Column?> {
        let source = ColumnSource(node, of: Value.Group.self)
        return SQLExpression<Column?>(Value.Group.Columns(_source: source)[keyPath: column].node)
    }

    /// A column of an optional group that may be NULL by itself.
    public subscript<Column: RowRepresentable>(
        dynamicMember column: KeyPath<Value.Group.Columns, SQLExpression<Column?>>
    ) -> SQLExpression<Column?> {
        Value.Group.Columns(_source: ColumnSource(node, of: Value.Group.self))[keyPath: column]
    }
}

/// An optional group of columns.
public protocol OptionalSelection {
    /// The type of the group.
    associatedtype Group: Selection
}

extension Optional: OptionalSelection where Wrapped: Selection {
    public typealias Group = Wrapped
}

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

extension SQLiteError {
    fileprivate static func isNoRow(_ type: any Any.Type) -> SQLiteError {
        SQLiteError(
            .misuse,
            message: "an expression for several columns, such as a subquery, can be compared, but "
                + "its columns cannot be used one by one: \(type)")
    }
}
