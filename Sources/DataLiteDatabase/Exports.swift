// Re-exported so that one import is enough: a database runs SQL and binds the values of these modules.
@_exported public import DataLiteCoder
@_exported public import DataLiteCore
