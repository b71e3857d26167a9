import DataLiteSyntax

extension Migrator {
    /// Marks migrations as applied in a database that another program, another library or a person has made, after
    /// comparing its schema with what the migrations produce on an empty database.
    ///
    /// ```swift
    /// try migrator.adopt(database, upTo: "v3")   // the file has the schema of v3
    /// try migrator.migrate(database)             // runs what comes after v3
    /// ```
    ///
    /// Tables are compared by their columns, types, keys, constraints and indexes, in any order; types by the values
    /// that they store, unless a table is `STRICT`. Views and triggers are compared by their statements, without
    /// whitespace and case. If the database also has the records of another migrator, additional tables, views, indexes
    /// and triggers are not compared: that migrator may have created them. Nothing but the records is written.
    ///
    /// - Parameters:
    ///   - connection: The database. It is not adopted again if it has records of all these migrations.
    ///   - name: The last migration whose changes the database has. `nil` for the last one that GRDB has recorded under
    ///     the same name, in its table `grdb_migrations`, or for all migrations if there is no such table.
    ///   - ignored: Tables, views, indexes and triggers of the database that may differ. The indexes and triggers of an
    ///     ignored table are ignored, too, and so is the case of names.
    /// - Returns: The names of the migrations that are now recorded and were not before.
    /// - Throws: ``MigrationError/schemaDiffers(_:from:)`` with the differences;
    ///   ``MigrationError/newerDatabase(_:)`` if GRDB has recorded migrations that are not in this migrator; the errors
    ///   of `migrate(_:upTo:)` if a migration fails on an empty database.
    @discardableResult
    public func adopt(
        _ connection: some ConnectionProtocol, upTo name: String? = nil,
        ignoring ignored: Set<String> = []
    ) throws -> [String] {
        guard connection.isAutocommit else {
            throw SQLiteError(.misuse, message: "a database cannot be adopted inside a transaction")
        }
        return try connection.transaction(.immediate) {
            let history = try self.history(of: connection)
            if let conflict = conflict(with: history) { throw conflict }
            let count = try lastIndex(upTo: name ?? grdbName(in: connection))
            let pending = history.pending(of: planned(count, for: history)[...])
            guard let last = pending.last else { return [] }
            let ignored = ignored.union([table, Self.grdbTable])
            let expected = try scratchSchema(upTo: last.name, for: connection)
            let differences = try differences(of: connection, from: expected).filter {
                !$0.concerns(ignored)
            }
            guard differences.isEmpty else {
                throw MigrationError.schemaDiffers(differences, from: last.name)
            }
            try history.createTable(on: connection)
            for migration in pending { try history.record(migration, on: connection) }
            return pending.map(\.name)
        }
    }

    /// Marks migrations as applied in a database that another program, another library or a person has made, after
    /// comparing its schema with what the migrations produce on an empty database.
    ///
    /// - Returns: The names of the migrations that are now recorded and were not before.
    /// - Throws: The errors of the method for a connection.
    @discardableResult
    public func adopt(
        _ database: any DatabaseProtocol, upTo name: String? = nil,
        ignoring ignored: Set<String> = []
    ) throws -> [String] {
        try database.writeWithoutTransaction { try adopt($0, upTo: name, ignoring: ignored) }
    }

    /// Marks migrations as applied in a database that another program, another library or a person has made, after
    /// comparing its schema with what the migrations produce on an empty database.
    ///
    /// - Returns: The names of the migrations that are now recorded and were not before.
    /// - Throws: The errors of the method for a connection.
    @discardableResult
    public func adopt(
        _ database: any DatabaseProtocol, upTo name: String? = nil,
        ignoring ignored: Set<String> = []
    ) async throws -> [String] {
        try await database.writeWithoutTransaction {
            try adopt($0, upTo: name, ignoring: ignored)
        }
    }

    /// Whether the applied migrations do not match this migrator, so that `migrate(_:)` would throw, or the schema of the
    /// database differs from the one that they produce on an empty database: a migration was changed, renamed or removed
    /// after it was applied, or the schema was changed by other means.
    ///
    /// Tables and views that the migrations do not create are not compared. Neither are additional indexes and triggers
    /// of their tables that another migrator of the database may have created: those that its scripts name, and all if
    /// it has run closures, whose statements are not recorded.
    ///
    /// - Throws: The errors of `migrate(_:upTo:)` if a migration fails on an empty database. A migration that refers to
    ///   tables of another migrator does, unless `scratchConfiguration.onOpen` creates these tables.
    public func hasSchemaChanges(_ connection: some ConnectionProtocol) throws -> Bool {
        let history = try self.history(of: connection)
        guard conflict(with: history) == nil else { return true }
        return try isChanged(connection, from: recordedSchema(history, for: connection))
    }

    /// Whether the applied migrations do not match this migrator, or the schema of the database differs from the one that
    /// they produce on an empty database.
    public func hasSchemaChanges(_ database: any DatabaseProtocol) throws -> Bool {
        try database.read { try hasSchemaChanges($0) }
    }

    /// Whether the applied migrations do not match this migrator, or the schema of the database differs from the one that
    /// they produce on an empty database.
    public func hasSchemaChanges(_ database: any DatabaseProtocol) async throws -> Bool {
        try await database.read { try hasSchemaChanges($0) }
    }
}

extension Migrator {
    private static let grdbTable = "grdb_migrations"

    /// The last migration of this migrator that GRDB has recorded.
    private func grdbName(in connection: any ConnectionProtocol) throws -> String? {
        // A temporary table with the name is another one.
        let isRecorded: Bool? = try connection.value(
            """
            SELECT 1 FROM main.sqlite_schema
            WHERE type = 'table' AND name = \(Self.grdbTable) COLLATE NOCASE
            """)
        guard isRecorded == true else { return nil }
        let recorded = covered(
            by: Set(
                try connection.rows("SELECT identifier FROM main.\(identifier: Self.grdbTable)")
                    .compactMap { $0.lenientValue(at: 0, as: String.self) }))
        for baseline in baselines where !recorded.isDisjoint(with: baseline.replaces) {
            let missing = baseline.replaces.filter { !recorded.contains($0) }
            let unknown = missing.filter { !names.contains($0) }
            guard unknown.isEmpty else {
                throw MigrationError.partlyReplaced(unknown, by: baseline.name)
            }
        }
        let unknown = recorded.subtracting(names).subtracting(baselines.flatMap(\.replaces))
        guard unknown.isEmpty || allowsUnknown else {
            throw MigrationError.newerDatabase(unknown.sorted())
        }
        guard let last = names.last(where: recorded.contains) else { return nil }
        let missing = names.prefix { $0 != last }.filter { !recorded.contains($0) }
        guard missing.isEmpty else { throw MigrationError.outOfOrder(missing, before: last) }
        return last
    }

    /// The schema that the migrations produce on an empty database. What stops the connection stops them.
    private func scratchSchema(
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
    private func differences(
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
        let schema = try connection.schema
        let differences = schema.differences(from: expected).filter { $0.extra != .table }
        guard differences.allSatisfy({ $0.extra == .part }), !differences.isEmpty else {
            return !differences.isEmpty
        }
        // The other migrators may have created the additional indexes and triggers.
        let others = schema.without(table).tables.filter(\.recordsMigrations)
        guard let names = try names(in: others, of: connection) else { return false }
        return differences.contains { part in
            !names.contains { SQLName.matches($0, part.name) }
        }
    }

    /// The names in the scripts that other migrators have recorded.
    ///
    /// - Returns: `nil` if one of the migrations was a closure, whose statements are not recorded.
    private func names(
        in tables: [DatabaseSchema.Table], of connection: any ConnectionProtocol
    ) throws -> Set<String>? {
        var names: Set<String> = []
        for table in tables {
            for record in try MigrationHistory(of: connection, table: table.name).records {
                guard let sql = record.sql else { return nil }
                names.formUnion(SQLTokens(sql).compactMap(\.name))
            }
        }
        return names
    }
}
