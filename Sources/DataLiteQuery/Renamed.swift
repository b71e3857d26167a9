// Names that users of other libraries try first. They are unavailable; the compiler reports what to write instead.

extension Table {
    @available(*, unavailable, renamed: "where(_:)")
    public static func filter(
        _ condition: (Columns) -> SQLExpression<Bool>
    ) -> Where<Self> { Self.all }
}

extension PrimaryKeyedTable {
    @available(*, unavailable, renamed: "update(_:or:)")
    public func updateExisting(_ db: some ConnectionProtocol) throws(SQLiteError) {}

    @available(*, unavailable, message: "write `album.save(db)` or insert `onConflictDoUpdate:`")
    public func upsert(_ db: some ConnectionProtocol) throws(SQLiteError) {}

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

extension Select where Output: Table, Columns == Output.Columns {
    @available(*, unavailable, message: "an insert has no conditions: write `Album.insert { ... }`")
    public func insert(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Output> _ rows: () -> [_InsertRows<Output>]
    ) -> Insert<Output> { Output.insert(or: conflict, rows) }
}

extension Select {
    @available(*, unavailable, renamed: "where(_:)")
    public func filter(_ condition: (Columns) -> SQLExpression<Bool>) -> Self { self }
}

extension DatabaseFunction {
    @available(*, unavailable, message: "write `db.add(function: $name)`")
    public func install(_ db: some ConnectionProtocol) throws(SQLiteError) {}
}
