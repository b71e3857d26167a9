extension Table {
    /// The columns whose collation is not the one that the definition has.
    static func collationDifferences(with stored: StoredTable) -> [SchemaDifference.Kind] {
        guard stored.isDeclared else { return [] }
        return tableDefinition.columns.list.compactMap { column in
            // A column that is missing is another difference.
            guard let expected = column.collation,
                let found = stored.table.column(column.name)
            else { return nil }
            let collation = found.collation.map(CollationName.init(rawValue:)) ?? .binary
            guard !SQLName.matches(collation.rawValue, expected.rawValue) else { return nil }
            return .collation(column: column.name, found: collation, expected: expected)
        }
    }
}
