/// A statement that changes the schema: it creates or drops a table.
///
/// ```swift
/// try Reminder.createTable(strict: true).execute(db)
/// ```
public struct SchemaStatement: Sendable {
    let fragment: any SQLFragment

    /// The text of the statement.
    ///
    /// - Throws: what is wrong with the definition.
    public func sql() throws(SQLiteError) -> SQL {
        var writer = SQLWriter(capacity: 512)
        fragment.write(to: &writer)
        return try writer.finish()
    }

    /// Runs the statement.
    ///
    /// - Throws: what SQLite reports, and what is wrong with the definition.
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) {
        try db.execute(sql())
    }
}

extension Table {
    /// A statement that creates the table with the columns, keys, defaults and references of its
    /// definition.
    ///
    /// - Parameters:
    ///   - ifNotExists: Whether a table that exists already is left as it is.
    ///   - strict: Whether the table stores only values of the declared types
    ///     (<https://sqlite.org/stricttables.html>).
    public static func createTable(
        ifNotExists: Bool = false, strict: Bool = false
    ) -> SchemaStatement {
        SchemaStatement(
            fragment: CreateTable(
                table: tableDefinition, ifNotExists: ifNotExists, isStrict: strict))
    }

    /// A statement that drops the table with its rows.
    ///
    /// - Parameter ifExists: Whether it is no error if the table does not exist.
    public static func dropTable(ifExists: Bool = false) -> SchemaStatement {
        SchemaStatement(fragment: DropTable(table: tableDefinition, ifExists: ifExists))
    }
}

private struct DropTable: SQLFragment {
    let table: TableDefinition
    let ifExists: Bool

    func write(to writer: inout SQLWriter) {
        writer.write(ifExists ? "DROP TABLE IF EXISTS " : "DROP TABLE ")
        writer.write(bytes: table.quotedName)
    }
}
