/// A difference between a database and the definition of a table, an index, a view or a trigger.
public struct SchemaDifference: Equatable, Sendable {
    /// The name of the table; `nil` for an index, a view or a trigger.
    public let table: String?

    /// The kind of the difference.
    public let kind: Kind

    /// The kind of the difference.
    public enum Kind: Equatable, Sendable {
        /// The database has no such table or view.
        case missingTable(String)
        /// The database has no such index, view or trigger.
        case missingObject(SchemaObject.Kind, String)
        /// The index, view or trigger was created by another statement.
        case definition(SchemaObject.Kind, String, found: String, expected: String)
        /// The definition has a column that the table does not have.
        case missingColumn(String)
        /// The table has a column that the definition does not have.
        case extraColumn(String)
        /// The column's declared type stores or accepts other values than the expected type.
        case type(column: String, found: String, expected: ColumnType)
        /// The property is optional but the column is `NOT NULL`, or vice versa.
        case nullability(column: String, expectsNull: Bool)
        /// The primary key has different columns.
        case primaryKey(found: [String], expected: [String])
        /// The column is the primary key, but not an alias of the rowid: an insert without it stores NULL.
        case rowID(column: String)
        /// The column has a different default value; `nil` means no default.
        case defaultValue(column: String, found: String?, expected: String?)
        /// The column is generated but should not be, or vice versa.
        case generated(column: String, expectsGenerated: Bool)
        /// The column's text is compared with another collation than the definition's.
        case collation(column: String, found: CollationName, expected: CollationName)
        /// The definition has a constraint, in SQL, that the table does not have.
        case missingConstraint(String)
        /// The table has a constraint, in SQL, that the definition does not have.
        case extraConstraint(String)
    }
}

extension SchemaDifference: CustomStringConvertible {
    public var description: String {
        guard let table else { return kind.description }
        if case .missingTable = kind { return kind.description }
        return "table \"\(table)\": \(kind)"
    }
}

extension SchemaDifference.Kind: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missingTable(let name):
            return "table \"\(name)\" is missing"
        case .missingObject(let kind, let name):
            return "\(kind.rawValue) \"\(name)\" is missing"
        case .definition(let kind, let name, let found, let expected):
            return "\(kind.rawValue) \"\(name)\" is \(found), expected \(expected)"
        case .missingColumn(let name):
            return "column \"\(name)\" is missing"
        case .extraColumn(let name):
            return "column \"\(name)\" is not in the definition"
        case .type(let column, let found, let expected):
            return "\"\(column)\" is \(found), expected \(expected)"
        case .nullability(let column, let expectsNull):
            return expectsNull
                ? "\"\(column)\" is NOT NULL, expected a column that may be NULL"
                : "\"\(column)\" may be NULL, expected NOT NULL"
        case .primaryKey(let found, let expected):
            return "the primary key is \(Self.list(found)), expected \(Self.list(expected))"
        case .rowID(let column):
            return "\"\(column)\" is not an alias of the rowid, expected INTEGER PRIMARY KEY"
        case .defaultValue(let column, let found, let expected):
            return "\"\(column)\" has \(Self.defaultText(found)), "
                + "expected \(Self.defaultText(expected))"
        case .generated(let column, let expectsGenerated):
            return expectsGenerated
                ? "\"\(column)\" stores values, expected a generated column"
                : "\"\(column)\" is generated, expected a column that stores values"
        case .collation(let column, let found, let expected):
            return "\"\(column)\" has the collation \(found.rawValue), "
                + "expected \(expected.rawValue)"
        case .missingConstraint(let sql):
            return "\(sql) is missing"
        case .extraConstraint(let sql):
            return "\(sql) is not in the definition"
        }
    }

    private static func list(_ columns: [String]) -> String {
        columns.isEmpty ? "empty" : columns.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    private static func defaultText(_ value: String?) -> String {
        value.map { "the default \($0)" } ?? "no default"
    }
}
