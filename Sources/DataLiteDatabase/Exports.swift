// Re-exported so that one import is enough: a database binds the values and runs the queries of these modules.
@_exported public import DataLiteCoder
@_exported public import DataLiteCore
@_exported public import DataLiteQuery
