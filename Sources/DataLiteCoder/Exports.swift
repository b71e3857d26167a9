// One import is enough: rows and parameters go through the connections of the core.
@_exported public import DataLiteCore
