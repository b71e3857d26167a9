/// Compares the declared type of a column with the type of a property.
enum StoredType {
    /// Whether a declared type of a strict table is the expected one.
    static func isSame(_ found: String, _ expected: ColumnType) -> Bool {
        let found = found.uppercased()
        return found == expected.rawValue.uppercased() || found == "INT" && expected == .integer
    }

    /// Substrings of declared types whose values are strings that do not look like numbers.
    private static let textTypes = [
        "DATE", "TIME", "UUID", "GUID", "UNIQUEIDENTIFIER", "URL", "URI", "JSON",
    ]

    /// Whether a column with a declared type stores the values of a property so that they can be read back.
    static func stores(_ found: String, _ column: ColumnDefinition) -> Bool {
        let expected = column.type
        // A column without a type stores every value as it is.
        if found.isEmpty || isSame(found, expected) { return true }
        let affinity = Affinity(found)
        switch (Affinity(expected.rawValue), affinity) {
        // Numeric affinity converts only strings that look like numbers.
        case _ where expected == .any:
            return affinity == .blob || affinity == .numeric
        // A whole number is stored as an integer, which can be read as either type.
        case (.integer, .numeric), (.real, .numeric):
            return true
        // Strings that do not look like numbers are not converted.
        case (.text, .numeric) where !column.storesNumbersAsText:
            let type = found.uppercased()
            return textTypes.contains { type.contains($0) }
        case (let expected, let found):
            return expected == found
        }
    }
}
