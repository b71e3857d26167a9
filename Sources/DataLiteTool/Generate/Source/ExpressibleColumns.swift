/// The columns of a table that can be properties, with the names of the properties.
struct ExpressibleColumns {
    /// The columns of a primary key with several columns; otherwise empty.
    private(set) var key: [ColumnSchema] = []
    /// The name of the property for this key.
    private(set) var keyName: String?
    /// The other columns.
    private(set) var others: [ColumnSchema] = []
    /// The columns that cannot be properties.
    private(set) var inexpressible: [ColumnSchema] = []
    private var names: [String: String] = [:]

    init(_ table: TableSchema) {
        // The macros compare names as Unicode strings, SQLite compares bytes.
        var taken: Set<String> = []
        var columns: [ColumnSchema] = []
        for column in table.columns {
            if SwiftNames.isExpressible(column.name),
                taken.insert(column.name.lowercased()).inserted
            {
                columns.append(column)
            } else {
                inexpressible.append(column)
            }
        }
        var unique = UniqueNames(reserved: SwiftKeywords.unusableProperties)
        let properties = SwiftNames.properties(columns.map(\.name), &unique)
        for (column, property) in zip(columns, properties) { names[column.name] = property }
        let primaryKey = table.primaryKey
        if primaryKey.count > 1, primaryKey.allSatisfy({ names[$0.name] != nil }) {
            key = primaryKey
            keyName = unique.claimFirst(of: ["key"])
        }
        let keyNames = Set(key.map(\.name))
        others = columns.filter { !keyNames.contains($0.name) }
    }

    var isEmpty: Bool { key.isEmpty && others.isEmpty }

    /// The name of the property, without backticks.
    func property(_ column: ColumnSchema) -> String { names[column.name] ?? column.name }
}
