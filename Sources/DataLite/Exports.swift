// All that an app needs: values, connections, Codable rows, typed SQL, databases, properties that follow them and, with
// the trait `Macros`, macros.
@_exported public import DataLiteCoder
@_exported public import DataLiteCore
@_exported public import DataLiteDatabase
@_exported public import DataLiteFetching
@_exported public import DataLiteQuery

#if MACROS
    @_exported public import DataLiteMacros
#endif
