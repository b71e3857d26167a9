/// A statement that changes the schema: it creates, alters or drops a table, or drops another object.
///
/// ```swift
/// try Reminder.createTable(strict: true).execute(db)
/// ```
///
/// SQLite does not allow parameters in the schema, so the statement contains its values as literals.
public struct SchemaStatement: Sendable {
    private let fragments: [any SQLRenderable]

    init(_ fragment: any SQLRenderable) { fragments = [fragment] }

    init(_ fragments: [any SQLRenderable]) { self.fragments = fragments }

    /// The text of the statement. Several statements are separated by semicolons.
    ///
    /// - Throws: An `SQLiteError` if the definition is invalid.
    public func sql() throws(SQLiteError) -> SQL {
        let statements = try statements().map(\.sql)
        if statements.count == 1, let statement = statements.first { return statement }
        return SQL(raw: statements.map(\.text).joined(separator: ";\n"))
    }

    /// Runs the statement. Several statements run in a transaction or savepoint.
    ///
    /// Swift functions that it calls are added to the connection. Every other connection that uses a trigger or a view
    /// that calls them needs them, too.
    ///
    /// - Throws: An `SQLiteError` if the definition is invalid or SQLite reports an error. In that case nothing is
    ///   changed.
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) {
        let statements = try statements()
        // SQLite looks for the functions of a trigger or a view only when it is used.
        for statement in statements { try statement.functions.addMissing(to: db) }
        guard statements.count > 1 else {
            for statement in statements { try db.execute(statement.sql) }
            return
        }
        try db.atomically { for statement in statements { try db.execute(statement.sql) } }
    }

    private func statements() throws(SQLiteError) -> [(sql: SQL, functions: UsedFunctions)] {
        var statements: [(sql: SQL, functions: UsedFunctions)] = []
        for fragment in fragments { statements.append(try fragment.schemaText()) }
        return statements
    }
}
