// A single import is enough: rows and parameters need the connections of DataLiteCore.
@_exported public import DataLiteCore
