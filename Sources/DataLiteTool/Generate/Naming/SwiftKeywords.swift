/// Words that a generated declaration cannot use freely.
enum SwiftKeywords {
    /// Keywords that are valid names in backticks.
    static let reserved: Set<String> = [
        "actor", "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
        "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "infix", "init",
        "inout", "internal", "is", "let", "macro", "nil", "operator", "package", "postfix",
        "precedencegroup", "prefix", "private", "protocol", "public", "repeat", "rethrows",
        "return", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true", "try", "typealias", "var", "where", "while", "yield",
    ]

    /// Names that a property cannot have: `x.self` and `x.init` have a special meaning in Swift,
    /// `primaryKey` is a property of every table with a primary key, and `_source` is a property of
    /// `Columns`.
    static let unusableProperties: Set<String> = ["self", "init", "primaryKey", "_source"]

    /// Types that the generated code, the macros or much other code refer to. A type with the same name
    /// would hide them.
    static let unusableTypes: Set<String> = [
        // The standard library and Foundation.
        "Any", "AnyObject", "Array", "Bool", "Character", "Codable", "CodingKey", "Collection",
        "Comparable", "Data", "Date", "Decimal", "Decodable", "Decoder", "Dictionary", "Double",
        "Encodable", "Encoder", "Equatable", "Error", "Float", "Foundation", "Hashable", "Hasher",
        "ID", "Identifiable", "Int", "Int64", "KeyPath", "Never", "Optional", "Protocol", "Range",
        "RawRepresentable", "Result", "Self", "Sendable", "Sequence", "Set", "String", "Swift",
        "Task", "Type", "URL", "UUID", "Void",
        // The library.
        "Case", "Column", "Columns", "ColumnSet", "Connection", "ConnectionProtocol", "Cursor",
        "DataLite", "DataLiteCore", "DataLiteMacros", "DataLiteQuery", "Delete", "Draft",
        "Ephemeral", "From", "FTS5", "Function", "GroupBy", "Having", "Insert", "Join",
        "JSONRepresentation", "Key", "LeftJoin", "Limit", "Model", "NamedParameter", "OrderBy",
        "Ordering", "OuterColumns", "Output", "PreparedQuery", "PrimaryKey", "RowDecodable",
        "Select", "Selectable", "_SelectableValue", "Selection", "SQL", "SQLBindable",
        "SQLExpression", "SQLiteBindable", "SQLiteError", "SQLiteRepresentable", "SQLiteRow",
        "SQLiteValue", "Statement", "Table", "TableAlias", "TableConstraint", "Update", "Updates",
        "Values", "Where", "Window", "With",
    ]
}
