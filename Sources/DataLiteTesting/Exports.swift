// One import is enough for a test: what a mock is handed and gives belongs to the core.
@_exported public import DataLiteCore
