// `ALTER TABLE`: https://sqlite.org/lang_altertable.html

extension ConnectionProtocol {
    /// Gives a table another name, in the table and wherever the schema refers to it.
    ///
    /// ```swift
    /// try db.renameTable("people", to: "persons")   // ALTER TABLE "main"."people" RENAME TO "persons"
    /// ```
    ///
    /// - Parameter database: `main`, `temp`, or the name of an attached database.
    /// - Throws: `SQLiteError` if there is no such table, if the new name is taken, if a view or a trigger of the
    ///   database does not compile, or if a full-text table reads its text there by the old name.
    public func renameTable(
        _ name: String, to newName: String, of database: String = "main"
    ) throws(SQLiteError) {
        try SchemaChange(connection: self, database: database).run(
            "ALTER TABLE \(identifier: database).\(identifier: name) RENAME TO \(identifier: newName)"
        )
    }

    /// Gives a column of a table another name, in the table and wherever the schema refers to it.
    ///
    /// ```swift
    /// try db.renameColumn("name", to: "full_name", in: "people")
    /// // ALTER TABLE "main"."people" RENAME COLUMN "name" TO "full_name"
    /// ```
    ///
    /// - Parameter database: `main`, `temp`, or the name of an attached database.
    /// - Throws: `SQLiteError` if there is no such column, if the new name is taken, if a view or a trigger of the
    ///   database does not compile, or if a full-text table reads its text there by the old name.
    public func renameColumn(
        _ name: String, to newName: String, in table: String, of database: String = "main"
    ) throws(SQLiteError) {
        try SchemaChange(connection: self, database: database).run(
            """
            ALTER TABLE \(identifier: database).\(identifier: table) \
            RENAME COLUMN \(identifier: name) TO \(identifier: newName)
            """)
    }

    /// Adds a column to a table, without writing its rows.
    ///
    /// ```swift
    /// try db.addColumn("age INTEGER NOT NULL DEFAULT 0", to: "people")
    /// // ALTER TABLE "main"."people" ADD COLUMN age INTEGER NOT NULL DEFAULT 0
    /// ```
    ///
    /// SQLite adds no keys, no unique and no stored generated columns, and requires a constant default for a column
    /// that cannot be NULL. `alterTable` of `DataLiteAltering` has no such limits.
    ///
    /// - Parameters:
    ///   - definition: The column as in `CREATE TABLE`. Never pass untrusted text.
    ///   - database: `main`, `temp`, or the name of an attached database.
    /// - Throws: `SQLiteError` if SQLite reports an error, or if an index, a view, a trigger or a constraint would mean
    ///   something else: if it uses the name of the column as a string in double quotes, or as the rowid.
    public func addColumn(
        _ definition: String, to table: String, of database: String = "main"
    ) throws(SQLiteError) {
        try SchemaChange(connection: self, database: database)
            .addColumn(definition, to: table)
    }

    /// Removes a column from a table.
    ///
    /// ```swift
    /// try db.dropColumn("nickname", from: "people")   // ALTER TABLE "main"."people" DROP COLUMN "nickname"
    /// ```
    ///
    /// - Parameter database: `main`, `temp`, or the name of an attached database.
    /// - Throws: `SQLiteError` if the column is a key, unique, indexed, or used elsewhere in the schema,
    ///   or contains the text of a full-text table.
    public func dropColumn(
        _ name: String, from table: String, of database: String = "main"
    ) throws(SQLiteError) {
        try inSchemaMethod { () throws(SQLiteError) in
            try ObjectCheck(connection: self, database: database)
                .requireNoTrigger(of: [name], table: table)
        }
        try SchemaChange(connection: self, database: database).run(
            """
            ALTER TABLE \(identifier: database).\(identifier: table) DROP COLUMN \(identifier: name)
            """)
    }
}
