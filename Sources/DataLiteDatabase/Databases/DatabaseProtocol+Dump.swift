public import DataLiteCore

extension DatabaseProtocol {
    /// Writes the rows of a statement that does not write to a stream.
    ///
    /// It runs in one read transaction and blocks the thread, as the synchronous `read` does. In a task, call it inside
    /// the closure of `read`, with a string as the stream:
    ///
    /// ```swift
    /// let text = try await database.read { db in
    ///     var text = ""
    ///     try db.dumpContent(to: &text)
    ///     return text
    /// }
    /// ```
    ///
    /// - Throws: The errors of `read`, and of `dumpSQL` of a connection.
    public func dumpSQL(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), format: DumpFormat = .list(),
        to stream: inout some TextOutputStream
    ) throws {
        try read { db in try db.dumpSQL(sql, parameters, format: format, to: &stream) }
    }

    /// Prints the rows of a statement that does not write.
    ///
    /// - Throws: The errors of `read`, and of `dumpSQL` of a connection.
    public func dumpSQL(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), format: DumpFormat = .list()
    ) throws {
        try read { db in try db.dumpSQL(sql, parameters, format: format) }
    }

    /// Writes the rows of tables or views to a stream, ordered by primary key, or by all columns.
    ///
    /// - Throws: The errors of `read`, and of `dumpTables` of a connection.
    public func dumpTables(
        _ tables: [String], format: DumpFormat = .list(), to stream: inout some TextOutputStream
    ) throws {
        try read { db in try db.dumpTables(tables, format: format, to: &stream) }
    }

    /// Prints the rows of tables or views, ordered by primary key, or by all columns.
    ///
    /// - Throws: The errors of `read`, and of `dumpTables` of a connection.
    public func dumpTables(_ tables: [String], format: DumpFormat = .list()) throws {
        try read { db in try db.dumpTables(tables, format: format) }
    }

    /// Writes the statements that created the tables, views, indexes and triggers to a stream.
    ///
    /// - Throws: The errors of `read`, and of `dumpSchema` of a connection.
    public func dumpSchema(to stream: inout some TextOutputStream) throws {
        try read { db in try db.dumpSchema(to: &stream) }
    }

    /// Prints the statements that created the tables, views, indexes and triggers.
    ///
    /// - Throws: The errors of `read`, and of `dumpSchema` of a connection.
    public func dumpSchema() throws {
        try read { db in try db.dumpSchema() }
    }

    /// Writes the schema and the rows of all tables to a stream. The text depends only on the content, so that a test
    /// can compare it.
    ///
    /// - Throws: The errors of `read`, and of `dumpContent` of a connection.
    public func dumpContent(
        format: DumpFormat = .list(), to stream: inout some TextOutputStream
    ) throws {
        try read { db in try db.dumpContent(format: format, to: &stream) }
    }

    /// Prints the schema and the rows of all tables.
    ///
    /// - Throws: The errors of `read`, and of `dumpContent` of a connection.
    public func dumpContent(format: DumpFormat = .list()) throws {
        try read { db in try db.dumpContent(format: format) }
    }

    /// Writes the SQL script that recreates the database to a stream, as `.dump` of SQLite's shell does. Run it with
    /// `execute(script:)` of a connection to an empty database, outside a transaction.
    ///
    /// - Throws: The errors of `read`, and of `dumpScript` of a connection.
    public func dumpScript(to stream: inout some TextOutputStream) throws {
        try read { db in try db.dumpScript(to: &stream) }
    }

    /// Prints the SQL script that recreates the database, as `.dump` of SQLite's shell does.
    ///
    /// - Throws: The errors of `read`, and of `dumpScript` of a connection.
    public func dumpScript() throws {
        try read { db in try db.dumpScript() }
    }
}
