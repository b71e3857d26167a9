public import DataLiteCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ConnectionProtocol {
    /// Replaces integer primary keys by keys that are unique everywhere, such as UUIDs, together with all references to
    /// them.
    ///
    /// ```swift
    /// migrator.add("UUIDs") { db in
    ///     try db.migratePrimaryKeys(of: ["artists", "albums"])
    /// }
    /// ```
    ///
    /// The key column of each table becomes `TEXT NOT NULL`, without `AUTOINCREMENT`, and so do the columns of all
    /// tables that refer to it by a foreign key, directly or through other keys. A key that is itself a reference gets
    /// the new key of the row that it refers to. Rowids stay as they are. Everything else is kept as by
    /// ``alterTable(_:of:_:)``, in one transaction: all rows, indexes, triggers and views. Only foreign keys are known
    /// as references: numbers in other columns, in the SQL of triggers and views, and in JSON do not change. A
    /// full-text table whose text is in one of the tables needs integer keys, so it is an error: drop the full-text
    /// table first, with its triggers, and create it again afterwards, with the rowids.
    ///
    /// - Parameters:
    ///   - tables: The tables; their order does not matter. `nil` for all tables whose primary key is one integer
    ///     column, except those in which a migrator records migrations. Tables with other keys keep them.
    ///   - database: `main`, `temp`, or the name of an attached database.
    ///   - type: The type of the new columns: `TEXT`, `BLOB`.
    ///   - expression: A default in SQL for the key columns: `uuid()`. The function must be added to every connection
    ///     that inserts rows. A key that is NULL gets the default, too.
    ///   - key: A new key for a row, from the name of its table and its old key. It is called in the order of the keys.
    ///     For UUIDs in another form, return the stored value of the new key: `SQLiteValue.blob` for bytes.
    /// - Throws: `SQLITE_MISUSE` if the key of a table is missing, consists of several columns, or is not an integer,
    ///   if a reference refers to no row or to two of the tables, or if it has a default; `SQLITE_CONSTRAINT` if two
    ///   keys of a table are equal; the errors of ``alterTable(_:of:_:)``; the error of the closure.
    public func migratePrimaryKeys(
        of tables: [String]? = nil, in database: String = "main", type: String = "TEXT",
        default expression: String? = nil,
        key: (_ table: String, _ old: Int64) throws -> any SQLiteBindable = { _, _ in UUID() }
    ) throws {
        let schema = try schema(of: database)
        let keys = try KeyReferences(tables, in: schema)
        guard !keys.columns.isEmpty else { return }
        try keys.requireNoFullText(in: schema)
        let change = SchemaChange(connection: self, database: database)
        var failure: (any Error)?
        do {
            try change.run(rebuilding: keys.tables) { () throws(SQLiteError) in
                guard try self.schema(of: database) == schema else {
                    throw SQLiteError(.schema, message: "another connection has changed the schema")
                }
                let migration = KeyMigration(
                    change: change, schema: schema, keys: keys, type: type, expression: expression)
                try migration.run { (table, old) throws(SQLiteError) in
                    do {
                        return try key(table, old).sqliteValue
                    } catch {
                        failure = error
                        throw SQLiteError(
                            .abort, message: "no key: \(error)", underlyingError: error)
                    }
                }
            }
        } catch {
            throw failure ?? error
        }
    }
}
