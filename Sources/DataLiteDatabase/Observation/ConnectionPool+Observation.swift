import DataLiteCore

extension ConnectionPool {
    /// Checks for commits of other processes. Called regularly while there are observers.
    func pollForeignCommits() {
        let (foreign, writer) = (observers.foreign, observers.writer)
        foreign.monitor.stop { !observers.delivery.isWatched }
        guard foreign.record(foreign.monitor.changedSchemas(), known: writer.schemas) else {
            return
        }
        // A running write attributes the commits when it ends.
        withIdleConnection(0, .writer) { writer.attributeCommits($0) }
    }
}
