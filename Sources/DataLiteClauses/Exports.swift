// Clauses are a way to write the queries of typed SQL, which run on connections and databases.
@_exported public import DataLiteDatabase
@_exported public import DataLiteQuery
