extension Statement {
    /// Notes what was recorded while the statement was compiled.
    func noteReads(_ recorder: ReadRecorder) {
        reads = recorder.compiled
        if case .parameter(let index) = recorder.lookup { rowParameter = index }
    }

    /// Notes what was recorded while the statement was compiled.
    func noteWrites(_ recorder: WriteRecorder) {
        guard let set = recorder.compiled, !set.tables.isEmpty else { return }
        writes = StatementWrites(
            set, sql: sql, returnsRows: columnCount() > 0,
            recompilations: recorder.recompilations)
    }

    /// Records what a statement of the cache reads in its next run.
    func recordReads(_ recorder: ReadRecorder) {
        guard recorder.isRecording else { return }
        recorder.add(reads)
        // The row of the previous run is not recorded. Unbound, the statement finds none.
        if rowParameter != 0 { try? clearBindings() }
    }

    /// Records the row that is looked up with a value.
    @inline(never)
    func recordLookup(_ value: SQLiteValue) {
        guard let reads, let recorder = handle.readRecorder, recorder.isRecording else { return }
        switch value {
        case .int(let rowID): recorder.add(reads.ofRows([rowID]))
        // No row id is NULL.
        case .null: break
        // SQLite compares a text or a real number with the row id, too, and converts them for it.
        case .real, .text, .blob: recorder.add(reads.ofRows(nil))
        }
    }
}
