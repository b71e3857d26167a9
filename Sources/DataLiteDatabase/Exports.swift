// One import is enough: a database runs the values and queries of these modules.
@_exported public import DataLiteCoder
@_exported public import DataLiteCore
@_exported public import DataLiteQuery
