/// A statement that changes the schema: it creates, alters or drops a table, or drops something else.
///
/// ```swift
/// try Reminder.createTable(strict: true).execute(db)
/// ```
///
/// SQLite does not allow parameters in the schema, so values in the statement are part of its text, as
/// literals that evaluate to the same values.
public struct SchemaStatement: Sendable {
    private let fragments: [any SQLRenderable]

    init(_ fragment: any SQLRenderable) { fragments = [fragment] }

    init(_ fragments: [any SQLRenderable]) { self.fragments = fragments }

    /// The text of the statement; of several, with semicolons between them.
    ///
    /// - Throws: what is wrong with the definition.
    public func sql() throws(SQLiteError) -> SQL {
        let statements = try statements()
        if statements.count == 1, let statement = statements.first { return statement }
        return SQL(raw: statements.map(\.text).joined(separator: ";\n"))
    }

    /// Runs the statement; several in a transaction or savepoint.
    ///
    /// - Throws: what SQLite reports, and what is wrong with the definition. Nothing has been changed
    ///   then.
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) {
        let statements = try statements()
        guard statements.count > 1 else {
            for statement in statements { try db.execute(statement) }
            return
        }
        try db.atomically { for statement in statements { try db.execute(statement) } }
    }

    private func statements() throws(SQLiteError) -> [SQL] {
        var statements: [SQL] = []
        for fragment in fragments { statements.append(try fragment.schemaSQL()) }
        return statements
    }
}
