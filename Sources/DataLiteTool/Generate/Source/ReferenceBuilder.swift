/// Foreign keys as arguments of `@Column`.
struct ReferenceBuilder {
    let schema: SourceSchema
    let names: SwiftNames
    /// The tables that are written to the same file.
    let writtenTables: Set<[UInt8]>

    /// The arguments for the foreign key of a column, or `nil` if it has none that can be expressed.
    func arguments(of column: ColumnSchema, in table: TableSchema) -> [String]? {
        guard let key = table.foreignKeys.first(where: { $0.columns == [column.name] }) else {
            return nil
        }
        return arguments(key)
    }

    /// The foreign keys of a table that ``arguments(of:in:)`` cannot express.
    func keysOfTable(_ table: TableSchema, _ columns: ExpressibleColumns) -> [ForeignKeySchema] {
        let written = Set((columns.key + columns.others).map(\.name))
        var seen: Set<String> = []
        return table.foreignKeys.filter { key in
            guard key.columns.count == 1, written.contains(key.columns[0]),
                seen.insert(key.columns[0]).inserted
            else { return true }
            return arguments(key) == nil
        }
    }

    private func arguments(_ key: ForeignKeySchema) -> [String]? {
        guard let other = referencedTable(key), other.primaryKey.count == 1, !key.isDeferred,
            key.referencedColumns.isEmpty || isKey(key.referencedColumns, of: other)
        else { return nil }
        return ["references: \(names.type(of: other.name)).self"] + Self.actionArguments(key)
    }

    /// The table that a foreign key refers to, if it is written, too.
    func referencedTable(_ key: ForeignKeySchema) -> TableSchema? {
        guard let other = schema.table(named: key.table), writtenTables.contains(other.name.bytes),
            other.problem == nil, SwiftNames.isExpressible(other.name),
            !ExpressibleColumns(other).isEmpty
        else { return nil }
        return other
    }

    /// The `onDelete` and `onUpdate` arguments.
    static func actionArguments(_ key: ForeignKeySchema) -> [String] {
        var arguments: [String] = []
        if let action = actions[key.onDelete] { arguments.append("onDelete: .\(action)") }
        if let action = actions[key.onUpdate] { arguments.append("onUpdate: .\(action)") }
        return arguments
    }

    private func isKey(_ columns: [String], of table: TableSchema) -> Bool {
        columns.map(\.foldedASCII) == table.primaryKey.map(\.name.foldedASCII)
    }

    /// The names of the actions. Without an argument, the action is `NO ACTION`.
    private static let actions = [
        "CASCADE": "cascade", "RESTRICT": "restrict", "SET DEFAULT": "setDefault",
        "SET NULL": "setNull",
    ]
}
