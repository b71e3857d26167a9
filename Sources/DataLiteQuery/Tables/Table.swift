/// A type whose values are rows of a table.
///
/// `@Table` generates the conformance.
@dynamicMemberLookup
public protocol Table: Selection, ConflictResolving, _ChangeTarget {
    /// The name of the table and its columns.
    static var tableDefinition: TableDefinition { get }

    /// All rows of the default scope. Default: every row of the table.
    static var all: Where<Self> { get }

    /// The constraints that no single column declares, and the options of the table. Default: none.
    ///
    /// ```swift
    /// static var constraints: [TableConstraint<Booking>] {
    ///     [.unique(\.room, \.day), .check { $0.nights > 0 }]
    /// }
    /// ```
    static var constraints: [TableConstraint<Self>] { get }
}

extension Table {
    /// No constraints other than those of the columns.
    public static var constraints: [TableConstraint<Self>] { [] }

    /// No policy: a row that violates a constraint is handled as the table says, or the statement fails.
    @inlinable
    public static var conflictPolicy: ConflictPolicy { ConflictPolicy() }

    @inlinable
    public static var columnDefinitions: ColumnDefinitions { tableDefinition.columns }

    /// The name of the table.
    @inlinable
    public static var tableName: String { tableDefinition.name }

    /// The name of the schema that contains the table; `nil` if it is not specified.
    public static var schemaName: String? { tableDefinition.schema }

    /// The columns of the table.
    @inlinable
    public static var columns: Columns { Columns(_source: ColumnSource(Self.self)) }
}

/// A table with a primary key of one column or one group of columns.
public protocol PrimaryKeyedTable<PrimaryKey>: Table {
    /// The type of the primary key.
    associatedtype PrimaryKey: Sendable

    /// The type in which the primary key is stored. Default: the type of the key.
    associatedtype StoredKey: RowRepresentable = PrimaryKey where StoredKey._Plain == PrimaryKey

    /// A row to insert, in which some columns can be left unset.
    associatedtype Draft: TableDraft where Draft.Model == Self

    /// The value of the primary key.
    var primaryKey: PrimaryKey { get }

    /// A key in its stored form: in the representation of its column, if there is one.
    static func storedKey(_ key: PrimaryKey) -> StoredKey
}

extension PrimaryKeyedTable where StoredKey == PrimaryKey {
    /// The key itself: its column has no representation.
    @inlinable
    public static func storedKey(_ key: PrimaryKey) -> PrimaryKey { key }
}

/// A table without a primary key whose rows can be inserted as drafts.
///
/// `@Table` generates the conformance for a table that has no primary key, but a column with
/// `@Column(lazyInitializable: true)`.
public protocol DraftableTable: Table {
    /// A row to insert, in which some columns can be left unset.
    associatedtype Draft: TableDraft where Draft.Model == Self
}

/// Another name for a table, to use it twice in one query.
///
/// ```swift
/// enum Manager: TableAlias { typealias Table = Employee }
/// ```
public protocol TableAlias {
    /// The table.
    associatedtype Table: DataLiteQuery.Table

    /// The name. Default: the name of the type.
    static var aliasName: String { get }
}

extension TableAlias {
    public static var aliasName: String { String(describing: Self.self) }
}

/// Another name for any table, to use a table twice in one query.
///
/// ```swift
/// enum Other: AliasName {}
/// Employee.join(Employee.as(Other.self)) { $0.managerID == $1.id }
/// ```
///
/// With a ``TableAlias``, the compiler checks that the name is used for its table.
public protocol AliasName {
    /// The name. Default: the name of the type.
    static var aliasName: String { get }
}

extension AliasName {
    public static var aliasName: String { String(describing: Self.self) }
}

// Fetching the rows of the default scope without writing a query: `Album.fetchAll(db)`.

extension Table {
    /// Returns all rows.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error; `SQLITE_MISMATCH`, with the column and the row, for a
    ///   value that cannot be decoded.
    @inlinable
    public static func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [Self] {
        try scoped.fetchAll(db)
    }

    /// Returns the first row, or `nil` if there is none.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`.
    @inlinable
    public static func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> Self? {
        try scoped.fetchOne(db)
    }

    /// Returns the number of rows.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error.
    public static func fetchCount(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try scoped.fetchCount(db)
    }

    /// Returns the first row.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`; `SQLITE_NOTFOUND` if there is no row.
    @inlinable
    public static func fetchRequired(_ db: any ConnectionProtocol) throws(SQLiteError) -> Self {
        try scoped.fetchRequired(db)
    }

    /// Returns a cursor that reads the rows one at a time.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error.
    @inlinable
    public static func fetchCursor(
        _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> Cursor<Self> {
        try scoped.fetchCursor(db)
    }

    /// Returns whether there are no rows. At most one row is read.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error.
    public static func isEmpty(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool {
        try scoped.isEmpty(db)
    }
}
