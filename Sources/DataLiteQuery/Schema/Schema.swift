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
    ) throws(SQLiteError) -> [Difference] {
        var differences: [Difference] = []
        for table in tables {
            for difference in try table.differences(in: db) {
                differences.append(Difference(table: table.tableName, difference: difference))
            }
        }
        for object in objects {
            guard let difference = try object.difference(in: db) else { continue }
            differences.append(Difference(table: nil, difference: difference))
        }
        return differences
    }

    /// A difference between a schema and a database.
    public struct Difference: Hashable, Sendable, CustomStringConvertible {
        /// The name of the table; `nil` for an index, a view or a trigger.
        public let table: String?

        /// What is different.
        public let difference: SchemaDifference

        public var description: String {
            guard let table else { return difference.description }
            if case .missingTable = difference { return difference.description }
            return "table \"\(table)\": \(difference)"
        }
    }
}
