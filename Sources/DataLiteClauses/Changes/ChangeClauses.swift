public import DataLiteQuery

/// The clauses of a statement that is not only a query; see `sql`.
public protocol ClauseStatement: Sendable {
    /// The type of the statement.
    associatedtype Statement

    /// The statement.
    ///
    /// - Parameter failure: An error in the statement, which is thrown when it runs.
    func _statement(failure: SQLiteError?) -> Statement
}

/// The state of an update or a delete that does not say which rows it changes.
public enum NeedsRows {}

/// The state of a statement that can run and that further clauses can follow.
public enum Complete {}

/// The clauses of an insert, update or delete so far. `State` is ``NeedsRows`` or ``Complete``.
public struct ChangeClauses<Statement: Sendable, State>: Sendable {
    /// The columns of the changed table.
    let table: ColumnSource
    var clauses: [AnyClause]
    let make: @Sendable ([SelectPart], SQLiteError?) -> Statement

    /// The clauses with more clauses, in a state.
    func appending<Next>(
        _ more: [AnyClause], as state: Next.Type
    ) -> ChangeClauses<Statement, Next> {
        ChangeClauses<Statement, Next>(table: table, clauses: clauses + more, make: make)
    }
}

extension ChangeClauses: ClauseStatement where State == Complete {
    public func _statement(failure: SQLiteError?) -> Statement {
        make(clauses.map(\.part), failure)
    }
}

/// The clauses of an update before ``Setting``.
public struct UpdateClauses<Target: Table>: Sendable {
    let head: ChangeHead?
    let clauses: [AnyClause]
}

/// The clauses of an insert before its rows.
public struct InsertClauses<Target: Table, Row>: Sendable {
    let head: InsertHead<Row>?
    let clauses: [AnyClause]
}

/// The clauses of an insert whose rows are given as values.
public struct InsertedValues<Target: Table, Row>: Sendable {
    let head: InsertHead<Row>?
    var clauses: [AnyClause]
    var rows: [Values<Row>] = []
    var whole = AssembledRows<Target>()
}

/// The clauses of an insert of the rows of a query.
public struct InsertedQuery<Target: Table, Row>: Sendable {
    let head: InsertHead<Row>?
    let clauses: [AnyClause]
    var query: ClauseList<Row>
}

/// Clauses that are not yet part of a statement. `Rows` says whether they choose the rows that a change affects:
/// ``SomeRows``, ``AnyRows`` or ``MaybeRows``.
public struct ClauseGroup<Rows>: Sendable {
    var clauses: [AnyClause]

    init(_ clauses: [AnyClause]) { self.clauses = clauses }
}

/// Marks clauses that contain a condition, or ``AllRows``.
public enum SomeRows {}

/// Marks clauses that may not contain a condition.
public protocol UnknownRows {}

/// Marks clauses without a condition.
public enum AnyRows: UnknownRows {}

/// Marks clauses in an `if` without `else`, or in a loop.
public enum MaybeRows<Rows>: UnknownRows {}
