// A single import is enough: the generated code uses the types of typed queries.
@_exported public import DataLiteQuery
