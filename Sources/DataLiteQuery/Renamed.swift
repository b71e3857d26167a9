// Names that users of other libraries try first. They are unavailable; the compiler reports what to write instead.

extension Table {
    @available(*, unavailable, renamed: "where(_:)")
    public static func filter(
        _ condition: (Columns) -> SQLExpression<Bool>
    ) -> Where<Self> { Self.all }

    @available(*, unavailable, message: "write `Album.insert { album }.execute(db)`")
    public func insert(_ db: some ConnectionProtocol) throws(SQLiteError) {}

    @available(*, unavailable, message: "write `Album.upsert { album }.execute(db)`")
    public func save(_ db: some ConnectionProtocol) throws(SQLiteError) {}
}

// A statement that changes a whole table has to say so.
extension Table {
    @available(*, unavailable, message: "for all rows, write `Album.all.delete()`")
    public static func delete() -> Delete<Self> { Self.all.delete() }

    @available(*, unavailable, message: "for all rows, write `Album.all.update { ... }`")
    public static func update(
        or conflict: ConflictResolution? = nil, _ set: (inout Updates<Self>) -> Void
    ) -> Update<Self> { Self.all.update(set) }
}

extension PrimaryKeyedTable {
    @available(*, unavailable, message: "write `Album.find(key).fetchOne(db)`")
    public static func fetchOne(
        _ db: some ConnectionProtocol, key: some SQLiteBindable
    ) throws(SQLiteError) -> Self? { nil }

    @available(*, unavailable, message: "write `Album.find(key).fetchRequired(db)`")
    public static func find(
        _ db: some ConnectionProtocol, key: some SQLiteBindable
    ) throws(SQLiteError) -> Self? { nil }

    @available(*, unavailable, message: "write `Album.find(key).delete().execute(db)`")
    public static func deleteOne(
        _ db: some ConnectionProtocol, key: some SQLiteBindable
    ) throws(SQLiteError) -> Bool { false }
}

extension Select {
    @available(*, unavailable, renamed: "where(_:)")
    public func filter(_ condition: (Columns) -> SQLExpression<Bool>) -> Self { self }
}

extension DatabaseFunction {
    @available(*, unavailable, message: "write `db.add(function: $name)`")
    public func install(_ db: some ConnectionProtocol) throws(SQLiteError) {}
}
