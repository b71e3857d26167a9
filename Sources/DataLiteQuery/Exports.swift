// A single import is enough: queries run on the connections of the core.
@_exported public import DataLiteCore
