extension Migrator {
    /// Whether the applied migrations do not match this migrator, so that `migrate(_:)` would throw, or the schema of the
    /// database differs from the schema that they produce on an empty database: a migration was changed, renamed or
    /// removed after it was applied, or the schema was changed by other means.
    ///
    /// Tables and views that the migrations do not create are not compared. If the database also has the records of
    /// another migrator, additional indexes and triggers are not compared either: that migrator may have created them.
    ///
    /// - Throws: The errors of `migrate(_:upTo:)` if a migration fails on an empty database. A migration that refers to
    ///   tables of another migrator fails there, unless `scratchConfiguration.onOpen` creates these tables.
    public func hasSchemaChanges(_ connection: some ConnectionProtocol) throws -> Bool {
        let history = try self.history(of: connection)
        guard conflict(with: history) == nil else { return true }
        return try isChanged(connection, from: recordedSchema(history, for: connection))
    }

    /// Whether the applied migrations do not match this migrator, or the schema of the database differs from the schema
    /// that they produce on an empty database.
    public func hasSchemaChanges(_ database: any DatabaseProtocol) throws -> Bool {
        try database.read { try hasSchemaChanges($0) }
    }

    /// Whether the applied migrations do not match this migrator, or the schema of the database differs from the schema
    /// that they produce on an empty database.
    public func hasSchemaChanges(_ database: any DatabaseProtocol) async throws -> Bool {
        try await database.read { try hasSchemaChanges($0) }
    }

    /// The schema that the migrations produce on an empty database. What stops the connection stops them.
    package func scratchSchema(
        upTo name: String, for connection: any ConnectionProtocol
    ) throws -> DatabaseSchema {
        var migrator = self
        migrator.erasesDatabaseWhenChanged = false
        // Without a baseline that comes later.
        migrator.migrations = Array(migrations.prefix(try lastIndex(upTo: name)))
        let scratch = try Connection(location: .inMemory, configuration: scratchConfiguration)
        let prepared = try scratch.schema.tables.map(\.name)
        return try connection.stopping(scratch) {
            do {
                try migrator.migrate(scratch)
            } catch let error as SQLiteError {
                throw error.prefixed("on an empty database: ")
            }
            return try (prepared + [table]).reduce(scratch.schema) { $0.without($1) }
        }
    }

    /// The differences of a database from a schema. Additional objects can be those of another migrator.
    package func differences(
        of connection: any ConnectionProtocol, from expected: DatabaseSchema
    ) throws -> [DatabaseSchema.Difference] {
        let schema = try connection.schema
        let isShared = schema.without(table).tables.contains(where: \.recordsMigrations)
        return schema.differences(from: expected).filter { !isShared || $0.extra == nil }
    }

    /// Whether migrations that are written in Swift have changed since they were applied, as far as their schema shows
    /// it. Only in debug builds, and only if the database is then erased.
    ///
    /// - Returns: `false` if the migrations fail on an empty database, so that a change cannot be detected.
    func hasChangedCode(
        _ history: MigrationHistory, on connection: any ConnectionProtocol
    ) throws -> Bool {
        #if DEBUG
            guard erasesDatabaseWhenChanged, migrations.contains(where: { $0.sql == nil }) else {
                return false
            }
            let expected: DatabaseSchema?
            do {
                expected = try recordedSchema(history, for: connection)
            } catch {
                let code = (error as? SQLiteError)?.resultCode.primary
                guard code != .interrupt, !(error is CancellationError) else { throw error }
                return false
            }
            return try isChanged(connection, from: expected)
        #else
            return false
        #endif
    }

    /// The schema that the recorded migrations produce on an empty database; `nil` if there are no records.
    private func recordedSchema(
        _ history: MigrationHistory, for connection: any ConnectionProtocol
    ) throws -> DatabaseSchema? {
        let recorded = Set(history.records.map(\.name))
        let applied = covered(by: recorded)
        let known = Set(names)
        let last = migrations.last { migration in
            if recorded.contains(migration.name) { return true }
            // A baseline stands for the recorded migrations that are no longer in the migrator.
            return applied.contains(migration.name) && !known.isSuperset(of: migration.replaces)
        }
        guard let last else { return nil }
        return try scratchSchema(upTo: last.name, for: connection)
    }

    private func isChanged(
        _ connection: any ConnectionProtocol, from expected: DatabaseSchema?
    ) throws -> Bool {
        guard let expected else { return false }
        return try differences(of: connection, from: expected).contains { $0.extra != .table }
    }
}

extension DatabaseSchema.Table {
    /// Whether a migrator has created the table for its records.
    package var recordsMigrations: Bool {
        columns.map(\.name) == ["position", "name", "applied_at", "sql"]
    }
}

// MARK: - Baseline

extension Migrator {
    /// Adds a migration that replaces older ones in new databases.
    ///
    /// ```swift
    /// migrator.baseline("schema of v3", replaces: ["v1", "v2", "v3"], sql: schemaOfVersion3)
    /// migrator.add("v4", sql: "ALTER TABLE people ADD COLUMN birthday TEXT")
    /// ```
    ///
    /// A new database runs the baseline and never the migrations that it replaces. A database that has run all of these
    /// migrations skips the baseline. A database that has run some of them first runs the others. So keep the replaced
    /// migrations in the migrator, before the baseline, as long as such databases exist; otherwise
    /// ``MigrationError/partlyReplaced(_:by:)`` is thrown.
    ///
    /// A later baseline can replace this one, by its name or by all migrations that this baseline replaces: then a new
    /// database runs only the later baseline. Keep this baseline, with the names of the migrations that it replaces, as
    /// long as there are databases that have run it: the names say which changes these databases already have.
    ///
    /// - Parameters:
    ///   - name: A name that no migration has had in any version of the program: a database that lacks that migration,
    ///     but has all that the baseline replaces, would skip it. It is recorded, so it must never change.
    ///   - names: The migrations that it replaces, which can be baselines themselves.
    ///   - foreignKeys: The treatment of foreign keys while it runs.
    ///   - sql: The statements that produce the same schema as the migrations that it replaces.
    public mutating func baseline(
        _ name: String, replaces names: [String], foreignKeys: ForeignKeys = .checkedAtEnd,
        sql: String
    ) {
        add(name, foreignKeys: foreignKeys, sql: sql)
        migrations[migrations.count - 1].replaces = names
    }

    /// Adds a migration, written in Swift, that replaces older ones in new databases.
    ///
    /// - Parameters:
    ///   - name: A name that no migration has had in any version of the program: a database that lacks that migration,
    ///     but has all that the baseline replaces, would skip it. It is recorded, so it must never change.
    ///   - names: The migrations that it replaces, which can be baselines themselves.
    ///   - foreignKeys: The treatment of foreign keys while it runs.
    ///   - body: A closure that produces the same schema as the migrations that it replaces.
    public mutating func baseline(
        _ name: String, replaces names: [String], foreignKeys: ForeignKeys = .checkedAtEnd,
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
    ) {
        add(name, foreignKeys: foreignKeys, body)
        migrations[migrations.count - 1].replaces = names
    }

    /// Checks that a new database can run the baselines: none replaces itself or a migration that comes after it, and
    /// of two that replace the same migration, the later one replaces the other.
    func requireBaselinesAfterReplaced() throws(MigrationError) {
        guard migrations.contains(where: { !$0.replaces.isEmpty }) else { return }
        let positions = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        for (position, baseline) in migrations.enumerated() {
            for name in baseline.replaces where positions[name, default: -1] >= position {
                throw .replacesLater(name, by: baseline.name)
            }
        }
        try requireNestedBaselines()
    }

    private func requireNestedBaselines() throws(MigrationError) {
        let replacedNames = replacedNames
        var earlier: [(name: String, replaced: Set<String>)] = []
        for baseline in baselines {
            let replaced = replacedNames[baseline.name] ?? []
            let overlapping = earlier.first {
                !$0.replaced.isDisjoint(with: replaced) && !$0.replaced.isSubset(of: replaced)
            }
            if let overlapping { throw .overlappingBaselines(overlapping.name, baseline.name) }
            earlier.append((baseline.name, replaced))
        }
    }
}
