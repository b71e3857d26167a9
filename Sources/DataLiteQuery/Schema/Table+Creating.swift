extension Table {
    /// A statement that creates the table with the columns, keys, defaults and references of its
    /// definition, and its ``constraints``. A primary key that is a `UUID` without a default gets one that creates a
    /// random UUID, so that a draft can omit it.
    ///
    /// - Parameters:
    ///   - ifNotExists: Whether to keep an existing table with this name instead of throwing.
    ///   - strict: Whether the table accepts only values of the declared types
    ///     (<https://sqlite.org/stricttables.html>). A table with the constraint `.strict` always does.
    public static func createTable(
        ifNotExists: Bool = false, strict: Bool = false
    ) -> SchemaStatement {
        if let table = Self.self as? any FTS5.Type {
            return table.createVirtualTable(ifNotExists: ifNotExists, strict: strict)
        }
        let constraints = constraintDefinitions
        return SchemaStatement(
            CreateTable(
                table: tableDefinition, ifNotExists: ifNotExists,
                isStrict: strict || constraints.areStrict, constraints: constraints))
    }

    /// A statement that drops the table with its rows.
    ///
    /// - Parameter ifExists: Whether to do nothing, instead of throwing, if the table does not
    ///   exist.
    public static func dropTable(ifExists: Bool = false) -> SchemaStatement {
        SchemaStatement(
            Drop(kind: .table, name: tableName, schema: schemaName, ifExists: ifExists))
    }
}
