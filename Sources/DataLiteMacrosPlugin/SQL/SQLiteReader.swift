import DataLiteSourceSQL
import DataLiteSyntax

/// Prepares statements with SQLite, on an empty in-memory database and without running them.
final class SQLiteReader {
    /// The result of preparing a text.
    struct Finding {
        /// SQLite's error message, or nil if the text is valid.
        var message: String?
        /// The byte offset of the error.
        var offset: Int?
        /// The length of the first statement in bytes, if the text is valid.
        var length = 0
    }

    private let library: LoadedSQLite
    private let connection: OpaquePointer

    init?(_ library: LoadedSQLite) {
        self.library = library
        var connection: OpaquePointer?
        // SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
        let code = library.open(":memory:", &connection, 0x02 | 0x80 | 0x8000, nil)
        guard code == 0, let connection else {
            _ = library.close(connection)
            return nil
        }
        self.connection = connection
        // Some pragmas take effect when they are prepared (https://sqlite.org/pragma.html).
        let refusePragmas: LoadedSQLite.Authorizer = { _, action, _, _, _, _ in
            action == 19 ? 1 : 0  // SQLITE_PRAGMA, SQLITE_DENY
        }
        _ = library.setAuthorizer(connection, refusePragmas, nil)
    }

    deinit { _ = library.close(connection) }

    /// Reads the first statement of a text.
    func read(_ sql: [UInt8]) -> Finding {
        var finding = prepare(sql)
        // SQLite looks up some names before it has read the whole statement.
        for _ in 0..<4 {
            guard let message = finding.message, provide(for: message, sql) else { break }
            finding = prepare(sql)
        }
        return finding
    }

    private func prepare(_ sql: [UInt8], runs: Bool = false) -> Finding {
        let text = sql.map { CChar(bitPattern: $0) } + [0]
        return text.withUnsafeBufferPointer { text in
            var statement: OpaquePointer?
            var tail: UnsafePointer<CChar>?
            let code = library.prepare(connection, text.baseAddress, -1, 0, &statement, &tail)
            defer { _ = library.finalize(statement) }
            guard code == 0 else {
                let offset = library.errorOffset?(connection) ?? -1
                return Finding(
                    message: library.message(connection).map(String.init(cString:)) ?? "",
                    offset: offset < 0 ? nil : Int(offset))
            }
            if runs { _ = library.step(statement) }
            guard let tail, let start = text.baseAddress else { return Finding() }
            return Finding(length: tail - start)
        }
    }

    // MARK: - Names that SQLite looks up early

    /// Creates the missing object that an error message names, if SQLite cannot parse further without it.
    ///
    /// - Returns: Whether to read the text again.
    private func provide(for message: String, _ sql: [UInt8]) -> Bool {
        if let name = message.suffix(after: "unknown database ") {
            // The name is as in the text, including its quotes.
            return run("ATTACH ':memory:' AS \(name)")
        }
        if let name = message.suffix(after: "no such table: "), looksUpEarly(sql) {
            return run("CREATE TABLE \(qualified(name))(a)")
        }
        if let name = message.suffix(after: "cannot create INSTEAD OF trigger on table: ") {
            return run("DROP TABLE \(qualified(name))")
                && run("CREATE VIEW \(qualified(name)) AS SELECT 1 AS a")
        }
        return false
    }

    /// Whether the statement is an `ALTER TABLE` or `CREATE TRIGGER`, whose table SQLite looks up before it has
    /// parsed the whole statement.
    private func looksUpEarly(_ sql: [UInt8]) -> Bool {
        let words = SQLTokens(String(decoding: sql, as: UTF8.self)).prefix(3).map(\.keyword)
        return words.first == "ALTER" || words.contains("TRIGGER")
    }

    private func run(_ sql: String) -> Bool {
        guard let message = prepare(Array(sql.utf8), runs: true).message else { return true }
        return message.hasPrefix("unknown database ") && provide(for: message, [])
            && prepare(Array(sql.utf8), runs: true).message == nil
    }

    /// A quoted name. In some messages of SQLite, the schema precedes the table.
    private func qualified(_ name: Substring) -> String {
        guard let dot = name.firstIndex(of: ".") else { return QuotedName.quoted(name) }
        return
            "\(QuotedName.quoted(name[..<dot])).\(QuotedName.quoted(name[name.index(after: dot)...]))"
    }
}

extension String {
    fileprivate func suffix(after prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
