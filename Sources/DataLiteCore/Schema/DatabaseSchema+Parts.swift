extension DatabaseSchema {
    /// An index of a table.
    public struct Index: Hashable, Sendable {
        /// The name. That of a constraint's index begins with `sqlite_autoindex_`.
        public let name: String

        /// The table.
        public let table: String

        /// What created the index.
        public let origin: Origin

        /// Whether two rows cannot have the same values.
        public let isUnique: Bool

        /// Whether it contains only the rows for which a condition is true.
        public let isPartial: Bool

        /// The indexed columns and expressions, in their order.
        public internal(set) var terms: [Term] = []

        /// The condition of a partial index in SQL.
        public internal(set) var condition: String?

        /// The statement that created it; `nil` for the index of a constraint.
        public let sql: String?

        /// What creates an index.
        public enum Origin: String, Hashable, Sendable {
            /// `CREATE INDEX`.
            case createIndex = "c"
            /// A `UNIQUE` constraint.
            case unique = "u"
            /// The primary key.
            case primaryKey = "pk"
        }

        /// A column or an expression of an index.
        public struct Term: Hashable, Sendable {
            /// The column; `nil` for an expression.
            public let column: String?

            /// The expression in SQL; `nil` for a column.
            public internal(set) var expression: String?

            /// Whether the values are in descending order.
            public let isDescending: Bool

            /// The collation that compares the values: `BINARY`, `NOCASE`.
            public let collation: String
        }
    }

    /// A foreign key of a table.
    public struct ForeignKey: Hashable, Sendable {
        /// The columns of the table.
        public internal(set) var columns: [String]

        /// The table that the columns refer to, which need not exist.
        public let parent: String

        /// The columns that they refer to. The primary key of the parent, if the declaration names none; empty if there
        /// is no such table.
        public internal(set) var parentColumns: [String]

        /// What happens to the rows if the row that they refer to is deleted.
        public let onDelete: ForeignKeyAction

        /// What happens to the rows if the key that they refer to changes.
        public let onUpdate: ForeignKeyAction

        /// Whether it is checked only when the transaction commits: `DEFERRABLE INITIALLY DEFERRED`.
        public internal(set) var isDeferred = false
    }

    /// A `CHECK` constraint.
    public struct Check: Hashable, Sendable {
        /// The name after `CONSTRAINT`.
        public let name: String?

        /// The condition in SQL, without its parentheses.
        public let sql: String
    }

    /// A trigger.
    public struct Trigger: Hashable, Sendable {
        /// The name.
        public let name: String

        /// The table or view whose changes run the trigger.
        public let table: String

        /// The statement that created it.
        public let sql: String
    }
}

/// The action of a foreign key when the referenced row is deleted or its key changes.
public enum ForeignKeyAction: String, Sendable, Hashable {
    /// The statement fails.
    case restrict = "RESTRICT"
    /// The column becomes NULL.
    case setNull = "SET NULL"
    /// The column gets its default value.
    case setDefault = "SET DEFAULT"
    /// The row is deleted or changed, too.
    case cascade = "CASCADE"
    /// Nothing happens; the foreign key is checked at the end of the statement or transaction.
    case noAction = "NO ACTION"
}
