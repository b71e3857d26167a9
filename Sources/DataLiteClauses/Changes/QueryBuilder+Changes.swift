// A closure with clauses is either a query or a change. For a mistake in a change, the compiler compares both ways to
// read the closure; these overloads make it report the mistake and not that a change is no query.

/// A clause that only an insert, update or delete has.
public protocol _ChangeOnlyClause {}

extension Delete: _ChangeOnlyClause {}
extension Update: _ChangeOnlyClause {}
extension Insert: _ChangeOnlyClause {}
extension Setting: _ChangeOnlyClause {}
extension Values: _ChangeOnlyClause {}
extension DefaultValues: _ChangeOnlyClause {}
extension AllRows: _ChangeOnlyClause {}
extension Returning: _ChangeOnlyClause {}

extension _ChangeOnlyClause {
    @available(*, unavailable, message: "a clause is no statement: write sql { ... } around it")
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int { 0 }
}

/// The clauses of a change in a query.
public struct _ChangeInQuery {}

extension QueryBuilder {
    @available(*, unavailable, message: "the clause belongs to an insert, update or delete")
    public static func buildExpression(_ clause: some _ChangeOnlyClause) -> _ChangeInQuery {
        _ChangeInQuery()
    }

    @available(*, unavailable, message: "the clause belongs to an insert, update or delete")
    public static func buildPartialBlock(first: _ChangeInQuery) -> _ChangeInQuery { first }

    @available(*, unavailable, message: "the clause belongs to an insert, update or delete")
    public static func buildPartialBlock<Clauses>(
        accumulated: Clauses, next: _ChangeInQuery
    ) -> _ChangeInQuery { next }

    @available(*, unavailable, message: "the clause belongs to an insert, update or delete")
    public static func buildPartialBlock<Clauses>(
        accumulated: _ChangeInQuery, next: Clauses
    ) -> _ChangeInQuery { accumulated }

    @available(*, unavailable, message: "the clause belongs to an insert, update or delete")
    public static func buildPartialBlock(
        accumulated: _ChangeInQuery, next: _ChangeInQuery
    ) -> _ChangeInQuery { next }
}
