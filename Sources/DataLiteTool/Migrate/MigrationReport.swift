import DataLiteDatabase
import DataLiteTransfer

/// Runs migrations and writes a report as text.
struct MigrationReport {
    let migrator: Migrator
    /// The configuration of the copy that a rehearsal uses.
    let configuration: Connection.Configuration
    let output: BufferedOutput

    /// Runs the pending migrations and writes a line after each, so that the migrations before an error
    /// are reported.
    func migrate(_ connection: Connection, upTo name: String?) throws {
        var count = 0
        for pending in try pending(in: connection, upTo: name) {
            for applied in try migrator.migrate(connection, upTo: pending) {
                try writeLine("applied", applied)
                try output.flush()
                count += 1
            }
        }
        if count == 0 { try output.write("nothing to apply\n") }
    }

    /// Runs the pending migrations on a copy.
    func rehearse(_ connection: Connection, upTo name: String?) throws {
        let names = try migrator.rehearse(
            connection, upTo: name, configuration: configuration)
        for name in names { try writeLine("rehearsed", name) }
        if names.isEmpty { try output.write("nothing to apply\n") }
    }

    /// Writes a table of all migrations, and the changed lines of changed migrations.
    ///
    /// - Throws: A ``MigrationError`` if migrating would be refused.
    func writeStatus(of connection: Connection) throws {
        let statuses = try migrator.status(in: connection)
        let list = try Connection(location: .inMemory)
        try list.execute(sql: "CREATE TABLE list(migration, state, applied)")
        for status in statuses {
            try list.execute(
                """
                INSERT INTO list
                VALUES (\(status.name), \(status.state.rawValue), \
                datetime(\(status.applied?.date)))
                """)
        }
        try ResultFormat.table.writer(to: output).write(list.prepare(sql: "SELECT * FROM list"))
        for status in statuses where status.state == .changed { try writeChange(status) }
        try migrator.check(connection)
    }

    /// The migrations to run, after checking that every migration may run.
    private func pending(in connection: Connection, upTo name: String?) throws -> [String] {
        if let name, !migrator.names.contains(name) { throw MigrationError.unknownName(name) }
        try migrator.check(connection)
        let pending = Set(try migrator.pending(in: connection))
        let last = name.flatMap(migrator.names.firstIndex(of:)) ?? migrator.names.endIndex - 1
        return migrator.names.prefix(last + 1).filter(pending.contains)
    }

    private func writeLine(_ what: String, _ name: String) throws {
        try output.write("\(what) \(TerminalText.printable(name[...]))\n")
    }

    /// Writes the lines that were removed from a script and added to it.
    private func writeChange(_ status: MigrationStatus) throws {
        let old = lines(status.applied?.sql)
        let new = lines(status.sql)
        try output.write("\n")
        try writeLine("changed:", status.name)
        let difference = new.difference(from: old)
        for case .remove(_, let line, _) in difference.removals { try writeLine("-", line) }
        for case .insert(_, let line, _) in difference.insertions { try writeLine("+", line) }
    }

    private func lines(_ text: String?) -> [String] {
        (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
