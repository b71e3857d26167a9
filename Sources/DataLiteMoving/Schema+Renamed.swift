// Changes of the schema in GRDB. They are unavailable; the compiler reports what to write instead.

public import DataLiteQuery

extension ConnectionProtocol {
    @available(
        *, unavailable,
        message: "write `db.execute(\"CREATE TABLE ...\")` or `Album.createTable().execute(db)`"
    )
    public func create(table name: String, body: (TableStatement) throws -> Void) throws {}

    @available(
        *, unavailable,
        message: "write `db.addColumn(\"year INTEGER\", to: \"albums\")`"
    )
    public func alter(table name: String, body: (TableStatement) throws -> Void) throws {}

    @available(*, unavailable, message: "write `db.execute(\"DROP TABLE albums\")`")
    public func drop(table name: String) throws {}

    @available(*, unavailable, renamed: "renameTable(_:to:)")
    public func rename(table name: String, to newName: String) throws {}

    @available(*, unavailable, message: "write `db.execute(\"CREATE INDEX ...\")`")
    public func create(index name: String, on table: String, columns: [String]) throws {}

    @available(*, unavailable, message: "write `db.execute(\"CREATE INDEX ...\")`")
    public func create(indexOn table: String, columns: [String]) throws {}

    @available(*, unavailable, message: "write `db.execute(\"DROP INDEX by_title\")`")
    public func drop(index name: String) throws {}
}

/// Accepts the usual statements about a table in GRDB, so that the compiler reports what to write instead of them.
@available(*, unavailable, message: "write SQL text, or `createTable` of a table type")
@dynamicMemberLookup
public struct TableStatement {
    public enum ValueType {
        case any, blob, boolean, date, datetime, double, integer, jsonText, numeric, real, text
    }

    public subscript(dynamicMember name: String) -> Self { self }

    @discardableResult
    public func callAsFunction(_ values: Any...) -> Self { self }

    @discardableResult
    public func callAsFunction(_ name: String, _ type: ValueType) -> Self { self }

    @discardableResult
    public func callAsFunction(column name: String, _ type: ValueType) -> Self { self }

    @discardableResult
    public func callAsFunction(to value: Any) -> Self { self }

    @discardableResult
    public func callAsFunction(_ name: String, onDelete: ForeignKeyAction) -> Self { self }
}
