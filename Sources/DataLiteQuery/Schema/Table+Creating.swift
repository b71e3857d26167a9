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
            Drop(kind: "table", name: tableName, schema: schemaName, ifExists: ifExists))
    }

    /// A statement that creates the table with the rows of a query: `CREATE TABLE ... AS`.
    ///
    /// ```swift
    /// @Table @Selection struct ReminderCount { let list: String; let count: Int }
    ///
    /// try ReminderCount.createTable(
    ///     as: Reminder.join(RemindersList.self) { $0.remindersListID == $1.id }
    ///         .group { $1.title }
    ///         .select { ReminderCount.Columns(list: $1.title, count: $0.count()) }
    /// ).execute(db)
    /// ```
    ///
    /// The table has the names of this type's columns, but neither keys nor constraints nor defaults; its columns have
    /// the types of the columns that the query selects, and no type for other expressions. For a table with all of
    /// these, use `createTable()` and `insert { } select: { }`.
    ///
    /// - Parameters:
    ///   - query: The rows.
    ///   - ifNotExists: Whether to keep an existing table with this name instead of throwing.
    public static func createTable(
        as query: some RowQuery<Self>, ifNotExists: Bool = false
    ) -> SchemaStatement {
        table(of: query._part, isTemporary: false, ifNotExists)
    }

    /// A statement that creates a temporary table with the rows of a query. It is dropped when the connection closes.
    ///
    /// - Parameters:
    ///   - query: The rows.
    ///   - ifNotExists: Whether to keep an existing temporary table with this name instead of throwing.
    public static func createTemporaryTable(
        as query: some RowQuery<Self>, ifNotExists: Bool = false
    ) -> SchemaStatement {
        table(of: query._part, isTemporary: true, ifNotExists)
    }

    private static func table(
        of query: _QueryPart, isTemporary: Bool, _ ifNotExists: Bool
    ) -> SchemaStatement {
        SchemaStatement(
            CreateTableAs(
                table: tableDefinition, isTemporary: isTemporary, ifNotExists: ifNotExists,
                query: query))
    }

    /// A statement that creates the table as a virtual table of a module, such as an R-tree
    /// (<https://sqlite.org/rtree.html>) or a full-text table of FTS4.
    ///
    /// ```swift
    /// Area.createVirtualTable(using: "rtree")
    /// // CREATE VIRTUAL TABLE "areas" USING rtree("id", "minX", "maxX", "minY", "maxY")
    ///
    /// Letter.createVirtualTable(using: "fts4", arguments: "subject", "body", "tokenize=porter")
    /// ```
    ///
    /// For a full-text table of FTS5, make the type ``FTS5`` and use ``createTable(ifNotExists:strict:)``.
    ///
    /// - Parameters:
    ///   - module: The name of the module.
    ///   - ifNotExists: Whether to keep an existing table with this name instead of throwing.
    ///   - arguments: The arguments of the module, as SQL. Never pass untrusted text. If there are none, the names of
    ///     the columns, without a column called `rowid`.
    public static func createVirtualTable(
        using module: String, ifNotExists: Bool = false, arguments: String...
    ) -> SchemaStatement {
        SchemaStatement(
            CreateVirtualTable(
                table: tableDefinition, module: module, ifNotExists: ifNotExists,
                arguments: arguments))
    }
}

private struct CreateTableAs: SQLRenderable {
    let table: TableDefinition
    let isTemporary: Bool
    let ifNotExists: Bool
    let query: _QueryPart

    func write(to writer: inout _SQLWriter) {
        writer.write(isTemporary ? "CREATE TEMPORARY TABLE " : "CREATE TABLE ")
        if ifNotExists { writer.write("IF NOT EXISTS ") }
        writer.writeName(ofCreated: "table", table, isTemporary: isTemporary)
        // The statement has no list of columns, and SQLite does not guarantee the names of a query's result.
        writer.write(" AS WITH \"datalite:rows\" (")
        writer.writeList(table.columns.list) { $0.writeName($1.name) }
        writer.write(") AS (")
        query.write(to: &writer)
        writer.write(") SELECT * FROM \"datalite:rows\"")
    }
}

/// `CREATE VIRTUAL TABLE`
private struct CreateVirtualTable: SQLRenderable {
    let table: TableDefinition
    let module: String
    let ifNotExists: Bool
    let arguments: [String]

    func write(to writer: inout _SQLWriter) {
        writer.write(
            ifNotExists ? "CREATE VIRTUAL TABLE IF NOT EXISTS " : "CREATE VIRTUAL TABLE ")
        writer.write(bytes: table.quotedName)
        writer.write(" USING ")
        writer.writeName(module)
        writer.write("(")
        if arguments.isEmpty {
            let columns = table.columns.list.filter { !$0.isRowID }
            writer.writeList(columns) { $0.writeName($1.name) }
        } else {
            writer.writeList(arguments) { $0.write(raw: $1) }
        }
        writer.write(")")
    }
}
