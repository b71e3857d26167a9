extension Table {
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
