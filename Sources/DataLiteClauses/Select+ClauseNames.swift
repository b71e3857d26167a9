// In an extension of `Where`, members of `Where` hide the functions and types of the module. With these members, a
// query written with clauses has the same meaning there as elsewhere.

extension Select {
    /// The clause, or a query of any other type.
    public typealias Select = DataLiteQuery.Select
    /// The clause, or the rows of any table.
    public typealias Where<T: Table> = DataLiteQuery.Select<T, T.Columns>
}

extension Query {
    /// Builds a query from clauses, like the global function `sql(_:)`, which this method hides in
    /// extensions of queries.
    public func sql<NewOutput>(
        @QueryBuilder _ clauses: (QuerySchema) -> ClauseList<NewOutput>
    ) -> DataLiteQuery.Select<NewOutput, ()> {
        DataLiteClauses.sql(clauses)
    }

    /// Builds a query from clauses, like the global function `sql(_:)`, which this method hides in
    /// extensions of queries.
    public static func sql<NewOutput>(
        @QueryBuilder _ clauses: (QuerySchema) -> ClauseList<NewOutput>
    ) -> DataLiteQuery.Select<NewOutput, ()> {
        DataLiteClauses.sql(clauses)
    }
}
