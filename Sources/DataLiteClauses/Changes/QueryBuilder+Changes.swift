public import DataLiteQuery

// A closure with clauses is either a query or a change. For a mistake in a change, the compiler compares both ways to
// read the closure; these overloads make it report the mistake and not that a change is no query.

/// A clause that only an insert, update or delete has.
public protocol ChangeOnlyClause {}

extension Delete: ChangeOnlyClause {}
extension Update: ChangeOnlyClause {}
extension Insert: ChangeOnlyClause {}
extension Setting: ChangeOnlyClause {}
extension Values: ChangeOnlyClause {}
extension DefaultValues: ChangeOnlyClause {}
extension AllRows: ChangeOnlyClause {}
extension Returning: ChangeOnlyClause {}

extension ChangeOnlyClause {
    @available(*, unavailable, message: "a clause is no statement: write sql { ... } around it")
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int { 0 }
}

/// The clauses of a change in a query.
public struct ChangeInQuery {}

extension QueryBuilder {
    @available(*, unavailable, message: "the clause belongs to an insert, update or delete")
    public static func buildExpression(_ clause: some ChangeOnlyClause) -> ChangeInQuery {
        ChangeInQuery()
    }

    @available(*, unavailable, message: "the clause belongs to an insert, update or delete")
    public static func buildPartialBlock(first: ChangeInQuery) -> ChangeInQuery { first }

    @available(*, unavailable, message: "the clause belongs to an insert, update or delete")
    public static func buildPartialBlock<Clauses>(
        accumulated: Clauses, next: ChangeInQuery
    ) -> ChangeInQuery { next }

    @available(*, unavailable, message: "the clause belongs to an insert, update or delete")
    public static func buildPartialBlock<Clauses>(
        accumulated: ChangeInQuery, next: Clauses
    ) -> ChangeInQuery { accumulated }

    @available(*, unavailable, message: "the clause belongs to an insert, update or delete")
    public static func buildPartialBlock(
        accumulated: ChangeInQuery, next: ChangeInQuery
    ) -> ChangeInQuery { next }
}
