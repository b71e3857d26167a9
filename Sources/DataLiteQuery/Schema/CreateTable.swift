/// `CREATE TABLE`, with one column per line, so that the stored schema is easy to read.
struct CreateTable: SQLRenderable {
    let table: TableDefinition
    let ifNotExists: Bool
    let isStrict: Bool
    var constraints: [ConstraintDefinition] = []

    func write(to writer: inout _SQLWriter) {
        let columns = table.columns.list
        let keys = columns.filter(\.isPrimaryKey)
        let isAutoincrement = constraints.areAutoincrement
        writer.write(ifNotExists ? "CREATE TABLE IF NOT EXISTS " : "CREATE TABLE ")
        writer.write(bytes: table.quotedName)
        writer.write(" (\n  ")
        for (index, column) in columns.enumerated() {
            if index > 0 { writer.write(",\n  ") }
            ColumnClause(
                column: column, table: table, isStrict: isStrict,
                isKey: keys.count == 1 && column.isPrimaryKey, isAutoincrement: isAutoincrement
            ).write(to: &writer)
        }
        if keys.count > 1 {
            writer.write(",\n  PRIMARY KEY (")
            writer.writeList(keys) { $0.writeName($1.name) }
            writer.write(")")
        }
        for constraint in constraints where constraint.isClause {
            writer.write(",\n  ")
            ConstraintClause(constraint: constraint, table: table).write(to: &writer)
        }
        writer.write("\n)")
        writeOptions(hasKey: !keys.isEmpty, to: &writer)
        let hasIntegerKey = keys.count == 1 && keys[0].type == .integer
        if isAutoincrement, !hasIntegerKey || constraints.areWithoutRowID {
            writer.fail(.autoincrement(table.name))
        }
        if let name = columns.lazy.compactMap(\.repeatedName).first {
            writer.fail(.repeatedColumn(name, table.name))
        }
    }

    /// Writes ` STRICT, WITHOUT ROWID`.
    private func writeOptions(hasKey: Bool, to writer: inout _SQLWriter) {
        if isStrict { writer.write(" STRICT") }
        guard constraints.areWithoutRowID else { return }
        writer.write(isStrict ? ", WITHOUT ROWID" : " WITHOUT ROWID")
        if !hasKey { writer.fail(.withoutKey(table.name)) }
    }
}

extension SQLiteError {
    fileprivate static func withoutKey(_ table: String) -> SQLiteError {
        SQLiteError.misuse("\"\(table)\" needs a primary key, because it is WITHOUT ROWID")
    }

    fileprivate static func autoincrement(_ table: String) -> SQLiteError {
        SQLiteError.misuse(
            "\"\(table)\" cannot be AUTOINCREMENT: it needs a primary key of one column "
                + "of integers, and a rowid")
    }

    fileprivate static func repeatedColumn(_ column: String, _ table: String) -> SQLiteError {
        SQLiteError.misuse(
            "two columns of \"\(table)\" would be called \"\(column)\": give a group "
                + "of columns a prefix, @Column(prefix:)")
    }
}
