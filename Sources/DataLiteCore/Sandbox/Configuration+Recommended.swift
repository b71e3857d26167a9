extension Connection.Configuration {
    /// The settings that SQLite recommends for new programs and for files that may be hostile: the defaults of this
    /// library, such as a busy timeout, foreign keys and no double-quoted strings, and
    ///
    /// - ``isDefensive``: SQL cannot corrupt the file on purpose;
    /// - ``trustsSchema`` off: SQL in the schema calls only innocuous functions;
    /// - ``recursiveTriggers``: `REPLACE` fires delete triggers;
    /// - ``optimizesAtClose``: the statistics of the query planner are kept up to date.
    ///
    /// They are not on by default, because they change what existing files and scripts do. See the guide Sandbox.md.
    public static var recommended: Connection.Configuration {
        Connection.Configuration {
            $0.isDefensive = true
            $0.trustsSchema = false
            $0.recursiveTriggers = true
            $0.optimizesAtClose = true
        }
    }
}

extension Connection {
    /// Runs `PRAGMA optimize` if the configuration requires it. Errors are ignored: the file is complete without it.
    func optimizeBeforeClosing() {
        guard handle.optimizesAtClose, isAutocommit, !isClosed, !isReadonly,
            !handle.hasRunningStatement
        else { return }
        try? withoutLockWaits { () throws(SQLiteError) in
            // Limits the rows that are read of each index (https://sqlite.org/lang_analyze.html, section 3).
            try execute("PRAGMA analysis_limit = 400")
            try execute("PRAGMA optimize")
        }
    }
}
