extension Database {
    /// What a database has done since it was opened.
    public struct Statistics: Hashable, Sendable {
        /// The number of reads that have ended, those of snapshots included.
        public internal(set) var reads = 0

        /// The number of writes that have ended.
        public internal(set) var writes = 0

        /// The number of calls that had to wait for their turn.
        public internal(set) var waits = 0

        /// The longest time from the beginning of a call's turn to its end, to a few milliseconds.
        public internal(set) var longestCall = Duration.zero

        /// The number of connections that were opened. It grows beyond the number of readers and the writer
        /// if closures keep their connections.
        public internal(set) var openedConnections = 0

        /// How many pages were found in the page caches of the connections. Those of a connection are added
        /// when the statistics are asked for while no call uses it.
        public internal(set) var cacheHits = 0

        /// How many pages were read into the page caches, likewise.
        public internal(set) var cacheMisses = 0

        /// The number of pages in the WAL after the latest write.
        public internal(set) var walPages = 0

        /// How often new reads had to wait so that the WAL could be reset.
        public internal(set) var walResets = 0
    }

    /// What the database has done since it was opened.
    public var statistics: Statistics {
        pool.state.withLock { state in
            state.countCacheHits()
            return state.statistics
        }
    }
}
