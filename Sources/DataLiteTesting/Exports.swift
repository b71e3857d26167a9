// A single import is enough for a test: a mock takes and returns types of DataLiteCore.
@_exported public import DataLiteCore

#if !Testing && !Standard
    #error("DataLiteTesting needs the trait Testing of the package DataLite")
#endif
