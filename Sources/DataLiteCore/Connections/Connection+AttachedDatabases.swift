// The attached databases of the connections of a pool, which attach them when they are opened.

extension Connection {
    /// Finds the attached databases that read transactions include from their beginning: those in WAL mode, where a
    /// reader blocks no writer.
    package func includeAttachedDatabases() {
        let names = (try? attachedDatabaseNames) ?? []
        let walNames = names.filter { name in
            let mode = try? value("PRAGMA \(identifier: name).journal_mode", as: String.self)
            return mode == "wal"
        }
        guard !walNames.isEmpty else { return }
        let tables = (["main"] + walNames).map { "\(identifier: $0).sqlite_schema" as SQL }
        attachedRead = "SELECT 1 FROM \(tables.joined(separator: ", ")) LIMIT 0"
    }

    /// Begins to read the attached databases. Without this, the transaction would include each one from its first use,
    /// so a commit between the first uses of two databases would be seen in only one of them.
    @inline(__always)
    package func beginAttachedReads() {
        if let attachedRead { beginAttachedReads(attachedRead) }
    }

    /// A database that cannot be read is reported by the statement that uses it.
    @inline(never)
    private func beginAttachedReads(_ sql: SQL) {
        if let statement = transactionStatements.attachedRead {
            return (try? statement.runOnce()) ?? ()
        }
        guard let statement = try? makeStatement(sql) else { return }
        transactionStatements.attachedRead = statement
        try? statement.runOnce()
    }

    var attachedDatabaseNames: [String] {
        get throws(SQLiteError) { try databaseNames.filter { $0 != "main" && $0 != "temp" } }
    }
}
