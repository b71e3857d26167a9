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

    /// A schema.
    ///
    /// - Parameters:
    ///   - tables: The tables.
    ///   - objects: The indexes, views and triggers.
    public init(_ tables: any Table.Type..., objects: [SchemaObject] = []) {
        self.tables = tables
        self.objects = objects
    }

    /// How the database differs from the schema; empty if it does not.
    ///
    /// Tables are compared as by ``Table/differences(in:)``. Indexes, views and triggers are compared by
    /// the statements that created them, apart from white space, quotes of names and the case of letters.
    /// What the database contains besides is not a difference.
    ///
    /// - Throws: what SQLite reports, and what is wrong with a definition.
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
