/// The clauses of a statement that is not only a query; see `sql`.
public protocol _ClauseStatement: Sendable {
    /// The type of the statement.
    associatedtype Statement

    /// The statement.
    ///
    /// - Parameter failure: An error in the statement, which is thrown when it runs.
    func _statement(failure: SQLiteError?) -> Statement
}

/// The state of an update or a delete that does not say which rows it changes.
public enum _NeedsRows {}

/// The state of a statement that can run and that further clauses can follow.
public enum _Complete {}

/// The clauses of an insert, update or delete so far. `State` is ``_NeedsRows`` or ``_Complete``.
public struct _ChangeClauses<Statement: Sendable, State>: Sendable {
    /// The columns of the changed table.
    let table: ColumnSource
    var clauses: [_AnyClause]
    let make: @Sendable ([SelectPart], SQLiteError?) -> Statement

    /// The clauses with more clauses, in a state.
    func appending<Next>(
        _ more: [_AnyClause], as state: Next.Type
    ) -> _ChangeClauses<Statement, Next> {
        _ChangeClauses<Statement, Next>(table: table, clauses: clauses + more, make: make)
    }
}

extension _ChangeClauses: _ClauseStatement where State == _Complete {
    public func _statement(failure: SQLiteError?) -> Statement {
        make(clauses.map(\.part), failure)
    }
}

/// The clauses of an update before ``Setting``.
public struct _UpdateClauses<Target: Table>: Sendable {
    let head: ChangeHead?
    let clauses: [_AnyClause]
}

/// The clauses of an insert before its rows.
public struct _InsertClauses<Target: Table, Row>: Sendable {
    let head: InsertHead<Row>?
    let clauses: [_AnyClause]
}

/// The clauses of an insert whose rows are given as values.
public struct _InsertedValues<Target: Table, Row>: Sendable {
    let head: InsertHead<Row>?
    var clauses: [_AnyClause]
    var rows: [Values<Row>] = []
    var whole = AssembledRows<Target>()
}

/// The clauses of an insert of the rows of a query.
public struct _InsertedQuery<Target: Table, Row>: Sendable {
    let head: InsertHead<Row>?
    let clauses: [_AnyClause]
    var query: ClauseList<Row>
}

/// Clauses that are not yet part of a statement. `Rows` says whether they choose the rows that a change affects:
/// ``_SomeRows``, ``_AnyRows`` or ``_MaybeRows``.
public struct _ClauseGroup<Rows>: Sendable {
    var clauses: [_AnyClause]

    init(_ clauses: [_AnyClause]) { self.clauses = clauses }
}

/// Marks clauses that contain a condition, or ``AllRows``.
public enum _SomeRows {}

/// Marks clauses that may not contain a condition.
public protocol _UnknownRows {}

/// Marks clauses without a condition.
public enum _AnyRows: _UnknownRows {}

/// Marks clauses in an `if` without `else`, or in a loop.
public enum _MaybeRows<Rows>: _UnknownRows {}
