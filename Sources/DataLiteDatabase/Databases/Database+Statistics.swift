extension Database {
    /// Counters of a database since it was opened.
    public struct Statistics: Hashable, Sendable {
        /// The number of completed reads, including reads of snapshots.
        public internal(set) var reads = 0

        /// The number of completed writes.
        public internal(set) var writes = 0

        /// The number of calls that had to wait for a connection.
        public internal(set) var waits = 0

        /// The longest time that a call held a connection, accurate to a few milliseconds.
        public internal(set) var longestCall = Duration.zero

        /// The number of connections that were opened, including the connections of snapshots, and the replacements of
        /// connections that could not be reused, for example because a closure kept a reference to one.
        public internal(set) var openedConnections = 0

        /// The number of pages found in the page caches of the connections. Hits of a connection that is in use are
        /// included once the connection is idle.
        public internal(set) var cacheHits = 0

        /// The number of pages read into the page caches of the connections. Misses of a connection that is in use are
        /// included once the connection is idle.
        public internal(set) var cacheMisses = 0

        /// The number of pages in the WAL after the latest write.
        public internal(set) var walPages = 0

        /// The number of times that new reads had to wait so that the WAL could be reset.
        public internal(set) var walResets = 0
    }

    /// The counters of the database since it was opened.
    public var statistics: Statistics {
        pool.state.withLock { state in
            state.countCacheHits()
            return state.statistics
        }
    }
}
