// `ALTER TABLE`: https://sqlite.org/lang_altertable.html. These are only statements: the methods of the same names of
// a connection also check full-text tables.

extension Table {
    /// A statement that adds a column to the table, or the columns of a group.
    ///
    /// ```swift
    /// try Reminder.addColumn(\.notes).execute(db)
    /// ```
    ///
    /// Existing rows get the column's default, which must be a constant. A column that cannot be NULL requires a
    /// default.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - strict: Whether the table is a `STRICT` table.
    public static func addColumn<Column: Selectable>(
        _ column: KeyPath<Columns, Column>, strict: Bool = false
    ) -> SchemaStatement {
        let definition = tableDefinition
        let isStrict = strict || constraintDefinitions.areStrict
        let names = _SelectList(columns[keyPath: column]).fields.map(\.node.columnName)
        return SchemaStatement(
            names.map { name in
                let column = definition.columns.list.first { column in
                    name.map { SQLName.same($0, column.name) } ?? false
                }
                return AlterTable(
                    table: definition,
                    action: column.map {
                        .add(
                            ColumnClause(
                                column: $0, table: definition, isStrict: isStrict,
                                isKey: false))
                    } ?? .unknownColumn)
            })
    }

    /// A statement that removes a column from the table.
    ///
    /// SQLite cannot remove a column that is a key, unique, indexed, or used elsewhere in the
    /// schema.
    public static func dropColumn(_ name: String) -> SchemaStatement {
        SchemaStatement(AlterTable(table: tableDefinition, action: .drop(name)))
    }

    /// A statement that gives a column the name of a property, in the table and wherever the schema
    /// refers to the column.
    ///
    /// ```swift
    /// try Reminder.renameColumn("note", to: \.notes).execute(db)
    /// ```
    public static func renameColumn<Column: Selectable>(
        _ name: String, to column: KeyPath<Columns, Column>
    ) -> SchemaStatement {
        let fields = _SelectList(columns[keyPath: column]).fields
        let newName = fields.count == 1 ? fields.first?.node.columnName : nil
        return SchemaStatement(
            AlterTable(
                table: tableDefinition,
                action: newName.map { .renameColumn(name, $0) } ?? .unknownColumn))
    }

    /// A statement that gives a column another name, in the table and wherever the schema refers to the
    /// column.
    public static func renameColumn(_ name: String, to newName: String) -> SchemaStatement {
        SchemaStatement(AlterTable(table: tableDefinition, action: .renameColumn(name, newName)))
    }

    /// A statement that gives the table another name.
    public static func renameTable(to newName: String) -> SchemaStatement {
        SchemaStatement(AlterTable(table: tableDefinition, action: .rename(newName)))
    }

    /// A statement that gives a table with another name the name of this type.
    public static func renameTable(from oldName: String) -> SchemaStatement {
        let definition = tableDefinition
        return SchemaStatement(
            AlterTable(table: definition, oldName: oldName, action: .rename(definition.name)))
    }
}

private struct AlterTable: SQLRenderable {
    enum Action {
        case add(ColumnClause)
        case drop(String)
        case renameColumn(String, String)
        case rename(String)
        /// The key path does not refer to a single column.
        case unknownColumn
    }

    let table: TableDefinition
    var oldName: String?
    let action: Action

    func write(to writer: inout _SQLWriter) {
        writer.write("ALTER TABLE ")
        writer.writeTable(oldName ?? table.name, schema: table.schema)
        switch action {
        case .add(let column):
            writer.write(" ADD COLUMN ")
            column.write(to: &writer)
        case .drop(let name):
            writer.write(" DROP COLUMN ")
            writer.writeName(name)
        case .renameColumn(let old, let new):
            writer.write(" RENAME COLUMN ")
            writer.writeName(old)
            writer.write(" TO ")
            writer.writeName(new)
        case .rename(let name):
            writer.write(" RENAME TO ")
            writer.writeName(name)
        case .unknownColumn:
            writer.fail(
                misuse: "expected a column of table \"\(table.name)\", not another "
                    + "expression")
        }
    }
}
