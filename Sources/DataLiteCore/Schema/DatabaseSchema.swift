/// The tables, views, indexes and triggers of a database, as SQLite reports them.
///
/// ```swift
/// let schema = try db.schema
/// for table in schema.tables where table.kind == .table {
///     print(table.name, table.columns.map(\.name), table.primaryKey)
/// }
/// ```
///
/// A value: it does not change with the database. SQLite's internal tables, such as `sqlite_sequence`, are not part of
/// it.
public struct DatabaseSchema: Equatable, Sendable {
    /// The tables and views, in the order of their creation.
    public let tables: [Table]

    private let positions: [SchemaName: Int]

    init(tables: [Table]) {
        self.tables = tables
        positions = Dictionary(
            tables.enumerated().map { (SchemaName($1.name), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The table or view with a name. SQLite ignores the case of ASCII letters in names.
    public func table(_ name: String) -> Table? {
        positions[SchemaName(name)].map { tables[$0] }
    }

    /// The index with a name.
    public func index(_ name: String) -> Index? {
        let name = SchemaName(name)
        return tables.lazy.flatMap(\.indexes).first { SchemaName($0.name) == name }
    }

    /// The trigger with a name.
    public func trigger(_ name: String) -> Trigger? {
        let name = SchemaName(name)
        return tables.lazy.flatMap(\.triggers).first { SchemaName($0.name) == name }
    }

    /// A table or a view.
    public struct Table: Equatable, Sendable {
        /// The name.
        public let name: String

        /// The kind.
        public let kind: Kind

        /// The columns, in their order. Empty if they cannot be read; see ``problem``.
        public internal(set) var columns: [Column] = []

        /// Whether it is a `STRICT` table.
        public internal(set) var isStrict = false

        /// Whether its rows have a rowid: not in a view or a `WITHOUT ROWID` table.
        public internal(set) var hasRowID = true

        /// Whether the rowids of deleted rows are never used again: `AUTOINCREMENT`.
        public internal(set) var isAutoincrement = false

        /// The indexes, including those of the primary key and of unique constraints, in the order of their creation.
        public internal(set) var indexes: [Index] = []

        /// The foreign keys, in the order of their declaration.
        public internal(set) var foreignKeys: [ForeignKey] = []

        /// The `CHECK` constraints of the columns and of the table, in the order of their declaration.
        public internal(set) var checks: [Check] = []

        /// The triggers, in the order of their creation.
        public internal(set) var triggers: [Trigger] = []

        /// The statement that created it, as SQLite stores it; empty if SQLite has none.
        public let sql: String

        /// Why the columns cannot be read: a view of a missing table, a virtual table without its module.
        public internal(set) var problem: String?

        /// The kind of a table.
        public enum Kind: Equatable, Sendable {
            /// An ordinary table.
            case table
            /// A view.
            case view
            /// A virtual table, with the name of its module in lower case: `fts5`, `rtree`.
            case virtual(module: String)
            /// A table that a virtual table stores its content in.
            case shadow
        }
    }

    /// A column of a table or a view.
    public struct Column: Equatable, Sendable {
        /// The name.
        public let name: String

        /// The type as written in `CREATE TABLE`; an empty string if there is none.
        public let type: String

        /// Whether the column can contain NULL. The alias of the rowid cannot.
        public internal(set) var isNullable: Bool

        /// The default in SQL, without the parentheses around an expression; `nil` if there is none.
        public let defaultSQL: String?

        /// The position in the primary key, starting at 1; 0 if the column is not part of it.
        public let keyPosition: Int

        /// Whether the column is an alias of the rowid: `INTEGER PRIMARY KEY`.
        public internal(set) var isRowID = false

        /// Where its values come from.
        public let storage: Storage

        /// The expression of a generated column in SQL, without its parentheses.
        public internal(set) var generatedSQL: String?

        /// The collation that the column declares; `nil` for `BINARY`.
        public internal(set) var collation: String?

        /// Where the values of a column come from.
        public enum Storage: Hashable, Sendable {
            /// The values are written by statements.
            case ordinary
            /// The values are computed when they are read: `GENERATED ALWAYS AS (...) VIRTUAL`.
            case virtual
            /// The values are computed when the row is written: `GENERATED ALWAYS AS (...) STORED`.
            case stored
            /// A virtual table hides the column: `SELECT *` does not return it.
            case hidden
        }
    }
}

extension DatabaseSchema.Table {
    /// The column with a name.
    public func column(_ name: String) -> DatabaseSchema.Column? {
        columns.first { SQLName.matches($0.name, name) }
    }

    /// The positions of the columns by their names, for tables with many columns.
    package var columnPositions: [SchemaName: Int] {
        Dictionary(
            zip(columns.map { SchemaName($0.name) }, columns.indices),
            uniquingKeysWith: { first, _ in first })
    }

    /// The columns of the primary key, in its order; empty if the table has none.
    public var primaryKey: [String] {
        columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
    }

    /// The sets of columns whose values identify a row: the primary key first, then those of unique constraints and
    /// unique indexes. Their columns may contain NULL, which is different from any other NULL.
    public var uniqueKeys: [[String]] {
        var keys = primaryKey.isEmpty ? [] : [primaryKey]
        for index in indexes where index.isUnique && index.condition == nil && !index.isPartial {
            let columns = index.terms.compactMap(\.column)
            guard columns.count == index.terms.count, !keys.contains(columns) else { continue }
            keys.append(columns)
        }
        return keys
    }

    /// Whether the values of some columns identify a row: they contain a unique key.
    public func identifiesRow(_ columns: some Sequence<String>) -> Bool {
        let names = Set(columns.map(SchemaName.init))
        return uniqueKeys.contains { $0.allSatisfy { names.contains(SchemaName($0)) } }
    }
}

// MARK: - Parts

extension DatabaseSchema {
    /// An index of a table.
    public struct Index: Equatable, Sendable {
        /// The name, which begins with `sqlite_autoindex_` for the index of a constraint.
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
        public struct Term: Equatable, Sendable {
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
    public struct ForeignKey: Equatable, Sendable {
        /// The columns of the table.
        public internal(set) var columns: [String]

        /// The table that the columns refer to, which need not exist.
        public let parent: String

        /// The columns of the parent that are referred to: its primary key if the declaration names none; empty if
        /// there is no such table.
        public internal(set) var parentColumns: [String]

        /// What happens to the rows if the row that they refer to is deleted.
        public let onDelete: ForeignKeyAction

        /// What happens to the rows if the key that they refer to changes.
        public let onUpdate: ForeignKeyAction

        /// Whether it is checked only when the transaction commits: `DEFERRABLE INITIALLY DEFERRED`.
        public internal(set) var isDeferred = false
    }

    /// A `CHECK` constraint.
    public struct Check: Equatable, Sendable {
        /// The name after `CONSTRAINT`.
        public let name: String?

        /// The condition in SQL, without its parentheses.
        public let sql: String
    }

    /// A trigger.
    public struct Trigger: Equatable, Sendable {
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
