public import DataLiteCore

extension ConnectionProtocol {
    /// Writes the rows of a statement to a stream.
    ///
    /// ```swift
    /// var text = ""
    /// try db.dumpSQL("SELECT id, title FROM albums ORDER BY id", to: &text)
    /// // 1|Debut
    /// // 2|Post
    /// ```
    ///
    /// Rows are written as they are read, in pieces of about 64 KiB, so a large result is not kept in memory, except by
    /// ``DumpFormat/table()`` and ``DumpFormat/markdown()``, which keep the first 1,000 rows to align them.
    ///
    /// - Throws: The errors of `execute`. Text that was written before an error is kept.
    public func dumpSQL(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), format: DumpFormat = .list(),
        to stream: inout some TextOutputStream
    ) throws {
        try stream.withOutput { try Dump(of: self, to: $0).rows(of: sql, parameters, format) }
    }

    /// Prints the rows of a statement.
    ///
    /// - Throws: The errors of `execute`. Text that was printed before an error is kept.
    public func dumpSQL(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), format: DumpFormat = .list()
    ) throws {
        try printing { try $0.rows(of: sql, parameters, format) }
    }

    /// Writes the rows of tables or views of the main database to a stream.
    ///
    /// The order of the rows does not depend on how SQLite reads them: it is the order of the primary key, or of all
    /// columns. If there are several tables, the name of each table is written before its rows.
    ///
    /// - Throws: `SQLITE_ERROR` if there is no such table; the errors of `execute`.
    public func dumpTables(
        _ tables: [String], format: DumpFormat = .list(), to stream: inout some TextOutputStream
    ) throws {
        try dumping {
            try stream.withOutput {
                try Dump(of: self, to: $0).tables(tables, header: tables.count > 1, format)
            }
        }
    }

    /// Prints the rows of tables or views of the main database. See ``dumpTables(_:format:to:)``.
    ///
    /// - Throws: `SQLITE_ERROR` if there is no such table; the errors of `execute`.
    public func dumpTables(_ tables: [String], format: DumpFormat = .list()) throws {
        try dumping {
            try printing { try $0.tables(tables, header: tables.count > 1, format) }
        }
    }

    /// Writes the statements that created the tables, views, indexes and triggers of the main database to a stream,
    /// ordered by the names of the tables.
    ///
    /// The tables in which virtual tables store their content are omitted.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error.
    public func dumpSchema(to stream: inout some TextOutputStream) throws {
        try dumping { try stream.withOutput { try Dump(of: self, to: $0).schema() } }
    }

    /// Prints the statements that created the tables, views, indexes and triggers of the main database.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error.
    public func dumpSchema() throws {
        try dumping { try printing { try $0.schema() } }
    }

    /// Writes the schema and the rows of all tables of the main database to a stream.
    ///
    /// ```swift
    /// var text = ""
    /// try db.dumpContent(to: &text)
    /// // sqlite_master
    /// // CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT);
    /// //
    /// // albums
    /// // 1|Debut
    /// // 2|Post
    /// ```
    ///
    /// The text depends only on the content: tables are in the order of their names, and rows in the order of their
    /// primary key, or of all columns. So a test can compare it with an earlier text. Views have no rows of their own
    /// and are only in the schema. SQLite's internal tables, and those in which virtual tables store their content,
    /// are omitted.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error.
    public func dumpContent(
        format: DumpFormat = .list(), to stream: inout some TextOutputStream
    ) throws {
        try dumping { try stream.withOutput { try Dump(of: self, to: $0).content(format) } }
    }

    /// Prints the schema and the rows of all tables of the main database. See ``dumpContent(format:to:)``.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error.
    public func dumpContent(format: DumpFormat = .list()) throws {
        try dumping { try printing { try $0.content(format) } }
    }

    /// Writes the SQL script that recreates the main database to a stream, as `.dump` of SQLite's shell does.
    ///
    /// ```swift
    /// var script = ""
    /// try db.dumpScript(to: &script)
    /// try Connection(location: .inMemory).execute(script: script)
    /// ```
    ///
    /// Run it with `execute(script:)` on an empty database, outside a transaction. It recreates the schema, every
    /// value, the rowids, the greatest keys of tables with `AUTOINCREMENT`, the statistics of `ANALYZE` in
    /// `sqlite_stat1`, `user_version`, `application_id`, and the text encoding if it is not UTF-8. Generated columns
    /// are computed again, and triggers do not run. Foreign keys are off while the script runs; afterwards, they are on
    /// or off as on this connection.
    ///
    /// Virtual tables are recreated as in SQLite's shell: their content is copied as SQLite stores it, and their
    /// statement is written into `sqlite_master`. A connection in defensive mode refuses to write there. In a database
    /// that is not UTF-8, text that is not valid is repaired. A table whose columns have all three names of the rowid
    /// gets new rowids.
    ///
    /// - Throws: `SQLITE_CORRUPT` if an object of the schema is not created by one `CREATE` statement, as in a damaged
    ///   or hostile file; `SQLiteError` if SQLite reports an error.
    public func dumpScript(to stream: inout some TextOutputStream) throws {
        try dumping { try stream.withOutput { try ScriptDump(of: self, to: $0).write() } }
    }

    /// Prints the SQL script that recreates the main database. See ``dumpScript(to:)``.
    ///
    /// On a terminal, invisible characters of text are written as `char(27)`.
    ///
    /// - Throws: The errors of ``dumpScript(to:)``.
    public func dumpScript() throws {
        try dumping {
            var standardOutput = StandardOutput()
            try standardOutput.withOutput {
                try ScriptDump(of: self, to: $0, isTerminal: StandardOutput.isTerminal).write()
            }
        }
    }

    private func printing(_ body: (Dump) throws -> Void) throws {
        var standardOutput = StandardOutput()
        try standardOutput.withOutput {
            try body(Dump(of: self, to: $0, isTerminal: StandardOutput.isTerminal))
        }
    }
}
