/// The definition of a column in `CREATE TABLE` and `ALTER TABLE ADD COLUMN`.
struct ColumnClause: SQLRenderable {
    let column: ColumnDefinition
    let table: TableDefinition
    let isStrict: Bool

    /// Whether the column alone is the primary key.
    let isKey: Bool

    /// Whether the keys of deleted rows are never used again.
    var isAutoincrement = false

    func write(to writer: inout _SQLWriter) {
        writer.writeName(column.name)
        // Outside strict tables, ANY would have numeric affinity, and convert the string '1' to the
        // number 1. A column without a type stores every value as it is.
        let type = isStrict && !isKey ? column.strictType : column.type
        if isStrict || type != .any {
            writer.write(" ")
            writer.write(raw: type.rawValue)
        }
        if isKey { writer.write(isAutoincrement ? " PRIMARY KEY AUTOINCREMENT" : " PRIMARY KEY") }
        // An INTEGER PRIMARY KEY is the rowid, which is never NULL. Any other key can be NULL, for
        // historical reasons: https://sqlite.org/lang_createtable.html#the_primary_key
        if !column.isNullable, !(isKey && column.type == .integer) { writer.write(" NOT NULL") }
        if column.isUnique { writer.write(" UNIQUE") }
        if let collation = column.collation {
            writer.write(" COLLATE ")
            writer.writeName(collation.rawValue)
        }
        if let error = column.defaultError { writer.fail(error) }
        if let value = column.defaultSQL ?? (isKey ? column.newKeySQL : nil) {
            writer.write(" DEFAULT ")
            writer.write(raw: DefaultValue.isPlain(value) ? value : "(\(value))")
        }
        if let generated = column.generated {
            if generated.sql == nil { writer.fail(.unknownExpression(of: column, in: table)) }
            writer.write(raw: " GENERATED ALWAYS AS (\(generated.sql ?? "NULL")) ")
            writer.write(raw: generated.storage.rawValue)
        }
        if let references = column.references { write(references, to: &writer) }
    }

    private func write(_ references: any Table.Type, to writer: inout _SQLWriter) {
        let other = references.tableDefinition
        let keys = other.columns.list.filter(\.isPrimaryKey)
        guard keys.count == 1, let key = keys.first else {
            writer.fail(
                misuse: "column \"\(column.name)\" of table \"\(table.name)\" refers to "
                    + "\"\(other.name)\", whose primary key is not one column")
            return
        }
        writer.write(" REFERENCES ")
        // Both tables are in the same schema; SQLite does not accept a schema name here.
        writer.writeName(other.name)
        writer.write("(")
        writer.writeName(key.name)
        writer.write(")")
        if let action = column.onDelete { writer.write(raw: " ON DELETE \(action.rawValue)") }
        if let action = column.onUpdate { writer.write(raw: " ON UPDATE \(action.rawValue)") }
    }
}

extension SQLiteError {
    fileprivate static func unknownExpression(
        of column: ColumnDefinition, in table: TableDefinition
    ) -> SQLiteError {
        SQLiteError.misuse(
            "the type of \"\(table.name)\" does not say how the generated column "
                + "\"\(column.name)\" is computed: write @Column(generated: \"an SQL expression\")")
    }
}

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
