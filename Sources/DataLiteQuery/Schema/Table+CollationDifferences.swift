import DataLiteSyntax

extension Table {
    /// The columns whose collation is not the one that the definition has.
    ///
    /// No pragma reports the collation of a column, so it is read from the text of `CREATE TABLE`.
    static func collationDifferences(
        with kind: StoredTableKind, in db: any ConnectionProtocol
    ) throws(SQLiteError) -> [SchemaDifference.Kind] {
        let definition = tableDefinition
        let columns = definition.columns.list.filter { $0.collation != nil }
        guard kind.isDeclared, !columns.isEmpty else { return [] }
        let text = try StoredConstraints.statement(
            definition.name, schema: kind.schema, in: db)
        let stored = CreateTableText(text ?? "").columns
        return columns.compactMap { column in
            // A column that is missing is another difference.
            guard let expected = column.collation,
                let found = stored.first(where: { SQLName.matches($0.name, column.name) })
            else { return nil }
            let collation = found.collation.map(CollationName.init(rawValue:)) ?? .binary
            guard !SQLName.matches(collation.rawValue, expected.rawValue) else { return nil }
            return .collation(column: column.name, found: collation, expected: expected)
        }
    }
}
