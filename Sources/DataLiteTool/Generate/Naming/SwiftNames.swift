/// The Swift names of a schema.
///
/// They depend only on the whole schema, so a table has the same name when it is generated alone.
struct SwiftNames {
    private let types: [[UInt8]: String]

    init(_ schema: SourceSchema) {
        var names = UniqueNames(reserved: SwiftKeywords.unusableTypes)
        var types: [[UInt8]: String] = [:]
        for (index, table) in schema.tables.enumerated() {
            types[table.name.bytes] = names.claimFirst(of: Self.typeNames(table.name, index))
        }
        self.types = types
    }

    /// The name of the type for a table or view of the schema.
    func type(of table: String) -> String { types[table.bytes] ?? "Table" }

    private static func typeNames(_ table: String, _ index: Int) -> [String] {
        guard let singular = SwiftName.type(table, singular: true),
            let plural = SwiftName.type(table, singular: false)
        else { return ["Table\(index + 1)"] }
        let isUnusable = SwiftKeywords.unusableTypes.contains(singular)
        return isUnusable ? [singular + "Row"] : [singular, plural]
    }

    /// The names of the properties for columns, without backticks. A column keeps its name if possible,
    /// regardless of the other names.
    static func properties(_ columns: [String], _ names: inout UniqueNames) -> [String] {
        var properties = columns.map { name -> String? in
            SwiftName.isLowerCamelCase(name) && names.claim(name) ? name : nil
        }
        for (index, column) in columns.enumerated() where properties[index] == nil {
            let name = SwiftName.property(column) ?? "column\(index + 1)"
            let isUnusable = SwiftKeywords.unusableProperties.contains(name)
            properties[index] = names.claimFirst(of: [isUnusable ? name + "Value" : name])
        }
        return properties.compactMap(\.self)
    }

    /// Whether a name can be written in Swift source. A name with invalid UTF-8 would refer to a different
    /// column.
    static func isExpressible(_ name: String) -> Bool {
        !name.isEmpty && !name.unicodeScalars.contains("\u{fffd}")
    }
}
