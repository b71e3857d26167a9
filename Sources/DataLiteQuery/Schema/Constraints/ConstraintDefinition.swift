/// A constraint without the type of its table.
struct ConstraintDefinition: Sendable {
    enum Kind: Sendable {
        case check(SQLNode)
        case checkText(String)
        /// The names of the columns; `nil` for an expression, which is a mistake.
        case unique([String?])
        case foreignKey(ForeignKeyDefinition)
        case withoutRowID
        case strict
        case autoincrement
    }

    let kind: Kind
    var name: String?

    /// Whether the constraint follows the columns, unlike an option of the table.
    var isClause: Bool {
        switch kind {
        case .withoutRowID, .strict, .autoincrement: false
        default: true
        }
    }
}

extension [ConstraintDefinition] {
    var areStrict: Bool {
        contains { if case .strict = $0.kind { true } else { false } }
    }

    var areAutoincrement: Bool {
        contains { if case .autoincrement = $0.kind { true } else { false } }
    }

    var areWithoutRowID: Bool {
        contains { if case .withoutRowID = $0.kind { true } else { false } }
    }
}

extension Table {
    /// The constraints of the table, without the type of the table.
    static var constraintDefinitions: [ConstraintDefinition] { constraints.map(\.definition) }
}

/// A foreign key of a table.
struct ForeignKeyDefinition: Sendable {
    /// The names of the columns; `nil` for an expression, which is a mistake.
    let columns: [String?]
    let table: any Table.Type
    /// The referenced columns; `nil` for the primary key.
    let keys: [String?]?
    let onDelete: ForeignKeyAction?
    let onUpdate: ForeignKeyAction?
    let isDeferred: Bool

    /// The names of the referenced columns.
    var referenced: [String?] {
        keys ?? table.tableDefinition.columns.list.filter(\.isPrimaryKey).map(\.name)
    }
}

/// A constraint in `CREATE TABLE`.
struct ConstraintClause: SQLRenderable {
    let constraint: ConstraintDefinition
    let table: TableDefinition

    func write(to writer: inout _SQLWriter) {
        if let name = constraint.name {
            writer.write("CONSTRAINT ")
            writer.writeName(name)
            writer.write(" ")
        }
        switch constraint.kind {
        case .check(let condition): write(check: condition, to: &writer)
        case .checkText(let sql): writer.write(raw: "CHECK (\(sql))")
        case .unique(let columns):
            writer.write("UNIQUE ")
            write(columns, of: table, to: &writer)
        case .foreignKey(let key): write(key, to: &writer)
        case .withoutRowID: writer.write("WITHOUT ROWID")
        case .strict: writer.write("STRICT")
        case .autoincrement: writer.write("AUTOINCREMENT")
        }
    }

    private func write(check condition: SQLNode, to writer: inout _SQLWriter) {
        writer.write("CHECK (")
        let outer = writer.onlyTable
        let only = OnlyTable(table.name)
        writer.onlyTable = only
        writer.omitsQualifiers = true
        // Not as the condition of a query: a row whose condition is NULL is accepted.
        let hasSubquery = writer.writesSubquery { $0.write(condition) }
        writer.omitsQualifiers = false
        writer.onlyTable = outer
        writer.write(")")
        if hasSubquery {
            writer.fail(
                misuse: "a CHECK of \"\(table.name)\" cannot contain a query")
        }
        if let error = only.mistake { writer.fail(error) }
    }

    private func write(
        _ columns: [String?], of table: TableDefinition, to writer: inout _SQLWriter
    ) {
        writer.write("(")
        writer.writeList(columns) { writer, name in
            guard let name, table.column(named: name) != nil else {
                return writer.fail(
                    misuse:
                        "a constraint of \"\(self.table.name)\" needs columns of \"\(table.name)\", "
                        + "not another expression")
            }
            writer.writeName(name)
        }
        writer.write(")")
    }

    private func write(_ key: ForeignKeyDefinition, to writer: inout _SQLWriter) {
        let other = key.table.tableDefinition
        writer.write("FOREIGN KEY ")
        write(key.columns, of: table, to: &writer)
        writer.write(" REFERENCES ")
        // Both tables are in the same schema; SQLite does not accept a schema name here.
        writer.writeName(other.name)
        writer.write(" ")
        write(key.referenced, of: other, to: &writer)
        if let action = key.onDelete { writer.write(raw: " ON DELETE \(action.rawValue)") }
        if let action = key.onUpdate { writer.write(raw: " ON UPDATE \(action.rawValue)") }
        if key.isDeferred { writer.write(" DEFERRABLE INITIALLY DEFERRED") }
        check(key, other, &writer)
    }

    /// SQLite reports these mistakes only when a row is written, or never.
    private func check(
        _ key: ForeignKeyDefinition, _ other: TableDefinition, _ writer: inout _SQLWriter
    ) {
        let names = key.referenced
        if key.columns.count != names.count {
            writer.fail(
                misuse:
                    "a foreign key of \"\(table.name)\" has \(key.columns.count) columns, but it refers "
                    + "to \(names.count) of \"\(other.name)\"")
        }
        for (name, otherName) in zip(key.columns, names) {
            guard let name, let otherName, let column = table.column(named: name),
                let referenced = other.column(named: otherName),
                column.type != referenced.type, column.type != .any, referenced.type != .any
            else { continue }
            writer.fail(
                misuse:
                    "column \"\(name)\" of \"\(table.name)\" is \(column.type.rawValue), but it refers to "
                    + "\"\(otherName)\" of \"\(other.name)\", which is \(referenced.type.rawValue)")
        }
    }
}

extension TableDefinition {
    /// The column with a name, or the rowid.
    func column(named name: String) -> ColumnDefinition? {
        columns.list.first { SQLName.matches($0.name, name) }
    }
}
