import DataLiteCore

/// The tables and views of a database, in order of creation, with what Swift source needs.
struct SourceSchema {
    let tables: [TableSchema]
    private let positions: [[UInt8]: Int]

    init(tables: [TableSchema]) {
        self.tables = tables
        let names = tables.enumerated().map { ($1.name.foldedASCII.bytes, $0) }
        positions = Dictionary(names) { first, _ in first }
    }

    /// The table or view with a name. SQLite ignores the case of ASCII letters in names.
    func table(named name: String) -> TableSchema? {
        positions[name.foldedASCII.bytes].map { tables[$0] }
    }
}

/// A table or a view.
struct TableSchema: Equatable {
    enum Kind: Equatable {
        case table
        case view
        /// A virtual table, with the name of its module in lower case: `fts5`, `rtree`.
        case virtual(module: String)
    }

    var name: String
    var kind: Kind
    var isStrict = false
    var hasRowID = true
    var columns: [ColumnSchema] = []
    var indexes: [IndexSchema] = []
    var foreignKeys: [ForeignKeySchema] = []
    var triggers: [String] = []
    /// The `CHECK` constraints.
    var checks: [DatabaseSchema.Check] = []
    /// The keywords among `AUTOINCREMENT`, `COLLATE` and `ON CONFLICT` that the table uses, in this order; `COLLATE`
    /// only in a unique constraint or primary key of the table.
    var constraints: [String] = []
    /// Why the columns cannot be read, such as a view of a missing table or a virtual table without its module.
    var problem: String?
}

struct ColumnSchema: Equatable {
    enum Storage: Equatable {
        case ordinary
        /// A generated column that is computed when it is read.
        case virtual
        /// A generated column that is computed when the row is written.
        case stored
    }

    var name: String
    /// The type as written in `CREATE TABLE`, or an empty string if there is none.
    var declaredType: String
    var isNotNull = false
    /// The SQL of the default, without the parentheses around an expression.
    var defaultSQL: String?
    /// The name of the collation in `CREATE TABLE`.
    var collation: String?
    /// The position in the primary key, starting at 1, or 0 if the column is not part of it.
    var primaryKeyPosition = 0
    /// Whether the column is an alias for the rowid, which is never NULL.
    var isRowID = false
    var storage = Storage.ordinary
    /// The expression of a generated column, without its parentheses.
    var generatedSQL = ""
    /// The form of its dates or UUIDs; `nil` if no row shows it.
    var form: ColumnForm?
}

struct IndexSchema: Equatable {
    var name: String
    var origin: DatabaseSchema.Index.Origin
    var isUnique: Bool
    var isPartial: Bool
    /// The indexed columns, with `nil` for an expression.
    var columns: [String?]
}

struct ForeignKeySchema: Equatable {
    /// The referenced table, which need not exist.
    var table: String
    /// The columns of this table.
    var columns: [String]
    /// The columns of the referenced table, or empty for its primary key.
    var referencedColumns: [String]
    /// `CASCADE`, `SET NULL`, ...
    var onUpdate: String
    var onDelete: String
    /// Whether it is `DEFERRABLE INITIALLY DEFERRED`.
    var isDeferred = false
}

extension String {
    /// The UTF-8 bytes, which SQLite compares. Swift strings are equal even if their characters are
    /// composed differently.
    var bytes: [UInt8] { Array(utf8) }

    /// The string with ASCII letters in lower case, as SQLite compares names.
    var foldedASCII: String {
        String(
            decoding: utf8.map {
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
            }, as: UTF8.self)
    }
}
