// One import is enough for a test: the types that a mock takes and returns are those of the core.
@_exported public import DataLiteCore
