/// The migrations of a migrator that concern one database: either a baseline, or the migrations that it replaces.
struct MigrationPlan {
    /// The migrations, in order.
    private(set) var migrations: [Migration] = []

    /// The names of all migrations that a baseline replaces.
    private(set) var replaced: Set<String> = []

    /// Some of the migrations that a baseline replaces are applied, and others are neither applied nor in the migrator.
    private(set) var error: MigrationError?

    /// - Parameter count: The number of migrations that may run. A later baseline concerns the database only if it has
    ///   been applied.
    init(of migrator: Migrator, upTo count: Int? = nil, for history: MigrationHistory) {
        let candidates = Array(migrator.migrations.prefix(count ?? migrator.migrations.count))
        let recorded = Set(history.records.map(\.name))
        let applied = migrator.covered(by: recorded)
        var dropped = applied.subtracting(recorded)
        let replacedNames = migrator.replacedNames
        replaced = Set(migrator.baselines.flatMap(\.replaces))
        // The last baseline first: the others that it replaces do not run.
        for baseline in candidates.reversed() where !applied.contains(baseline.name) {
            guard let names = replacedNames[baseline.name] else { continue }
            if applied.isDisjoint(with: names) {
                if names.isSubset(of: dropped) { dropped.insert(baseline.name) }
                dropped.formUnion(names)
            } else {
                dropped.insert(baseline.name)
                error = Self.missing(baseline, applied, Set(migrator.names)) ?? error
            }
        }
        migrations = candidates.filter { !dropped.contains($0.name) }
    }

    private static func missing(
        _ baseline: Migration, _ applied: Set<String>, _ known: Set<String>
    ) -> MigrationError? {
        let missing = baseline.replaces.filter { !applied.contains($0) && !known.contains($0) }
        return missing.isEmpty ? nil : .partlyReplaced(missing, by: baseline.name)
    }
}

extension Migrator {
    /// The migrations that replace others.
    package var baselines: [Migration] { migrations.filter { !$0.replaces.isEmpty } }

    /// The names of the migrations that each baseline replaces, including those that replaced baselines replace.
    var replacedNames: [String: Set<String>] {
        var names: [String: Set<String>] = [:]
        for baseline in baselines {
            let nested = baseline.replaces.flatMap { names[$0] ?? [] }
            names[baseline.name] = Set(baseline.replaces).union(nested)
        }
        return names
    }

    /// The names of the migrations whose changes a database has: the recorded ones, those that recorded baselines
    /// replace, and the baselines that replace only these.
    package func covered(by recorded: Set<String>) -> Set<String> {
        var names = recorded
        for baseline in baselines.reversed() where names.contains(baseline.name) {
            names.formUnion(baseline.replaces)
        }
        for baseline in baselines where names.isSuperset(of: baseline.replaces) {
            names.insert(baseline.name)
        }
        return names
    }

    /// The migrations that concern a database, among the first ones of this migrator.
    package func planned(_ count: Int, for history: MigrationHistory) -> [Migration] {
        guard !baselines.isEmpty else { return Array(migrations.prefix(count)) }
        return MigrationPlan(of: self, upTo: count, for: history).migrations
    }
}
