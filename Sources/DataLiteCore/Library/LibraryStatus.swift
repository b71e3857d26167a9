import DataLiteC

extension Connection {
    /// The value of a counter of SQLite.
    public struct StatusCount: Hashable, Sendable {
        /// The current value; 0 if the counter has only a highest one.
        public let current: Int64

        /// The highest value since the counter was last reset; 0 if the counter has only a current one.
        public let highest: Int64
    }
}

extension Connection.Library {
    /// A counter of the memory that SQLite uses in the whole process.
    ///
    /// See [Status Parameters](https://www.sqlite.org/c3ref/c_status_malloc_count.html).
    public enum Counter: Int32, CaseIterable, Hashable, Sendable {
        /// The bytes of memory in use. C: `SQLITE_STATUS_MEMORY_USED`.
        case memoryUsed = 0
        /// The pages in use of the memory for pages that a program has provided. C: `SQLITE_STATUS_PAGECACHE_USED`.
        case pageMemoryUsed = 1
        /// The bytes of cached pages that did not fit into that memory: all of them in most programs. C:
        /// `SQLITE_STATUS_PAGECACHE_OVERFLOW`.
        case pageMemoryOverflow = 2
        /// The bytes of the largest request for memory: only a highest value. C: `SQLITE_STATUS_MALLOC_SIZE`.
        case largestAllocation = 5
        /// The depth of the parser's stack: only a highest value, and only in some builds. C:
        /// `SQLITE_STATUS_PARSER_STACK`.
        case parserStack = 6
        /// The bytes of the largest request for a page: only a highest value. C: `SQLITE_STATUS_PAGECACHE_SIZE`.
        case largestPageAllocation = 7
        /// The pieces of memory in use. C: `SQLITE_STATUS_MALLOC_COUNT`.
        case allocationCount = 9
    }

    /// The value of a counter. C: `sqlite3_status64`.
    ///
    /// Memory is not counted if SQLite was built with `SQLITE_DEFAULT_MEMSTATUS=0`, as Apple's is: then the values are
    /// 0.
    ///
    /// - Parameter resets: Whether the highest value becomes the current one afterwards.
    public func status(
        _ counter: Counter, resets: Bool = false
    ) -> Connection.StatusCount {
        var (current, highest): (Int64, Int64) = (0, 0)
        let code = sqlite3_status64(counter.rawValue, &current, &highest, resets ? 1 : 0)
        guard code == SQLITE_OK else { return Connection.StatusCount(current: 0, highest: 0) }
        return Connection.StatusCount(current: current, highest: highest)
    }

    /// The bytes of memory that SQLite uses, in the whole process. C: `sqlite3_memory_used`.
    public var memoryUsed: Int64 { Connection.memoryUsed }

    /// The most bytes of memory that SQLite has used since the process began or since the last reset. C:
    /// `sqlite3_memory_highwater`.
    ///
    /// - Parameter resets: Whether the value becomes the current one afterwards.
    public func memoryHighWater(resets: Bool = false) -> Int64 {
        sqlite3_memory_highwater(resets ? 1 : 0)
    }
}
