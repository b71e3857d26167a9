/// An SQL expression with a Swift type: a column, a parameter, or the result of operators and functions.
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

    /// A value as a bound parameter.
    @inlinable
    public init(_ value: Value) {
        node = SQLNode(binding: value)
    }

    /// A value as a bound parameter: `#bind(value)`.
    @inlinable
    public init(_binding value: Value) {
        self.init(value)
    }

    /// A value as a bound parameter: `#bind(value)`.
    @inlinable
    public init(_binding value: Value.Value) where Value: ColumnRepresentation {
        node = SQLNode(binding: Value(value))
    }

    /// A value as a bound parameter in the form of a representation: `#bind(value, as: Representation.self)`.
    @inlinable
    public init(_binding value: Value._Plain, as representation: Value.Type) {
        node = SQLNode(binding: value, as: representation)
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
    /// The type of the values in a result: the type of the property, if the column has a representation.
    public typealias Output = Value._Plain
    public typealias Wrapped = Value._Wrapped

    public func _appendColumns(to list: inout _SelectList) {
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
