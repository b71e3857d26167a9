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
