// Names that users of other libraries try first. They are unavailable; the compiler reports what to write instead.

public import DataLiteQuery

extension Table {
    @available(*, unavailable, renamed: "where(_:)")
    public static func filter(
        _ condition: (Columns) -> SQLExpression<Bool>
    ) -> Where<Self> { Self.all }

    @available(*, unavailable, message: "write `insert { }.onConflictDoUpdate { }`")
    @_disfavoredOverload
    public static func insert(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict update: (inout Updates<Self>) -> Void
    ) -> Insert<Self> { insert(or: conflict, rows) }
}

extension PrimaryKeyedTable {
    @available(*, unavailable, message: "write `insert { draft }`")
    public static func insert(
        or conflict: ConflictResolution? = nil, _ draft: Draft
    ) -> Insert<Self> { insert() }

    @available(*, unavailable, message: "write `upsert { draft }`")
    public static func upsert(_ draft: Draft) -> Insert<Self> { insert() }

    @available(*, unavailable, renamed: "update(_:or:)")
    public func updateExisting(_ db: some ConnectionProtocol) throws(SQLiteError) {}

    @available(
        *, unavailable, message: "write `album.save(db)` or `insert { }.onConflictDoUpdate { }`"
    )
    public func upsert(_ db: some ConnectionProtocol) throws(SQLiteError) {}

    @available(*, unavailable, message: "write `Album.find(key).fetchOne(db)`")
    public static func fetchOne(
        _ db: some ConnectionProtocol, key: some SQLiteBindable
    ) throws(SQLiteError) -> Self? { nil }

    @available(*, unavailable, message: "write `Album.find(key).fetchRequired(db)`")
    public static func find(
        _ db: some ConnectionProtocol, key: some SQLiteBindable
    ) throws(SQLiteError) -> Self? { nil }

    @available(*, unavailable, message: "write `Album.find(key).exists(db)`")
    public static func exists(
        _ db: some ConnectionProtocol, key: some SQLiteBindable
    ) throws(SQLiteError) -> Bool { false }

    @available(*, unavailable, message: "write `Album.find(id).exists(db)`")
    public static func exists(
        _ db: some ConnectionProtocol, id: some SQLiteBindable
    ) throws(SQLiteError) -> Bool { false }

    @available(*, unavailable, message: "write `Album.find(key).delete().execute(db)`")
    public static func deleteOne(
        _ db: some ConnectionProtocol, key: some SQLiteBindable
    ) throws(SQLiteError) -> Bool { false }
}

extension Select where Output: PrimaryKeyedTable {
    @available(*, unavailable, message: "write `query.find(key).fetchRequired(db)`")
    public func find(
        _ db: some ConnectionProtocol, key: some SQLiteBindable
    ) throws(SQLiteError) -> Output? { nil }
}

extension Select {
    @available(*, unavailable, renamed: "where(_:)")
    public func filter(_ condition: (Columns) -> SQLExpression<Bool>) -> Self { self }
}

extension DatabaseFunction {
    @available(*, unavailable, message: "write `db.add(function: $name)`")
    public func install(_ db: some ConnectionProtocol) throws(SQLiteError) {}
}

@available(*, unavailable, message: "write `#sql(\"...\", as: Int.self)`")
public struct SQLQueryExpression<Value: RowRepresentable> {
    public init(_ sql: SQLFragment, as value: Value.Type = Value.self) {}
}

@available(*, unavailable, message: "catch an `SQLiteError` whose `resultCode` is `.notFound`")
public struct NotFound: Error {}

@available(*, unavailable, renamed: "ColumnRepresentation")
public protocol QueryRepresentable {}

@available(*, unavailable, renamed: "SQLiteValue")
public typealias QueryBinding = SQLiteValue

@available(*, unavailable, message: "an `SQLiteRepresentable` type has `init?(_: SQLiteValue)`")
public protocol QueryDecoder {}

@available(*, unavailable, renamed: "CaseBranches")
public typealias Cases<Base: RowRepresentable, Result: RowRepresentable> = CaseBranches<
    Base, Result
>

@available(*, unavailable, renamed: "DateModifier")
public typealias DateTimeModifier = DateModifier

@available(*, unavailable, renamed: "SchemaObject")
public typealias TemporaryTrigger<Model: Table> = SchemaObject

extension TableDraft {
    @available(*, unavailable, message: "write `Album.insert { draft }`")
    public static func insert(
        @InsertRowsBuilder<Model> _ rows: () -> [_InsertRows<Model>]
    ) -> Insert<Model> { Model.insert(rows) }
}
