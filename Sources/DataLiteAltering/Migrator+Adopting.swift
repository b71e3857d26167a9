public import DataLiteDatabase

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
    ///     ignored table are ignored, too. The names are not case-sensitive.
    /// - Returns: The names of the migrations that are now recorded and were not before.
    /// - Throws: `MigrationError.schemaDiffers` with the differences;
    ///   `MigrationError.newerDatabase` if GRDB has recorded migrations that are not in this migrator; the errors
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
}

extension DatabaseSchema.Difference {
    /// Whether it is a difference of one of these objects, or of an index or a trigger of one of these tables.
    fileprivate func concerns(_ names: Set<String>) -> Bool {
        names.contains { name in
            [self.name, table].contains { SchemaName($0) == SchemaName(name) }
        }
    }
}
