import DataLiteC

// Preparing the values of a row for the hook takes SQLite longer than writing the row. So the hook is removed
// for a whole step if the statement cannot change anything that is observed, and for the rest of a step once
// all changes that it can still make are already known.

extension ChangeCollector {
    /// The changes to collect. Other changes are ignored.
    package struct Observed {
        /// The tables and columns; `nil` for all.
        package var columns: [TableName: ObservedColumns]?
        /// The tables whose changed rows are collected by rowid.
        package var tablesOfRows: Set<TableName> = []
        /// The tables whose changed rows are collected by primary key.
        package var tablesOfKeys: Set<TableName> = []
        /// The schema, or `nil` if it is not known. Without it, the hook is never removed.
        package var schema: ObservedSchema?
        /// A number that changes whenever another property changes.
        package var version = 0

        package init() {}

        func ignores(_ name: TableName) -> Bool {
            columns.map { $0[name] == nil } ?? false && !tablesOfRows.contains(name)
                && !tablesOfKeys.contains(name)
        }
    }

    /// Called before each step, including nested steps.
    func willStep(_ statement: Statement) {
        resume()
        stepped = statement
        running = nil
        if mayWriteLater, !handle.hasWritten { mayWriteLater = false }
        guard let writes = knownWrites(of: statement) else {
            if !statement.isReadonly, !statement.isBegin { mayWriteLater = true }
            return
        }
        if writes.version != observed.version { compare(writes) }
        if !writes.isOrdinary { mayWriteLater = true }
        guard !mayWriteLater, !writes.returnsRows else { return }
        if writes.isHarmless { return pause() }
        running = writes
        if hasChanges { pauseIfDecided() }
    }

    private func knownWrites(of statement: Statement) -> StatementWrites? {
        guard let writes = statement.writes, let recorder = handle.writeRecorder,
            writes.recompilations == recorder.recompilations, observed.schema != nil
        else { return nil }
        return writes
    }

    /// Compares the changes that a statement may make with the currently observed ones.
    private func compare(_ writes: StatementWrites) {
        writes.isHarmless = isDecided(writes, ignoringChanges: true)
        writes.isOrdinary = writes.tables.keys.allSatisfy {
            observed.schema?.tables.contains($0) == true
        }
        writes.version = observed.version
    }

    /// Called when a run ends.
    func didEndRun() {
        stepped = nil
        running = nil
        resume()
    }

    /// Called when SQLite starts to recompile a statement: the schema may have changed.
    func didBeginRecompiling() {
        stepped?.writes = nil
        running = nil
        mayWriteLater = true
        resume()
    }

    /// Removes the hook if the changes that the statement can still make are already known. Called when the
    /// first change of a kind is collected.
    func pauseIfDecided() {
        if let running, isDecided(running, ignoringChanges: false) { pause() }
    }

    private func pause() {
        guard handle.pointer != nil else { return }
        isPaused = true
        setHook(false)
    }

    /// Sets the hook again.
    func resume() {
        guard isPaused, handle.pointer != nil else { return }
        isPaused = false
        setHook(true)
    }

    /// Whether no change that a statement may make needs to be collected, because it is not observed or
    /// already known.
    private func isDecided(_ writes: StatementWrites, ignoringChanges: Bool) -> Bool {
        writes.tables.allSatisfy { name, written in
            guard observed.schema?.tables.contains(name) == true else { return false }
            if observed.ignores(name) { return true }
            guard !observed.tablesOfRows.contains(name), !observed.tablesOfKeys.contains(name)
            else {
                return false
            }
            let change = ignoringChanges ? ChangeSet.Table() : self.change(of: name)
            return change.rows || isDecided(written, change, writes, name)
        }
    }

    /// Whether none of the columns that a statement may update needs to be collected.
    private func isDecided(
        _ written: WriteSet.Table, _ change: ChangeSet.Table, _ writes: StatementWrites,
        _ name: TableName
    ) -> Bool {
        guard !written.changesRows, !writes.mayReplace, let schema = observed.schema,
            !schema.mayReplace, let positions = schema.positions[name]
        else { return false }
        let columns = observed.columns.map { $0[name] ?? .some([]) } ?? .all
        return written.columns.allSatisfy { column in
            guard let position = positions[column] else { return false }
            return change.columns.contains(position) || !columns.isTouched(by: [position])
        }
    }
}
