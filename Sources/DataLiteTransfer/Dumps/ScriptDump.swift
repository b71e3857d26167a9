import DataLiteCore
import DataLiteSyntax
import Foundation

/// Writes the SQL script that recreates a database.
package struct ScriptDump {
    let connection: any ConnectionProtocol
    let output: BufferedOutput
    /// The characters of text that are escaped.
    let escape: SQLLiteral.Escape

    package init(
        of connection: any ConnectionProtocol, to output: BufferedOutput, isTerminal: Bool = false
    ) {
        self.connection = connection
        self.output = output
        escape = isTerminal ? .invisible : .nul
    }

    package func write() throws {
        let schema = try connection.schema
        let isVirtual = schema.tables.contains { $0.kind.isVirtual }
        try writeBegin()
        if isVirtual { try write("PRAGMA writable_schema = ON") }
        for table in schema.tables where table.kind != .view { try write(table) }
        try writeSequences(of: schema)
        for type in ["index", "view", "trigger"] { try writeObjects(type) }
        try writeStatistics()
        try write("COMMIT")
        // Reads the schema again, so that the virtual tables exist.
        if isVirtual { try write("PRAGMA writable_schema = RESET") }
        if try flag("foreign_keys") { try write("PRAGMA foreign_keys = ON") }
    }

    private func writeBegin() throws {
        try write("PRAGMA foreign_keys = OFF")
        let encoding: String? = try connection.value("PRAGMA main.encoding")
        if let encoding, encoding != "UTF-8" { try write("PRAGMA encoding = '\(encoding)'") }
        try write("BEGIN")
        for name in ["application_id", "user_version"] {
            let value: Int32? = try connection.value("PRAGMA main.\(raw: name)")
            if let value, value != 0 { try write("PRAGMA \(name) = \(value)") }
        }
    }

    private func flag(_ name: String) throws -> Bool {
        try connection.value("PRAGMA \(raw: name)") ?? false
    }

    private func write(_ sql: String) throws {
        try output.write(sql)
        try output.write(";\n")
    }

    private func write(_ table: DatabaseSchema.Table) throws {
        let sql = try statement(table.sql, of: "table", table.name)
        guard table.kind.isVirtual else {
            try write(sql)
            return try writeRows(of: table)
        }
        // The module would create the tables that store the content. They are recreated with their rows instead.
        let name = literal(table.name)
        try write(
            """
            INSERT INTO sqlite_master(type, name, tbl_name, rootpage, sql) \
            VALUES('table', \(name), \(name), 0, \(literal(sql)))
            """)
    }

    private func writeRows(of table: DatabaseSchema.Table) throws {
        if let problem = table.problem {
            throw failure("table", table.name, "cannot be read: \(problem)")
        }
        var names = table.columns.filter { $0.storage == .ordinary }.map(\.name)
        var order = table.hasRowID ? [] : table.primaryKey
        if table.hasRowID, !table.columns.contains(where: \.isRowID),
            let rowID = Self.rowIDName(in: table)
        {
            names.insert(rowID, at: 0)
            order = [rowID]
        }
        try writeRows(of: table.name, names, order: order)
    }

    /// The first name of the rowid that is not the name of a column; `nil` if there is none.
    private static func rowIDName(in table: DatabaseSchema.Table) -> String? {
        ["rowid", "_rowid_", "oid"].first { table.column($0) == nil }
    }

    private func writeRows(of table: String, _ columns: [String], order: [String]) throws {
        let list = columns.map(SQLLiteral.identifier).joined(separator: ",")
        let name = SQLLiteral.identifier(table)
        let terms = order.map(SQLLiteral.identifier).joined(separator: ",")
        let orderBy = order.isEmpty ? "" : " ORDER BY \(terms)"
        let sql = SQL(raw: "SELECT \(list) FROM main.\(name)\(orderBy)")
        let escape = escape
        let writer = DelimitedWriter(
            to: output, hasHeader: false, separator: ",",
            prefix: "INSERT INTO \(name)(\(list)) VALUES(", suffix: ");"
        ) {
            SQLLiteral.literal(of: $0, escape)
        }
        try writer.write(connection.boundStatement(sql))
    }

    /// The greatest rowids of the tables with `AUTOINCREMENT`. The first such table creates `sqlite_sequence`.
    private func writeSequences(of schema: DatabaseSchema) throws {
        guard schema.tables.contains(where: \.isAutoincrement) else { return }
        try write("DELETE FROM sqlite_sequence")
        try writeRows(of: "sqlite_sequence", ["name", "seq"], order: ["rowid"])
    }

    /// The results of `ANALYZE`, which have to be read again afterwards.
    private func writeStatistics() throws {
        let hasStatistics: Bool? = try connection.value(
            "SELECT EXISTS (SELECT 1 FROM main.sqlite_master WHERE name = 'sqlite_stat1')")
        guard hasStatistics == true else { return }
        try write("ANALYZE sqlite_master")
        try write("DELETE FROM sqlite_stat1")
        try writeRows(of: "sqlite_stat1", ["tbl", "idx", "stat"], order: ["rowid"])
        try write("ANALYZE sqlite_master")
    }

    // MARK: - Other objects

    private func writeObjects(_ type: String) throws {
        let rows = try connection.rows(
            """
            SELECT name, sql FROM main.sqlite_master WHERE type = \(type) AND sql IS NOT NULL
            ORDER BY rowid
            """)
        for row in rows {
            let name: String = row.lenientValue(at: 0) ?? ""
            try write(statement(row.lenientValue(at: 1) ?? "", of: type, name))
        }
    }

    /// The one statement of an object, without a comment at its end that could hide the semicolon.
    ///
    /// A program can write any text into the schema of a file, and SQLite ignores what follows the first statement. The
    /// script must not run it.
    private func statement(_ sql: String, of type: String, _ name: String) throws -> String {
        let ranges = SQLScanner.statementRanges(sql)
        guard let range = ranges.first, ranges.count == 1,
            SQLTokens(sql).first(where: { _ in true })?.keyword == "CREATE"
        else {
            throw failure(type, name, "is not created by one statement")
        }
        if sql.unicodeScalars.contains("\u{fffd}") {
            let bytes: Data? = try connection.value(
                """
                SELECT CAST(sql AS BLOB) FROM main.sqlite_master WHERE type = \(type) AND name = \(name)
                """)
            guard bytes == Data(sql.utf8) else {
                throw failure(type, name, "is created by text that is not valid UTF-8")
            }
        }
        let text = String(decoding: Array(sql.utf8)[range], as: UTF8.self)
        return escape == .invisible ? TerminalText.printableLines(text) : text
    }

    private func failure(_ type: String, _ name: String, _ reason: String) -> SQLiteError {
        SQLiteError(
            .corrupt,
            message: """
                the \(type) "\(MessageText.name(name))" \(reason), so it cannot be dumped
                """)
    }

    private func literal(_ text: String) -> String { SQLLiteral.text(text, escape) }
}

// MARK: - Tables

extension DatabaseSchema.Table.Kind {
    fileprivate var isVirtual: Bool { if case .virtual = self { true } else { false } }
}
