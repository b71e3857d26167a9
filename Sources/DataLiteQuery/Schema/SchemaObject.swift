import DataLiteSyntax

/// An index, a view or a trigger, which can be created, dropped and compared with a database.
///
/// ```swift
/// let byTitle = Reminder.createIndex("by_title", on: \.title)
/// try byTitle.execute(db)
/// try byTitle.drop().execute(db)
/// ```
public struct SchemaObject: Sendable {
    /// The kind of the object.
    public enum Kind: String, Sendable, Hashable {
        /// An index.
        case index
        /// A view.
        case view
        /// A trigger.
        case trigger
    }

    /// The kind of the object.
    public let kind: Kind

    /// The name of the object.
    public let name: String

    /// The name of the schema that contains the object: `temp` for a temporary object, `nil` if the schema is not
    /// specified.
    public let schema: String?

    fileprivate let creation: any SQLRenderable

    init(kind: Kind, name: String, schema: String?, creation: any SQLRenderable) {
        self.kind = kind
        self.name = name
        self.schema = schema
        self.creation = creation
    }

    /// The text of the statement that creates the object.
    ///
    /// - Throws: An `SQLiteError` if the definition is invalid.
    public func sql() throws(SQLiteError) -> SQL { try SchemaStatement(creation).sql() }

    /// Creates the object.
    ///
    /// - Throws: An `SQLiteError` if the definition is invalid or SQLite reports an error.
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) {
        try SchemaStatement(creation).execute(db)
    }

    /// A statement that drops the object.
    ///
    /// - Parameter ifExists: Whether to do nothing, instead of throwing, if the object does not
    ///   exist.
    public func drop(ifExists: Bool = false) -> SchemaStatement {
        SchemaStatement(dropping(ifExists: ifExists))
    }

    fileprivate func dropping(ifExists: Bool) -> any SQLRenderable {
        Drop(kind: kind.rawValue, name: name, schema: schema, ifExists: ifExists)
    }
}

extension [SchemaObject] {
    /// Creates either all objects or none.
    ///
    /// - Throws: An `SQLiteError` if a definition is invalid or SQLite reports an error.
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) {
        try SchemaStatement(map(\.creation)).execute(db)
    }

    /// A statement that drops either all objects or none.
    ///
    /// - Parameter ifExists: Whether to ignore objects that do not exist, instead of throwing.
    public func drop(ifExists: Bool = false) -> SchemaStatement {
        SchemaStatement(map { $0.dropping(ifExists: ifExists) })
    }
}

/// `DROP TABLE IF EXISTS "schema"."name"`
struct Drop: SQLRenderable {
    let kind: String
    let name: String
    let schema: String?
    let ifExists: Bool

    func write(to writer: inout _SQLWriter) {
        writer.write("DROP ")
        writer.write(raw: kind.uppercased())
        writer.write(ifExists ? " IF EXISTS " : " ")
        writer.writeTable(name, schema: schema)
    }
}

extension SchemaObject {
    /// The difference between the object and its counterpart in a database; `nil` if there is none.
    ///
    /// - Throws: An `SQLiteError` if the definition is invalid or SQLite reports an error.
    public func difference(
        in db: any ConnectionProtocol
    ) throws(SQLiteError) -> SchemaDifference? {
        let expected = try sql().text
        // An index or a trigger without a schema is in the schema of its table, which may be temporary.
        var stored = try storedSQL(schema ?? "main", in: db)
        if stored == nil, schema == nil { stored = try storedSQL("temp", in: db) }
        guard let found = stored else {
            return SchemaDifference(table: nil, kind: .missingObject(kind, name))
        }
        guard Self.words(of: found) != Self.words(of: expected) else { return nil }
        return SchemaDifference(
            table: nil, kind: .definition(kind, name, found: found, expected: expected))
    }

    /// The statement that created the object; `nil` if a schema does not contain it.
    private func storedSQL(
        _ schema: String, in db: any ConnectionProtocol
    ) throws(SQLiteError) -> String? {
        var query = _SQLWriter()
        query.write("SELECT \"sql\" FROM ")
        query.writeTable("sqlite_master", schema: schema)
        query.write(" WHERE \"type\" = ")
        query.write(parameter: .text(kind.rawValue))
        query.write(" AND \"name\" = ")
        query.write(parameter: .text(name))
        query.write(" COLLATE NOCASE")
        return try db.value(query.finish())
    }

    /// The words of a `CREATE` statement, without quotes and without the words that SQLite does not store.
    private static func words(of sql: String) -> [String] {
        var tokens = Array(SQLTokens(sql))
        // SQLite stores neither IF NOT EXISTS nor the schema, which are between `CREATE` and the name.
        let start = tokens.firstIndex { token in
            token.kind == .identifier || token.kind == .string || token.keyword == nil
        }
        guard let start else { return [] }
        let isUnique = tokens[..<start].contains { $0.keyword == "UNIQUE" }
        tokens.removeFirst(start)
        if tokens.count > 2, tokens[1].isPunctuation(".") { tokens.removeFirst(2) }
        while tokens.last?.isSemicolon == true { tokens.removeLast() }
        return [isUnique ? "unique" : ""]
            + tokens.map { token in
                switch token.kind {
                case .string, .blob: token.text
                default: (token.name ?? token.text).lowercasedASCII
                }
            }
    }
}
