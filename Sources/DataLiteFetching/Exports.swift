// A single import is enough: properties and pages need typed queries and a database.
@_exported public import DataLiteDatabase
@_exported public import DataLiteQuery
