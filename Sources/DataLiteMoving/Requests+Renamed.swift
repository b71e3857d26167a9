// Calls of GRDB's requests. They are unavailable; the compiler reports what to write instead.

public import DataLiteQuery

extension Table {
    @available(*, unavailable, message: "write `db.row(\"SELECT ...\", [1], as: Album.self)`")
    public static func fetchOne(
        _ db: any ConnectionProtocol, sql: String, arguments: SQLParameters = []
    ) throws(SQLiteError) -> Self? { nil }

    @available(*, unavailable, message: "write `db.rows(\"SELECT ...\", [1], as: Album.self)`")
    public static func fetchAll(
        _ db: any ConnectionProtocol, sql: String, arguments: SQLParameters = []
    ) throws(SQLiteError) -> [Self] { [] }

    @available(*, unavailable, message: "write `Album.where { #sql(\"...\") }`")
    public static func filter(sql: String, arguments: SQLParameters = []) -> Where<Self> {
        Self.all
    }

    @available(*, unavailable, message: "write `Album.all.update { $0.year = 1960 }.execute(db)`")
    @discardableResult
    public static func updateAll<Assignments>(
        _ db: any ConnectionProtocol,
        _ assignments: (ColumnAssignment<Self>) -> Assignments
    ) throws(SQLiteError) -> Int { 0 }

    @available(*, unavailable, message: "write `Album.where { $0.match(allOf: text) }`")
    public static func matching<Pattern>(_ pattern: Pattern) -> Where<Self> { Self.all }
}

extension PrimaryKeyedTable {
    @available(*, unavailable, renamed: "find(_:)")
    public static func filter(id: some SQLiteBindable) -> Where<Self> { Self.all }

    @available(*, unavailable, renamed: "find(_:)")
    public static func filter(key: some SQLiteBindable) -> Where<Self> { Self.all }

    @available(*, unavailable, renamed: "find(_:)")
    public static func filter<Key: SQLiteBindable>(ids: [Key]) -> Where<Self> { Self.all }

    @available(*, unavailable, renamed: "find(_:)")
    public static func filter<Key: SQLiteBindable>(keys: [Key]) -> Where<Self> { Self.all }

    @available(*, unavailable, message: "write `Album.find(keys).delete().execute(db)`")
    @discardableResult
    public static func deleteAll<Key: SQLiteBindable>(
        _ db: any ConnectionProtocol, keys: [Key]
    ) throws(SQLiteError) -> Int { 0 }

    @available(*, unavailable, message: "write `Album.order(by: \\.id)`")
    public static func orderByPrimaryKey() -> Where<Self> { Self.all }

    @available(*, unavailable, message: "write `Album.select(\\.id)`")
    public static func selectPrimaryKey<Key>(as type: Key.Type = Key.self) -> Where<Self> {
        Self.all
    }

    @available(*, unavailable, message: "write `Artist.albums.request(for: artist)`")
    public func request<A: TableAssociation>(for association: A) -> Where<A.Child>
    where A.Parent == Self { A.Child.all }

    @available(
        *, unavailable, message: "write `Album.update(album).returning(\\.self).fetchRequired(db)`"
    )
    public func updateAndFetch(_ db: any ConnectionProtocol) throws(SQLiteError) -> Self { self }

    @available(
        *, unavailable,
        message: "write `Album.upsert { album }.returning(\\.self).fetchRequired(db)`"
    )
    public func saveAndFetch(_ db: any ConnectionProtocol) throws(SQLiteError) -> Self { self }

    @available(
        *, unavailable,
        message: "write `Album.upsert { album }.returning(\\.self).fetchRequired(db)`"
    )
    public func upsertAndFetch(_ db: any ConnectionProtocol) throws(SQLiteError) -> Self { self }
}

extension Select {
    @available(*, unavailable, message: "write it without parentheses: `Album.all`")
    public func callAsFunction() -> Self { self }

    @available(*, unavailable, message: "write `query.where { #sql(\"...\") }`")
    public func filter(sql: String, arguments: SQLParameters = []) -> Self { self }
}

extension Select where Output: Table {
    @available(*, unavailable, message: "write `query.update { $0.year = 1960 }.execute(db)`")
    @discardableResult
    public func updateAll<Assignments>(
        _ db: any ConnectionProtocol,
        _ assignments: (ColumnAssignment<Output>) -> Assignments
    ) throws(SQLiteError) -> Int { 0 }

    @available(*, unavailable, message: "write `query.where { $0.match(allOf: text) }`")
    public func matching<Pattern>(_ pattern: Pattern) -> Self { self }
}

extension Select where Output: PrimaryKeyedTable {
    @available(*, unavailable, renamed: "find(_:)")
    public func filter(id: some SQLiteBindable) -> Self { self }

    @available(*, unavailable, renamed: "find(_:)")
    public func filter<Key: SQLiteBindable>(ids: [Key]) -> Self { self }

    @available(*, unavailable, message: "write `query.order(by: \\.id)`")
    public func orderByPrimaryKey() -> Self { self }

    @available(*, unavailable, message: "write `query.order(by: \\.id)`")
    public func withStableOrder() -> Self { self }

    @available(*, unavailable, message: "write `query.group(by: \\.id)`")
    public func groupByPrimaryKey() -> Self { self }

    @available(*, unavailable, message: "write `query.select(\\.id)`")
    public func selectPrimaryKey<Key>(as type: Key.Type = Key.self) -> Self { self }

    @available(*, unavailable, message: "write `query.select(\\.id)`")
    public func selectID() -> Self { self }
}

@available(*, unavailable, message: "write `query.update { $0.year = 1960 }`")
@dynamicMemberLookup
public struct ColumnAssignment<Model: Table> {
    public subscript<Column>(dynamicMember path: KeyPath<Model.Columns, Column>) -> Self { self }

    public func set<Value>(to value: Value) -> Self { self }
}
