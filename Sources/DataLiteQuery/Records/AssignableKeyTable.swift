/// A table whose rows can be created without a primary key, and get it when they are inserted.
///
/// `@Table` generates the conformance for a key that is an optional variable:
///
/// ```swift
/// @Table struct Album {
///     var id: Int?
///     var title: String
/// }
///
/// var album = Album(id: nil, title: "Kind of Blue")
/// try album.insert(db)
/// print(album.id)  // Optional(1)
/// ```
public protocol AssignableKeyTable: PrimaryKeyedTable
where PrimaryKey: ExpressibleByNilLiteral {
    /// The value of the primary key; `nil` for a row that has not been inserted.
    var primaryKey: PrimaryKey { get set }
}

extension AssignableKeyTable {
    /// Inserts the row. If its key is `nil`, SQLite or the default of the column chooses the key, and the value gets
    /// it.
    ///
    /// ```sql
    /// INSERT INTO "albums" ("title") VALUES (?) RETURNING "albums"."id"
    /// ```
    ///
    /// - Parameter conflict: How to handle a row that violates a constraint. If SQLite skips the row, the key stays
    ///   `nil`.
    /// - Throws: `SQLiteError` if SQLite reports an error; `SQLITE_MISMATCH` if the new key cannot be read.
    public mutating func insert(
        _ db: any ConnectionProtocol, or conflict: ConflictResolution? = nil
    ) throws(SQLiteError) {
        let row = self
        let record = try EncodedRecord(row)
        guard record.lacksKey else { return try row.insert(db, or: conflict) }
        let (keys, count) = (record.keyPositions, record.values.count)
        let source = InsertSource(count: 1) { _, values in
            let start = values.count
            values.append(row: row)
            values.omit(keys, of: count, from: start)
        }
        let insert = Self.inserting([_InsertRows(.values(source))], or: conflict)
        guard let key = try insert.returning({ $0.primaryKey }).fetchOne(db) else { return }
        primaryKey = key
    }

    /// Updates the row that has the same primary key, or inserts the row if there is none. If its key is `nil`, it is
    /// inserted, and the value gets its new key.
    ///
    /// - Parameter conflict: How to handle a row that violates a constraint. If SQLite skips the row, the key stays
    ///   `nil`.
    /// - Throws: `SQLiteError` if SQLite reports an error. In that case nothing has been changed.
    public mutating func save(
        _ db: any ConnectionProtocol, or conflict: ConflictResolution? = nil
    ) throws(SQLiteError) {
        guard try !EncodedRecord(self).lacksKey else { return try insert(db, or: conflict) }
        let row = self
        try row.save(db, or: conflict)
    }
}
