// Views: types with `@Table @Selection` whose rows are the result of a query.

extension Table {
    /// A view with the name and the columns of this type.
    ///
    /// ```swift
    /// @Table @Selection struct ReminderWithList { let title: String; let list: String }
    ///
    /// ReminderWithList.createView(
    ///     as: Reminder.join(RemindersList.self) { $0.remindersListID == $1.id }
    ///         .select { ReminderWithList.Columns(title: $0.title, list: $1.title) })
    /// ```
    ///
    /// - Parameters:
    ///   - query: The rows of the view.
    ///   - ifNotExists: Whether to keep an existing view with this name instead of throwing.
    public static func createView(
        as query: some RowQuery<Self>, ifNotExists: Bool = false
    ) -> SchemaObject {
        view(query._part, isTemporary: false, ifNotExists)
    }

    /// A view of SQL text: `createView(as: #sql("SELECT ...", as: ReminderWithList.self))`.
    public static func createView(as query: SQLQuery<Self>, ifNotExists: Bool = false)
        -> SchemaObject
    {
        view(query.part, isTemporary: false, ifNotExists)
    }

    /// A temporary view, which is dropped when the connection closes. It can refer to all schemas.
    ///
    /// - Parameters:
    ///   - query: The rows of the view.
    ///   - ifNotExists: Whether to keep an existing view with this name instead of throwing.
    public static func createTemporaryView(
        as query: some RowQuery<Self>, ifNotExists: Bool = false
    ) -> SchemaObject {
        view(query._part, isTemporary: true, ifNotExists)
    }

    /// A temporary view of SQL text, which is dropped when the connection closes.
    public static func createTemporaryView(
        as query: SQLQuery<Self>, ifNotExists: Bool = false
    ) -> SchemaObject {
        view(query.part, isTemporary: true, ifNotExists)
    }

    /// A statement that drops the view.
    ///
    /// - Parameter ifExists: Whether to do nothing, instead of throwing, if the view does not
    ///   exist.
    public static func dropView(ifExists: Bool = false) -> SchemaStatement {
        SchemaStatement(Drop(kind: "view", name: tableName, schema: schemaName, ifExists: ifExists))
    }

    private static func view(
        _ query: _QueryPart, isTemporary: Bool, _ ifNotExists: Bool
    ) -> SchemaObject {
        SchemaObject(
            kind: .view, name: tableName, schema: isTemporary ? "temp" : schemaName,
            creation: CreateView(
                table: tableDefinition, isTemporary: isTemporary, ifNotExists: ifNotExists,
                query: query, hasConstraints: !constraintDefinitions.isEmpty))
    }
}

extension SQLQuery {
    fileprivate var part: _QueryPart { _QueryPart(kind: .values(text)) }
}

private struct CreateView: SQLRenderable {
    let table: TableDefinition
    let isTemporary: Bool
    let ifNotExists: Bool
    let query: _QueryPart
    let hasConstraints: Bool

    func write(to writer: inout _SQLWriter) {
        writer.write(isTemporary ? "CREATE TEMPORARY VIEW " : "CREATE VIEW ")
        if ifNotExists { writer.write("IF NOT EXISTS ") }
        if hasConstraints {
            writer.fail(misuse: "the view \"\(table.name)\" cannot have constraints")
        }
        writer.writeName(ofCreated: "view", table, isTemporary: isTemporary)
        // Without this list, the columns would have the names of the result's columns, which SQLite
        // does not guarantee.
        writer.write(" (")
        writer.writeList(table.columns.list) { $0.writeName($1.name) }
        writer.write(") AS ")
        query.write(to: &writer)
    }
}

extension _SQLWriter {
    /// Writes the name of a table or view that a statement creates, without its schema if it is temporary.
    mutating func writeName(ofCreated kind: String, _ table: TableDefinition, isTemporary: Bool) {
        guard isTemporary else { return write(bytes: table.quotedName) }
        if let schema = table.schema, !SQLName.matches(schema, "temp") {
            fail(
                SQLiteError.misuse(
                    "\"\(table.name)\" is in schema \"\(schema)\" and cannot be a "
                        + "temporary \(kind)"))
        }
        writeName(table.name)
    }
}
