// Calls of GRDB's records and requests, and of SQLite.swift. They are unavailable; the compiler reports what to write
// instead.

public import DataLiteQuery

extension Table {
    @available(*, unavailable, renamed: "insert(_:or:)")
    public func insert(
        _ db: any ConnectionProtocol, onConflict: ConflictResolution
    ) throws(SQLiteError) {}

    @available(
        *, unavailable,
        message: "write `Album.insert { album }.returning(Album.self).fetchRequired(db)`"
    )
    public func inserted(_ db: any ConnectionProtocol) throws(SQLiteError) -> Self { self }

    @available(
        *, unavailable,
        message: "write `Album.insert { album }.returning(Album.self).fetchRequired(db)`"
    )
    public func insertAndFetch(_ db: any ConnectionProtocol) throws(SQLiteError) -> Self { self }

    @available(*, unavailable, message: "write `Album.all.delete().execute(db)`")
    @discardableResult
    public static func deleteAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int { 0 }

    @available(*, unavailable, message: "write `select { ($0, ...) }` or `including(association)`")
    public static func annotated<Value>(with value: Value) -> Where<Self> { Self.all }
}

extension Table where Self: Hashable {
    @available(*, unavailable, message: "write `try Set(Album.fetchAll(db))`")
    public static func fetchSet(_ db: any ConnectionProtocol) throws(SQLiteError) -> Set<Self> {
        []
    }
}

extension PrimaryKeyedTable {
    @available(*, unavailable, renamed: "update(_:or:)")
    public func update(
        _ db: any ConnectionProtocol, onConflict: ConflictResolution
    ) throws(SQLiteError) {}

    @available(*, unavailable, renamed: "save(_:or:)")
    public func save(
        _ db: any ConnectionProtocol, onConflict: ConflictResolution
    ) throws(SQLiteError) {}

    @available(*, unavailable, message: "write `try album.save(db)`, which sets a new key")
    public func saved(_ db: any ConnectionProtocol) throws(SQLiteError) -> Self { self }

    @available(*, unavailable, message: "write `try album.updateChanges(db, from: old)`")
    public func databaseChanges(from record: Self) throws(SQLiteError) -> [String: SQLiteValue] {
        [:]
    }

    @available(*, unavailable, message: "write `Album.find(id).fetchOne(db)`")
    public static func fetchOne(
        _ db: any ConnectionProtocol, id: some SQLiteBindable
    ) throws(SQLiteError) -> Self? { nil }

    @available(*, unavailable, message: "write `Album.find(id).fetchRequired(db)`")
    public static func find(
        _ db: any ConnectionProtocol, id: some SQLiteBindable
    ) throws(SQLiteError) -> Self? { nil }

    @available(*, unavailable, message: "write `Album.find(ids).fetchAll(db)`")
    public static func fetchAll<Key: SQLiteBindable>(
        _ db: any ConnectionProtocol, ids: [Key]
    ) throws(SQLiteError) -> [Self] { [] }

    @available(*, unavailable, message: "write `Album.find(keys).fetchAll(db)`")
    public static func fetchAll<Key: SQLiteBindable>(
        _ db: any ConnectionProtocol, keys: [Key]
    ) throws(SQLiteError) -> [Self] { [] }

    @available(*, unavailable, message: "write `Album.find(id).delete().execute(db)`")
    @discardableResult
    public static func deleteOne(
        _ db: any ConnectionProtocol, id: some SQLiteBindable
    ) throws(SQLiteError) -> Bool { false }

    @available(*, unavailable, message: "write `Album.find(ids).delete().execute(db)`")
    @discardableResult
    public static func deleteAll<Key: SQLiteBindable>(
        _ db: any ConnectionProtocol, ids: [Key]
    ) throws(SQLiteError) -> Int { 0 }
}

extension Select {
    @available(*, unavailable, message: "write `query.delete().execute(db)`")
    @discardableResult
    public func deleteAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int { 0 }

    @available(*, unavailable, message: "write `select { ($0, ...) }` or `including(association)`")
    public func annotated<Value>(with value: Value) -> Self { self }
}

extension Query where Output: Hashable {
    @available(*, unavailable, message: "write `try Set(query.fetchAll(db))`")
    public func fetchSet(_ db: any ConnectionProtocol) throws(SQLiteError) -> Set<Output> { [] }
}

extension ConnectionProtocol {
    @available(*, unavailable, message: "write `try query.execute(db)`")
    @discardableResult
    public func run(_ query: some Query) throws(SQLiteError) -> Int64 { 0 }

    @available(*, unavailable, message: "write `try change.execute(db)`")
    @discardableResult
    public func run(_ change: some ChangeStatement) throws(SQLiteError) -> Int64 { 0 }

    @available(*, unavailable, message: "write `try query.fetchOne(db)`")
    public func pluck<Q: Query>(_ query: Q) throws(SQLiteError) -> Q.Output? { nil }
}
