import DataLiteDatabase
import DataLiteSyntax

/// Reads the tables and views of a database.
struct SchemaReader {
    let connection: Connection

    /// The tables and views, without SQLite's internal tables, the shadow tables of virtual tables, and the
    /// table of migrations.
    ///
    /// - Throws: An `SQLiteError` if the schema cannot be read. A table whose columns cannot be read is not
    ///   an error: see ``TableSchema/problem``.
    func read() throws -> SourceSchema {
        // In a transaction, so that no other process changes the schema while the rows are read.
        try connection.transaction {
            let schema = try connection.schema
            let tables = schema.tables.filter {
                $0.kind != .shadow && $0.name.foldedASCII != Migrator.defaultTable
            }
            return SourceSchema(
                tables: tables.map { TableSchema($0, in: schema).withForms(from: connection) }
            ).withInheritedForms()
        }
    }
}

extension TableSchema {
    init(_ table: DatabaseSchema.Table, in schema: DatabaseSchema) {
        self.init(name: table.name, kind: Kind(table.kind))
        isStrict = table.isStrict
        hasRowID = table.hasRowID || kind == .view
        triggers = table.triggers.map(\.name)
        // A hidden column of a virtual table is not a column, such as the rank of a full-text table.
        columns = table.columns.filter { $0.storage != .hidden }.map(ColumnSchema.init)
        problem = table.problem.map { message in
            let isUnsafe =
                ErrorHint.unsafeName(in: SQLiteError(.error, message: message)) != nil
            return message + (isUnsafe ? ", unless with --trust-schema" : "")
        }
        guard kind == .table, problem == nil else { return }
        indexes = table.indexes.map(IndexSchema.init)
        foreignKeys = table.foreignKeys.map { key in
            let parent = schema.table(key.parent)
            return ForeignKeySchema(key, toPrimaryKey: key.parentColumns == parent?.primaryKey)
        }
        checks = table.checks
        if table.isAutoincrement { constraints.append("AUTOINCREMENT") }
        if CreateTableText(table.sql).keysHaveCollation { constraints.append("COLLATE") }
        let tokens = Array(SQLTokens(table.sql))
        if zip(tokens, tokens.dropFirst()).contains(where: {
            $0.keyword == "ON" && $1.keyword == "CONFLICT"
        }) {
            constraints.append("ON CONFLICT")
        }
    }
}

extension TableSchema.Kind {
    fileprivate init(_ kind: DatabaseSchema.Table.Kind) {
        switch kind {
        case .table, .shadow: self = .table
        case .view: self = .view
        case .virtual(let module): self = .virtual(module: module)
        }
    }
}

extension ColumnSchema {
    fileprivate init(_ column: DatabaseSchema.Column) {
        self.init(
            name: column.name, declaredType: column.type,
            isNotNull: !column.isNullable && !column.isRowID, defaultSQL: column.defaultSQL,
            collation: column.collation, primaryKeyPosition: column.keyPosition,
            isRowID: column.isRowID,
            storage: column.storage == .virtual
                ? .virtual : column.storage == .stored ? .stored : .ordinary,
            generatedSQL: column.generatedSQL ?? "")
    }
}

extension IndexSchema {
    fileprivate init(_ index: DatabaseSchema.Index) {
        self.init(
            name: index.name, origin: index.origin, isUnique: index.isUnique,
            isPartial: index.isPartial, columns: index.terms.map(\.column))
    }
}

extension ForeignKeySchema {
    fileprivate init(_ key: DatabaseSchema.ForeignKey, toPrimaryKey: Bool) {
        self.init(
            table: key.parent, columns: key.columns,
            referencedColumns: toPrimaryKey ? [] : key.parentColumns,
            onUpdate: key.onUpdate.rawValue, onDelete: key.onDelete.rawValue,
            isDeferred: key.isDeferred)
    }
}

extension CreateTableText {
    /// Whether a unique constraint or a primary key of the table compares a column with a collation of its own.
    fileprivate var keysHaveCollation: Bool {
        definitions.contains { definition in
            let keywords = definition.compactMap(\.keyword)
            guard let first = definition.first, first.startsConstraint else { return false }
            return !keywords.contains("CHECK") && keywords.contains("COLLATE")
        }
    }
}
