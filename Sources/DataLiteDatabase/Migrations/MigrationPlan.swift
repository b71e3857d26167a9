/// The migrations of a migrator that concern one database: either a baseline, or the migrations that it replaces.
struct MigrationPlan {
    /// The migrations, in order.
    private(set) var migrations: [Migration] = []

    /// The names of all migrations that a baseline replaces.
    private(set) var replaced: Set<String> = []

    /// The baselines that the database does not need, because it has the migrations that they replace, by the last of
    /// these.
    private(set) var satisfied: [String: Migration] = [:]

    /// Some of the migrations that a baseline replaces are applied, and others are neither applied nor in the migrator.
    private(set) var error: MigrationError?

    init(of migrator: Migrator, for history: MigrationHistory) {
        var history = history
        let known = Set(migrator.names)
        var isApplied: [String: Bool] = [:]
        var dropped: Set<String> = []
        for baseline in migrator.baselines {
            let names = baseline.replaces
            replaced.formUnion(names)
            let applied = names.filter { isApplied[$0] ?? history.contains($0) }
            if history.contains(baseline.name) || applied.isEmpty {
                isApplied[baseline.name] = history.contains(baseline.name)
                dropped.formUnion(names.filter { !applied.contains($0) })
                continue
            }
            let missing = names.filter { !applied.contains($0) && !known.contains($0) }
            if !missing.isEmpty, error == nil {
                error = .partlyReplaced(missing, by: baseline.name)
            }
            isApplied[baseline.name] = applied.count == names.count
            dropped.insert(baseline.name)
            satisfied[baseline.name] = baseline
        }
        migrations = migrator.migrations.filter { !dropped.contains($0.name) }
    }
}

extension Migrator {
    /// The migrations that replace others.
    var baselines: [Migration] { migrations.filter { !$0.replaces.isEmpty } }

    /// The migrations that concern a database, among the first ones of this migrator.
    func planned(_ count: Int, for history: MigrationHistory) -> [Migration] {
        let first = migrations.prefix(count)
        guard !baselines.isEmpty else { return Array(first) }
        let names = Set(first.map(\.name))
        // A later baseline concerns the database only if it has been applied.
        var history = history
        var limited = self
        limited.migrations =
            first
            + migrations.dropFirst(count).filter {
                !$0.replaces.isEmpty && history.contains($0.name)
            }
        return MigrationPlan(of: limited, for: history).migrations.filter {
            names.contains($0.name)
        }
    }
}
