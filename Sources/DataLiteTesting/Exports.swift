// One import is enough for a test: a mock takes and returns types of DataLiteCore.
@_exported public import DataLiteCore
