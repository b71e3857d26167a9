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
        let statements = try statements()
        if statements.count == 1, let statement = statements.first { return statement }
        return SQL(raw: statements.map(\.text).joined(separator: ";\n"))
    }

    /// Runs the statement. Several statements run in a transaction or savepoint.
    ///
    /// - Throws: An `SQLiteError` if the definition is invalid or SQLite reports an error. In that case nothing is
    ///   changed.
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
