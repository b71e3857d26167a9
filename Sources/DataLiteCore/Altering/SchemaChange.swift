import DataLiteSyntax

/// A change of the schema that keeps every row and every object, or changes nothing.
package struct SchemaChange {
    package let connection: any ConnectionProtocol

    /// `main`, `temp`, or the name of an attached database.
    package let database: String

    package init(connection: any ConnectionProtocol, database: String) {
        self.connection = connection
        self.database = database
    }

    /// Runs an `ALTER TABLE` statement.
    ///
    /// - Throws: An error that names a full-text table that would no longer find its text; SQLite checks the rest.
    func run(_ statement: SQL) throws(SQLiteError) {
        try connection.withoutLegacyAlterTable { () throws(SQLiteError) in
            let hasContent = try connection.inSchemaMethod { () throws(SQLiteError) in
                try ExternalContent.exists(in: database, of: connection)
            }
            guard hasContent else {
                return try explainingStrings { () throws(SQLiteError) in
                    try connection.execute(statement)
                }
            }
            try requiringFullText { () throws(SQLiteError) in try connection.execute(statement) }
        }
    }

    /// Runs a closure in a transaction, or in a savepoint of the open transaction.
    ///
    /// - Throws: An error that names a full-text table that no longer finds its text afterwards.
    package func requiringFullText(
        _ body: () throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        try explainingStrings { () throws(SQLiteError) in
            try connection.inSchemaMethod { () throws(SQLiteError) in
                try connection.atomically(.immediate) {
                    let texts = try FullTextCheck(
                        before: connection, database: database,
                        schema: connection.schema(of: database))
                    try body()
                    try texts.requireUnchanged()
                }
            }
        }
    }

    /// Adds to the error of a missing column that it is a string in double quotes in the schema, which SQLite compiles
    /// again for a change.
    private func explainingStrings(
        _ body: () throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        do throws(SQLiteError) {
            try body()
        } catch {
            guard let name = error.missingColumn, let object = try? objectWithString(name) else {
                throw error
            }
            throw error.suffixed(
                "; \(MessageText.names([object])) uses it as a string in double quotes: write it in "
                    + "single quotes there, or set doubleQuotedStrings of the configuration to "
                    + "[.dml, .ddl]")
        }
    }

    /// The object of the database whose definition contains a name in double quotes.
    private func objectWithString(_ name: String) throws(SQLiteError) -> String? {
        for schema in Set([database, "temp"]) {
            let objects = try connection.rows(
                "SELECT name, sql FROM \(identifier: schema).sqlite_master WHERE sql IS NOT NULL")
            for object in objects {
                let tokens = SQLTokens(object.lenientValue(at: 1) ?? "")
                if tokens.contains(where: { $0.text.first == "\"" && $0.name == name }) {
                    return object.lenientValue(at: 0)
                }
            }
        }
        return nil
    }

    /// Adds a column as `ALTER TABLE` does.
    ///
    /// - Throws: An error that names an object that would mean something else. SQLite does not report it: an index of a
    ///   string would become one of the column, without its values.
    func addColumn(_ definition: String, to name: String) throws(SQLiteError) {
        // Not the whole schema: the time must not depend on the number of other tables.
        let reader = SchemaReader(connection: connection, schema: database)
        try connection.atomically(.immediate) {
            let old = try connection.inSchemaMethod { () throws(SQLiteError) in
                try reader.read(name)
            }
            try run(
                """
                ALTER TABLE \(identifier: database).\(identifier: name) ADD COLUMN \(raw: definition)
                """)
            try connection.inSchemaMethod { () throws(SQLiteError) in
                guard let old, let new = try reader.read(name) else { return }
                try ObjectCheck(connection: connection, database: database)
                    .requireSameMeaning(old, new)
            }
        }
    }
}

extension ConnectionProtocol {
    /// Turns `legacy_alter_table` off while a closure runs: with it, SQLite leaves views, triggers and foreign keys
    /// with the old names, <https://sqlite.org/pragma.html#pragma_legacy_alter_table>.
    fileprivate func withoutLegacyAlterTable(
        _ body: () throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        guard let handle = sqliteConnection?.takeUnretainedValue().handle,
            let pointer = handle.pointer,
            // SQLite before 3.29 cannot tell.
            (try? handle.configure(.legacyAlterTable, -1, on: pointer)) == true
        else { return try body() }
        _ = try handle.configure(.legacyAlterTable, 0, on: pointer)
        defer { _ = try? handle.configure(.legacyAlterTable, 1, on: pointer) }
        try body()
    }
}

// MARK: - Altering

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
    ///   database does not compile, or if a full-text table reads its text by the old name.
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
    ///   database does not compile, or if a full-text table reads its text by the old name.
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
