/// A query that selects rows of a table, or of several joined tables.
///
/// ```swift
/// Reminder.where { !$0.isCompleted }.order(by: \.title).limit(20)
/// ```
///
/// - `Output`: the type of a row of the result.
/// - `Columns`: the columns of the table; for joined tables, a tuple of their columns. The closure of a clause receives
///   one parameter for each table.
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
        core.writeQuery(to: &writer)
    }

    public func _write(first count: Int, to writer: inout _SQLWriter) {
        core.writeQuery(first: count, to: &writer)
    }

    public func _startLookup(
        on db: any ConnectionProtocol
    ) throws(SQLiteError) -> _StartedLookup? {
        try core.startLookup(on: db)
    }

    /// The query with a change applied.
    @inline(__always)
    consuming func with(_ change: (inout SelectCore) -> Void) -> Self {
        change(&core)
        return self
    }

    // MARK: - Conditions

    /// Keeps the rows for which a condition is true.
    ///
    /// If there are several conditions, in one call or in several, all must be true.
    @inlinable
    public consuming func `where`(
        @ConditionBuilder _ condition: (Columns) -> SQLExpression<Bool>
    ) -> Self {
        let node = call(condition).node
        core.append(condition: node)
        return self
    }

    /// Keeps the rows for which a column is true.
    @inlinable
    public consuming func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Columns, SQLExpression<Truth>>
    ) -> Self {
        core.append(condition: columns[keyPath: column].node)
        return self
    }

    /// The query without rows. As a statement, it returns no row, even for an aggregate, and ``Query/sql()`` is empty. As
    /// a part of another query, it has no rows. An update or delete of these rows runs no statement.
    public var none: Self {
        var query = self
        query.core.append(condition: .never)
        return query
    }

    /// The rows for which the conditions of both queries are true. The order and the selection of the other query are
    /// ignored. If it has other clauses, such as a limit, the statement fails.
    public consuming func and(_ other: Self) -> Self {
        with { $0.conditions += $0.conditions(of: other.core) }
    }

    /// The rows for which the conditions of either query are true. The order and the selection of the other query are
    /// ignored. If it has other clauses, such as a limit, the statement fails.
    public consuming func or(_ other: Self) -> Self {
        if _decoder.forms.isUnknown { return other }
        return with {
            let others = $0.conditions(of: other.core)
            guard let lhs = $0.conditions.conjunction, let rhs = others.conjunction else {
                $0.conditions = []
                return
            }
            $0.conditions = [.binary(lhs, .or, rhs)]
        }
    }

    /// The rows for which the conditions of the query are false. Rows for which they are NULL are in neither query. A
    /// limit, a group and the default scope stay.
    public consuming func not() -> Self {
        let isUnknown = _decoder.forms.isUnknown
        return with {
            if isUnknown { $0.conditions = [.failure(.notNone)] }
            $0.conditions = [
                $0.conditions.conjunction.map { .unary(.not, operand: $0) } ?? .isFalse
            ]
        }
    }

    /// The rows for which the conditions of the query are false.
    public static prefix func ! (query: Self) -> Self { query.not() }

    /// The rows for which the conditions of both queries are true.
    public static func && (lhs: Self, rhs: Self) -> Self { lhs.and(rhs) }

    /// The rows for which the conditions of either query are true.
    public static func || (lhs: Self, rhs: Self) -> Self { lhs.or(rhs) }
}

/// A query for rows of one table.
public typealias Where<T: Table> = Select<T, T.Columns>

/// A query for rows of one table, or of several joined tables: `SelectOf<Reminder>`, `SelectOf<Reminder, User>`.
public typealias SelectOf<each T: Table> = Select<(repeat each T), (repeat (each T).Columns)>

// MARK: - Conditions without the name of the table

extension Select where Output: Table, Output.Columns == Columns {
    /// A query of the table, as an argument: `Reminder.where(\.isFlagged).and(.where { $0.priority == .high })`.
    public static func `where`(
        @ConditionBuilder _ condition: (Columns) -> SQLExpression<Bool>
    ) -> Self { Output.where(condition) }

    /// A query of the table, as an argument: `Reminder.where(\.isFlagged).or(.where(\.isCompleted))`.
    public static func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Columns, SQLExpression<Truth>>
    ) -> Self { Output.where(column) }
}

extension Select where Output: PrimaryKeyedTable, Output.Columns == Columns {
    /// The row with a primary key, as an argument: `Reminder.where(\.isFlagged).or(.find(3))`.
    public static func find(_ key: Output.PrimaryKey) -> Self { Output.find(key) }

    /// The rows with the given primary keys, as an argument: `Reminder.where(\.isFlagged).and(.find([1, 2]))`.
    public static func find(_ keys: some Sequence<Output.PrimaryKey>) -> Self { Output.find(keys) }

    /// The rows whose primary keys a query selects, as an argument.
    public static func find(_ keys: some Query<Output.PrimaryKey>) -> Self { Output.find(keys) }
}
