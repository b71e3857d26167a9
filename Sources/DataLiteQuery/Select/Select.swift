/// A query that selects rows of a table, or of several joined tables.
///
/// ```swift
/// Reminder.where { !$0.isCompleted }.order(by: \.title).limit(20)
/// ```
///
/// - `Output`: the type of a row of the result.
/// - `Columns`: the columns of the table; of joined tables, a tuple of their columns. A closure for a
///   clause receives them, as one parameter for each table.
@dynamicMemberLookup
public struct Select<Output, Columns: Sendable>: Query {
    @usableFromInline var core: SelectCore

    /// The columns of the tables.
    @usableFromInline var columns: Columns

    public let _decoder: _QueryDecoder<Output>

    @inlinable
    init(core: SelectCore, columns: Columns, decoder: _QueryDecoder<Output>) {
        self.core = core
        self.columns = columns
        self._decoder = decoder
    }

    public func _write(to writer: inout _SQLWriter) {
        core.write(to: &writer)
    }

    /// A copy with a change.
    @inline(__always)
    consuming func with(_ change: (inout SelectCore) -> Void) -> Self {
        change(&core)
        return self
    }
}

/// A query for rows of one table.
public typealias Where<T: Table> = Select<T, T.Columns>

// MARK: - Conditions

extension Select {
    /// The rows for which a condition is true.
    ///
    /// Several conditions, here or in several calls, all have to be true.
    @inlinable
    public consuming func `where`(
        @ConditionBuilder _ condition: (Columns) -> SQLExpression<Bool>
    ) -> Self {
        let node = call(condition).node
        core.append(condition: node)
        return self
    }

    /// The rows for which a column is true.
    @inlinable
    public consuming func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Columns, SQLExpression<Truth>>
    ) -> Self {
        core.append(condition: columns[keyPath: column].node)
        return self
    }

    /// No rows: the condition is false. An aggregate without groups still has its one row.
    public var none: Self {
        var query = self
        query.core.append(condition: .text("0"))
        return query
    }

    /// The rows for which the conditions of both queries are true. Neither an order nor a selection of the other query
    /// is used; if it has other clauses, such as a limit, the statement fails.
    public consuming func and(_ other: Self) -> Self {
        with { $0.conditions += $0.conditions(of: other.core) }
    }

    /// The rows for which the conditions of either query are true. Neither an order nor a selection of the other query
    /// is used; if it has other clauses, such as a limit, the statement fails.
    public consuming func or(_ other: Self) -> Self {
        with {
            let others = $0.conditions(of: other.core)
            guard let lhs = $0.conditions.conjunction, let rhs = others.conjunction else {
                $0.conditions = []
                return
            }
            $0.conditions = [.binary(lhs, .or, rhs)]
        }
    }

    /// The rows for which the conditions of both queries are true.
    public static func && (lhs: Self, rhs: Self) -> Self { lhs.and(rhs) }

    /// The rows for which the conditions of either query are true.
    public static func || (lhs: Self, rhs: Self) -> Self { lhs.or(rhs) }
}
