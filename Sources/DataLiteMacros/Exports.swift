// One import is enough: what the macros generate uses the types of typed queries.
@_exported public import DataLiteQuery
