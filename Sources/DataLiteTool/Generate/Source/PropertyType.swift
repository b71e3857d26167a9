/// The Swift type of a column.
///
/// | declared type | Swift type |
/// |---|---|
/// | `BOOL`, `BOOLEAN` | `Bool` |
/// | `DATE`, `DATETIME`, `TIMESTAMP` with or without a time zone | `Date` |
/// | `UUID`, `GUID`, `UNIQUEIDENTIFIER` | `UUID` |
/// | `URL`, `URI` | `URL` |
/// | `DECIMAL`, `NUMERIC`, `NUMBER`, `MONEY`, `CURRENCY` | `Double`, as SQLite stores them |
/// | `JSON`, `STRING` | `String` |
/// | any other with `INT` | `Int` |
/// | any other with `CHAR`, `CLOB` or `TEXT` | `String` |
/// | any other with `BLOB` | `Data` |
/// | any other with `REAL`, `FLOA` or `DOUB` | `Double` |
/// | none, `ANY`, and every other | `SQLiteValue` |
///
/// The rules for parts of a name, and their order, are SQLite's affinity rules
/// (<https://www.sqlite.org/datatype3.html>, section 3.1).
enum PropertyType: String {
    case bool = "Bool"
    case data = "Data"
    case date = "Date"
    case double = "Double"
    case int = "Int"
    case string = "String"
    case url = "URL"
    case uuid = "UUID"
    case value = "SQLiteValue"

    init(declaredType: String) {
        self = Self.known[Self.baseName(declaredType)] ?? Self.byAffinity(declaredType)
    }

    private static let known: [String: PropertyType] = [
        "bool": .bool, "boolean": .bool,
        "date": .date, "datetime": .date, "timestamp": .date, "timestamptz": .date,
        "timestamp with time zone": .date, "timestamp without time zone": .date,
        "uuid": .uuid, "guid": .uuid, "uniqueidentifier": .uuid,
        "url": .url, "uri": .url,
        "decimal": .double, "numeric": .double, "number": .double, "money": .double,
        "currency": .double,
        "json": .string, "string": .string,
        "any": .value,
    ]

    /// The name in lower case, with single spaces and without sizes: `DECIMAL (10, 2)` is `decimal`.
    private static func baseName(_ declaredType: String) -> String {
        var depth = 0
        var base = ""
        for character in declaredType.foldedASCII {
            if character == "(" { depth += 1 }
            if depth == 0 { base.append(character) }
            if character == ")" { depth -= 1 }
        }
        return base.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func byAffinity(_ declaredType: String) -> PropertyType {
        let type = declaredType.foldedASCII
        if type.contains("int") { return .int }
        if ["char", "clob", "text"].contains(where: type.contains) { return .string }
        if type.contains("blob") { return .data }
        if ["real", "floa", "doub"].contains(where: type.contains) { return .double }
        return .value
    }
}
