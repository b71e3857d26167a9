extension ConnectionProtocol {
    /// Inserts rows of several tables, in the order of their foreign keys.
    ///
    /// ```swift
    /// try db.seed {
    ///     Album(id: 10, title: "Kind of Blue", artistID: 1)
    ///     Album.Draft(title: "Blue Train", artistID: 2)
    ///     Artist(id: 1, name: "Miles")
    ///     Artist(id: 2, name: "John")
    /// }
    /// ```
    ///
    /// All rows of a table are inserted together, in their order: `INSERT INTO "artists" ...`, then
    /// `INSERT INTO "albums" ...`. Tables without foreign keys between them keep the order of the closure. If tables
    /// refer to each other, or a table refers to itself, their foreign keys are checked after the last row.
    ///
    /// The statements run in a transaction, or in a savepoint of the open one.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error; `SQLITE_CONSTRAINT_FOREIGNKEY` with the rows that refer to
    ///   missing rows. In that case nothing has been inserted.
    public func seed(@SeedBuilder _ rows: () throws -> [SeedRows]) throws {
        let plan = SeedPlan(try rows())
        try transaction(.immediate) { try plan.run(on: self) }
    }
}
