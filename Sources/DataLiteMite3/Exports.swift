@_exported public import DataLiteCoder
