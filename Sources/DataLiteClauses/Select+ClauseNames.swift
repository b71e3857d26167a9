public import DataLiteQuery

// In an extension of `Where`, its own members come before the functions and types of the module. With these, a query written
// with clauses means the same there as elsewhere.

extension Select {
    public typealias Select = DataLiteQuery.Select
    public typealias Where<T: Table> = DataLiteQuery.Select<T, T.Columns>
}

extension Query {
    /// A query written with clauses: what `sql` is outside of an extension of a query.
    public func sql<NewOutput>(
        @QueryBuilder _ clauses: (QuerySchema) -> ClauseList<NewOutput>
    ) -> DataLiteQuery.Select<NewOutput, ()> {
        DataLiteClauses.sql(clauses)
    }

    /// A query written with clauses: what `sql` is outside of an extension of a query.
    public static func sql<NewOutput>(
        @QueryBuilder _ clauses: (QuerySchema) -> ClauseList<NewOutput>
    ) -> DataLiteQuery.Select<NewOutput, ()> {
        DataLiteClauses.sql(clauses)
    }
}
