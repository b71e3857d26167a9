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
