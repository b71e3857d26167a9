/// One run of a migrator on a connection that is not in a transaction.
struct MigrationRun {
    private let migrator: Migrator
    private let connection: any ConnectionProtocol
    private var history: MigrationHistory

    init(of migrator: Migrator, on connection: any ConnectionProtocol) throws {
        self.migrator = migrator
        self.connection = connection
        history = try MigrationHistory(of: connection)
    }

    /// Runs the pending migrations among the given ones.
    ///
    /// - Returns: The names of the migrations that were run.
    mutating func migrate(_ migrations: ArraySlice<Migration>) throws -> [String] {
        let conflict = migrator.conflict(with: history)
        if let conflict, !migrator.erasesDatabaseWhenChanged { throw conflict }
        let pending = conflict == nil ? history.pending(of: migrations) : Array(migrations)
        for migration in pending { try migration.requireRunnable() }
        guard conflict != nil || !pending.isEmpty else { return [] }

        var foreignKeys = try ForeignKeyEnforcement(connection)
        do {
            if conflict != nil { try erase(&foreignKeys) }
            let names = try pending.filter { try apply($0, &foreignKeys) }.map(\.name)
            try foreignKeys.restore()
            return names
        } catch {
            try foreignKeys.restore(after: error)
            throw error
        }
    }

    /// - Returns: Whether the migration was run: `false` if another connection has applied it.
    private mutating func apply(
        _ migration: Migration, _ foreignKeys: inout ForeignKeyEnforcement
    ) throws -> Bool {
        do {
            let isEnforced = foreignKeys.initiallyEnabled
            try foreignKeys.set(migration.foreignKeys == .enforced)
            let position = try connection.transaction(.immediate) { () throws -> Int64? in
                try MigrationHistory.createTable(on: connection)
                // Another connection may have migrated since the records were read.
                if try history.refresh(from: connection),
                    let conflict = migrator.conflict(with: history)
                {
                    throw conflict
                }
                if history.contains(migration.name) { return nil }
                let wasAutocommit = connection.isAutocommit
                try migration.run(on: connection)
                // If the migration has ended its transaction, `transaction` throws, and nothing is recorded.
                guard connection.isAutocommit == wasAutocommit else { return nil }
                if isEnforced, migration.foreignKeys == .checkedAtEnd {
                    try ForeignKeyViolation.requireNone(in: connection, after: migration.name)
                }
                try MigrationHistory.record(migration, on: connection)
                return connection.lastInsertRowID
            }
            guard let position else { return false }
            history.didRecord(migration, position: position)
            return true
        } catch {
            throw migration.named(error)
        }
    }

    private mutating func erase(_ foreignKeys: inout ForeignKeyEnforcement) throws {
        // Dropping a table deletes its rows first, which could violate foreign keys.
        try foreignKeys.set(false)
        history = try connection.transaction(.immediate) {
            let current = try MigrationHistory(of: connection)
            // Another connection may have started over since the records were read.
            guard migrator.conflict(with: current) != nil else { return current }
            try DatabaseEraser(connection: connection).erase()
            return MigrationHistory()
        }
    }
}

extension Migration {
    fileprivate func requireRunnable() throws(MigrationError) {
        guard case .script(let script) = body else { return }
        try script.requireRunnable(name)
    }
}
