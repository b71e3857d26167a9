extension MigrationHistory {
    /// The state of every migration: first the given migrations in order, then the recorded migrations that are not
    /// among them.
    ///
    /// - Parameter replaced: The names of migrations that a baseline replaces, which are known if they are recorded.
    func statuses(of migrations: [Migration], replaced: Set<String> = []) -> [MigrationStatus] {
        let applied = applied
        let records = Dictionary(applied.map { ($0.name, $0) }) { first, _ in first }
        let lastApplied = migrations.lastIndex { records[$0.name] != nil } ?? -1
        let known = migrations.enumerated().map { index, migration in
            let record = records[migration.name]
            let state: MigrationStatus.State =
                if let record {
                    migration.isChanged(from: record.sql) ? .changed : .applied
                } else {
                    index < lastApplied ? .outOfOrder : .pending
                }
            return MigrationStatus(
                name: migration.name, state: state, applied: record, sql: migration.sql)
        }
        let names = replaced.union(migrations.map(\.name))
        let unknown = applied.filter { !names.contains($0.name) }.map {
            MigrationStatus(name: $0.name, state: .unknown, applied: $0, sql: nil)
        }
        return known + unknown
    }

    /// Whether exactly the first of the given migrations are recorded, unchanged and in order. This is the usual case.
    func isStart(of migrations: [Migration]) -> Bool {
        records.count <= migrations.count
            && zip(records, migrations).allSatisfy { record, migration in
                record.name == migration.name && !migration.isChanged(from: record.sql)
            }
    }

    /// The given migrations that are not recorded.
    package func pending(of migrations: ArraySlice<Migration>) -> [Migration] {
        // Usually the first migrations are recorded, in order.
        if zip(records, migrations).allSatisfy({ $0.name == $1.name }) {
            return Array(migrations.dropFirst(records.count))
        }
        let names = Set(records.map(\.name))
        return migrations.filter { !names.contains($0.name) }
    }
}

extension Migrator {
    /// The error if the records do not match the migrations of this migrator; `nil` if they match.
    package func conflict(with history: MigrationHistory) -> MigrationError? {
        if baselines.isEmpty, history.isStart(of: migrations) { return nil }
        let plan = MigrationPlan(of: self, for: history)
        if let error = plan.error { return error }
        let statuses = history.statuses(of: plan.migrations, replaced: plan.replaced)
        func names(in state: MigrationStatus.State) -> [String] {
            statuses.filter { $0.state == state }.map(\.name)
        }
        if !allowsUnknown, case let unknown = names(in: .unknown), !unknown.isEmpty {
            return .newerDatabase(unknown)
        }
        if case let changed = names(in: .changed), !changed.isEmpty { return .changed(changed) }
        if !allowsOutOfOrder, case let late = names(in: .outOfOrder), !late.isEmpty {
            return .outOfOrder(late, before: names(in: .applied).last ?? "")
        }
        return nil
    }
}
