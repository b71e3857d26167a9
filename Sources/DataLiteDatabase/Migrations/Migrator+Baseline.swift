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
