import DataLiteSyntax

/// The tables of a program, and the indexes, views and triggers that belong to them.
///
/// ```swift
/// let schema = Schema(Reminder.self, RemindersList.self, objects: [
///     Reminder.createIndex("by_title", on: \.title)
/// ])
/// #expect(try schema.differences(in: db) == [])
/// ```
public struct Schema: Sendable {
    /// The tables.
    public let tables: [any Table.Type]

    /// The indexes, views and triggers.
    public let objects: [SchemaObject]

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - tables: The tables.
    ///   - objects: The indexes, views and triggers.
    public init(_ tables: any Table.Type..., objects: [SchemaObject] = []) {
        self.tables = tables
        self.objects = objects
    }

    /// The differences between the database and the schema; empty if there are none.
    ///
    /// Tables are compared as in ``Table/differences(in:)``. Indexes, views and triggers are compared by the statements
    /// that created them, ignoring whitespace, quotes around names and case. Anything else that the database contains
    /// is not reported.
    ///
    /// - Throws: An `SQLiteError` if a definition is invalid or SQLite reports an error.
    public func differences(
        in db: any ConnectionProtocol
    ) throws(SQLiteError) -> [SchemaDifference] {
        var differences: [SchemaDifference] = []
        for table in tables { differences += try table.differences(in: db) }
        for object in objects {
            if let difference = try object.difference(in: db) { differences.append(difference) }
        }
        return differences
    }
}

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

extension SQLRenderable {
    /// The text with the parameters as literals: SQLite does not allow parameters in an index, a view,
    /// a trigger or a default.
    func schemaSQL() throws(SQLiteError) -> SQL { try schemaText().sql }

    /// The text, and the Swift functions that it calls.
    func schemaText() throws(SQLiteError) -> (sql: SQL, functions: UsedFunctions) {
        var writer = _SQLWriter()
        writer.writesSchema = true
        write(to: &writer)
        return (try Self.withLiterals(writer.finish()), writer.functions)
    }

    private static func withLiterals(_ sql: SQL) throws(SQLiteError) -> SQL {
        guard !sql.parameters.isEmpty else { return sql }
        try SQLiteError.requireStorable(sql.parameters)
        let literals = sql.parameters.map(\.sqliteLiteral)
        let tokens = Array(SQLTokens(sql.text))
        return SQL(raw: SQLScanner.expanded(sql.text, tokens, literals))
    }
}

/// Default names of indexes and triggers.
enum SchemaName {
    /// A name that depends only on the text, so it is the same in every run of every program.
    static func make(_ prefix: String, text: String) -> String {
        var hash: UInt32 = 2_166_136_261
        for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return "\(prefix)_\(String(repeating: "0", count: 8 - digits.count))\(digits)"
    }
}
