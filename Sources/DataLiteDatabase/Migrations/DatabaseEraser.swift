/// Drops everything in the main database. Call it in a transaction with foreign keys off.
struct DatabaseEraser {
    let connection: any ConnectionProtocol

    func erase() throws {
        // Triggers and views first, because they may refer to dropped tables. Then virtual tables, which have no root
        // page: dropping a virtual table needs and drops its shadow tables, which may precede it after a VACUUM.
        try drop("TRIGGER", where: "type = 'trigger'")
        try drop("VIEW", where: "type = 'view'")
        try drop("TABLE", where: "type = 'table' AND rootpage = 0")
        try drop("TABLE", where: "type = 'table'")
        try requireEmpty()
        try connection.setUserVersion(0)
    }

    private func drop(_ kind: String, where condition: String) throws {
        for name in try names(where: condition) {
            try connection.execute("DROP \(raw: kind) IF EXISTS main.\(identifier: name)")
        }
    }

    /// The names of the objects that can be dropped. `sqlite_sequence` cannot be dropped, but loses its rows when their
    /// tables are dropped. The statistics of `ANALYZE`, `sqlite_stat1` to `sqlite_stat4`, can be dropped.
    private func names(where condition: String) throws -> [String] {
        try connection.rows(
            """
            SELECT name FROM main.sqlite_schema
            WHERE \(raw: condition)
            """
        ).compactMap { $0.lenientValue(at: 0) }.filter { (name: String) in
            !name.isReservedBySQLite
                || (name.utf8.count == 12 && name.lowercasedASCII.hasPrefix("sqlite_stat"))
        }
    }

    private func requireEmpty() throws {
        guard let name = try names(where: "1").first else { return }
        throw SQLiteError(
            .error, message: "the database cannot be erased: \"\(MessageText.name(name))\" remains")
    }
}
