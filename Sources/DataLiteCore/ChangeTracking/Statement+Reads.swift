extension Statement {
    /// Stores the reads that were recorded while the statement was compiled.
    func noteReads(_ recorder: ReadRecorder) {
        reads = recorder.compiled
        if case .parameter(let index) = recorder.lookup { rowParameter = index }
    }

    /// Stores the writes that were recorded while the statement was compiled.
    func noteWrites(_ recorder: WriteRecorder) {
        guard let set = recorder.compiled, !set.tables.isEmpty else { return }
        writes = StatementWrites(
            set, sql: sql, returnsRows: columnCount() > 0,
            recompilations: recorder.recompilations)
    }

    /// Records the reads of the next run of a cached statement.
    func recordReads(_ recorder: ReadRecorder) {
        guard recorder.isRecording else { return }
        recorder.add(reads)
        // The rowid of the previous run is not recorded, so it is unbound: then the statement finds no row.
        if rowParameter != 0 { try? clearBindings() }
    }

    /// Records the row that is looked up by a bound value.
    @inline(never)
    func recordLookup(_ value: SQLiteValue) {
        guard let reads, let recorder = handle.readRecorder, recorder.isRecording else { return }
        switch value {
        case .int(let rowID): recorder.add(reads.ofRows([rowID]))
        // A rowid is never NULL.
        case .null: break
        // SQLite also compares strings and floating-point numbers with a rowid, after a conversion.
        case .real, .text, .blob: recorder.add(reads.ofRows(nil))
        }
    }
}
