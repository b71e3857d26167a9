// `Select` and `Where` are both types of queries and names of clauses. A clause is a query with a
// marker type: Swift finds the initializer in an extension that is constrained to the marker type
// even if the code does not name that type.

/// Marks a `Select` that is a clause of a query written with clauses; see `sql`.
public struct _SelectClause: Sendable {}

extension Select where Columns == _SelectClause {
    /// Selects an expression or the columns of a table; several become a tuple.
    public init<each Selected: Selectable>(_ selected: repeat each Selected)
    where Output == (repeat (each Selected).Output) {
        self.init(selecting: repeat each selected, columns: _SelectClause())
    }

    /// Selects expressions and values, which are bound; several become a tuple.
    @_disfavoredOverload
    public init<each Selected: _SelectableValue>(_ selected: repeat each Selected)
    where Output == (repeat (each Selected).Output) {
        self.init(selecting: repeat each selected, columns: _SelectClause())
    }
}

extension Select: _QueryClause where Output == _WhereClause, Columns == _WhereClause.Columns {
    /// Keeps the rows for which a condition is true. If there are several conditions, all must be
    /// true.
    // Disfavored, so that `Select` with a condition selects the condition.
    @_disfavoredOverload
    public init(_ condition: SQLExpression<some SQLTruth>) {
        self = _WhereClause.unscoped.where { _ in condition._condition }
    }

    public var _clause: _AnyClause { _AnyClause(part: .conditions(of: self)) }
}

/// Marks a `Where` that is a clause of a query written with clauses; see `sql`.
public struct _WhereClause: Table {
    public static let tableDefinition = TableDefinition("") { _ in }

    public init(row: inout RowReader) throws(SQLiteError) {}

    public func encode(to values: inout RowWriter) {}

    /// No columns.
    public struct Columns: ColumnSet {
        public typealias Model = _WhereClause
        public typealias Output = _WhereClause

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }
    }
}
