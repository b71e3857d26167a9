// <https://sqlite.org/lang_altertable.html#otheralter>

public import DataLiteCore

extension ConnectionProtocol {
    /// Changes the columns, constraints and options of a table in ways that `ALTER TABLE` cannot, and keeps its rows,
    /// indexes, triggers, and all references to it.
    ///
    /// ```swift
    /// try db.alterTable("people") { table in
    ///     table.renameColumn("name", to: "full_name")
    ///     table.changeColumn("age", to: "age INTEGER NOT NULL DEFAULT 0", values: "coalesce(age, 0)")
    ///     table.dropColumn("nickname")
    ///     table.addConstraint("CHECK (age >= 0)")
    /// }
    /// ```
    ///
    /// The changes take effect in their order. Columns are renamed by SQLite, in the whole schema. For the other
    /// changes, the table is rebuilt as <https://sqlite.org/lang_altertable.html#otheralter> describes: its rows are
    /// copied, it is dropped and created again, the rows are inserted, and its indexes and triggers, including
    /// temporary ones, are created again from their statements. Rowids, the number that `AUTOINCREMENT` continues with,
    /// and the statistics of `ANALYZE` are kept. Values are converted as the types of the new columns require.
    ///
    /// Either everything succeeds or nothing changes: if an index, a trigger or a view would no longer compile, the
    /// error names it. Drop this object first, and create it again afterwards. An object that would mean something else
    /// is an error, too: a string in double quotes that would become the name of a new column, or a trigger for updates
    /// of a dropped column, which would never run. The same holds for a full-text table whose text is in the table, and
    /// for foreign keys of this and other tables that would no longer fit the table or its rows. Rows are never left
    /// out: a row that violates a constraint is an error, whatever its `ON CONFLICT` clause says, and so is an
    /// aggregate function as the values of a column. A full-text table whose text changes is filled again if it
    /// contained the text of all rows; otherwise it is an error.
    ///
    /// Foreign keys are off while the table is rebuilt. SQLite cannot turn them off in a transaction, so in a
    /// transaction, rebuilding a table that is referenced is an error while foreign keys are enforced. In a migration,
    /// foreign keys are off unless the migration asks for them.
    ///
    /// - Parameters:
    ///   - name: A table; not a view or a virtual table.
    ///   - database: `main`, `temp`, or the name of an attached database.
    ///   - changes: A closure that lists the changes. Nothing is done if it throws.
    /// - Throws: `SQLITE_MISUSE` if a change does not fit the table; `SQLiteError` if SQLite reports an error; the
    ///   error of the closure.
    public func alterTable(
        _ name: String, of database: String = "main",
        _ changes: (inout TableAlteration) throws -> Void
    ) throws {
        var alteration = TableAlteration()
        try changes(&alteration)
        try alteration.run(on: self, table: name, of: database)
    }

    /// Replaces the definition of a table and keeps its rows, indexes, triggers, and all references to it.
    ///
    /// ```swift
    /// try db.rebuildTable(
    ///     "people",
    ///     as: "CREATE TABLE people(id INTEGER PRIMARY KEY, full_name TEXT NOT NULL) STRICT",
    ///     values: ["full_name": "name || ' ' || surname"])
    /// ```
    ///
    /// This method has the guarantees of ``alterTable(_:of:_:)``.
    ///
    /// - Parameters:
    ///   - name: A table; not a view or a virtual table.
    ///   - database: `main`, `temp`, or the name of an attached database.
    ///   - definition: The new `CREATE TABLE` statement, with the same name. Never pass untrusted text.
    ///   - values: For columns of the new table, expressions over the columns of the old one. Any other column gets the
    ///     values of the old column with the same name; without such a column, its default.
    /// - Throws: `SQLITE_MISUSE` if the statement does not create this table, or if it has no column that `values`
    ///   names; `SQLiteError` if SQLite reports an error.
    public func rebuildTable(
        _ name: String, of database: String = "main", as definition: String,
        values: [String: SQL] = [:]
    ) throws(SQLiteError) {
        let change = SchemaChange(connection: self, database: database)
        try change.run(rebuilding: [name]) { () throws(SQLiteError) in
            var sources: [SchemaName: TableRebuild.Source] = [:]
            for (column, value) in values { sources[SchemaName(column)] = .expression(value) }
            try TableRebuild(
                connection: self, database: database, table: change.table(name),
                definition: definition, sources: sources
            ).run()
        }
    }
}
