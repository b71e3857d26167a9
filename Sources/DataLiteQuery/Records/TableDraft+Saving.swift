extension TableDraft {
    /// Inserts the draft and returns the stored row, with its key and defaults.
    ///
    /// ```swift
    /// let album = try Album.Draft(title: "Kind of Blue").insert(db)
    /// print(album.id)
    /// ```
    ///
    /// ```sql
    /// INSERT INTO "albums" ("title") VALUES (?) RETURNING "albums"."id", "albums"."title"
    /// ```
    ///
    /// If triggers have changed rows, the row is read again by its primary key.
    ///
    /// - Parameter conflict: How to handle a row that violates a constraint.
    /// - Throws: `SQLiteError` if SQLite reports an error; `SQLITE_NOTFOUND` if a trigger or `.ignore` skipped the row;
    ///   `SQLITE_MISMATCH` for a value that cannot be decoded, in which case nothing has been inserted, except in an open
    ///   transaction.
    @discardableResult
    public func insert(
        _ db: any ConnectionProtocol, or conflict: ConflictResolution? = nil
    ) throws(SQLiteError) -> Model {
        try Model.insert(or: conflict) { _InsertRows(drafts: CollectionOfOne(self)) }
            .returning(Model.self).fetchRequired(db)
    }
}

extension TableDraft where Model: PrimaryKeyedTable, Model.Draft == Self {
    /// Inserts the draft, or updates the row with the same primary key in the columns that the draft sets, and returns
    /// the stored row.
    ///
    /// ```sql
    /// INSERT INTO "albums" ("id", "title") VALUES (?, ?)
    /// ON CONFLICT ("id") DO UPDATE SET "title" = "excluded"."title"
    /// RETURNING "albums"."id", "albums"."title"
    /// ```
    ///
    /// It is the query `Album.upsert { draft }`: a draft without a key is inserted.
    ///
    /// - Throws: The same errors as ``insert(_:or:)``.
    @discardableResult
    public func save(_ db: any ConnectionProtocol) throws(SQLiteError) -> Model {
        try Model.upsert { self }.returning(Model.self).fetchRequired(db)
    }
}
