import DataLiteCore
import DataLiteSyntax

/// A dump of a connection to an output.
package struct Dump {
    let connection: any ConnectionProtocol
    let output: BufferedOutput
    /// Whether the output is a terminal.
    let isTerminal: Bool

    package init(
        of connection: any ConnectionProtocol, to output: BufferedOutput, isTerminal: Bool = false
    ) {
        self.connection = connection
        self.output = output
        self.isTerminal = isTerminal
    }

    /// The rows of one statement.
    package func rows(
        of sql: SQL, _ parameters: SQLParameters, _ format: DumpFormat
    ) throws {
        let writer = format.writer(to: output, isTerminal: isTerminal)
        try writer.write(connection.boundStatement(sql, parameters))
    }

    /// The statements that created the tables, indexes, views and triggers.
    package func schema() throws {
        let rows = try connection.rows(
            """
            SELECT sql, name FROM main.sqlite_master WHERE sql IS NOT NULL
            ORDER BY tbl_name COLLATE NOCASE, tbl_name,
                CASE type WHEN 'table' THEN 0 WHEN 'view' THEN 1 WHEN 'index' THEN 2 ELSE 3 END,
                name COLLATE NOCASE, name
            """)
        let shadows = try shadowTables()
        for row in rows {
            let sql: String = row.lenientValue(at: 0) ?? ""
            let name: String = row.lenientValue(at: 1) ?? ""
            guard !name.isReservedBySQLite, !shadows.contains(sql) else { continue }
            try output.write((isTerminal ? TerminalText.printableLines(sql) : sql) + ";\n")
        }
    }

    /// The statements that created the tables in which virtual tables store their content.
    private func shadowTables() throws -> Set<String> {
        Set(try connection.schema.tables.lazy.filter { $0.kind == .shadow }.map(\.sql))
    }

    /// The rows of some tables, each with its name before it if a header is requested.
    package func tables(_ names: [String], header: Bool, _ format: DumpFormat) throws {
        let schema = try connection.schema
        for (index, name) in names.enumerated() {
            if index > 0 { try output.write("\n") }
            if header { try output.write(TerminalText.printable(name[...]) + "\n") }
            let order = order(of: schema.table(name))
            try rows(of: "SELECT * FROM main.\(identifier: name)\(order)", [], format)
        }
    }

    /// The schema, and the rows of all tables.
    package func content(_ format: DumpFormat) throws {
        try output.write("sqlite_master\n")
        try schema()
        let tables = try connection.schema.tables.filter { $0.kind != .view && $0.kind != .shadow }
        guard !tables.isEmpty else { return }
        let names = tables.map(\.name).sorted {
            ($0.lowercasedASCII, $0) < ($1.lowercasedASCII, $1)
        }
        try output.write("\n")
        try self.tables(names, header: true, format)
    }

    /// The order of the rows: by the primary key if it identifies a row, otherwise by all columns.
    ///
    /// Text is compared by its bytes, because a collation can make different text equal, and may be missing.
    private func order(of table: DatabaseSchema.Table?) -> SQL {
        guard let table else { return "" }
        let columns = table.columns.filter { $0.storage != .hidden }
        let key = table.primaryKey
        if columns.contains(where: \.isRowID) || (!table.hasRowID && !key.isEmpty) {
            return " ORDER BY \(raw: key.map(SQLLiteral.identifier).joined(separator: ", "))"
        }
        let names = key + columns.map(\.name).filter { !key.contains($0) }
        guard !names.isEmpty else { return "" }
        // SQLite accepts at most 2000 terms.
        let terms = names.prefix(900).map(SQLLiteral.identifier)
        let values = terms.map { "\($0) COLLATE BINARY" }
        // 1 and 1.0 are equal.
        let classes = terms.map { "typeof(\($0))" }
        return " ORDER BY \(raw: (values + classes).joined(separator: ", "))"
    }
}

extension ConnectionProtocol {
    /// Runs a closure in a read transaction, so that no other connection changes the database in between.
    package func dumping(_ body: () throws -> Void) throws {
        guard isAutocommit else { return try body() }
        try transaction(.deferred, body)
    }
}

extension TerminalText {
    /// The text in the form of ``printable(_:)``, with its line breaks.
    static func printableLines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(printable)
            .joined(separator: "\n")
    }
}
