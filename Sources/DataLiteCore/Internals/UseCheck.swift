#if DEBUG
    import Foundation

    /// Detects two mistakes that may damage a database or the memory of the process: a connection that is used in a
    /// process that `fork` has created, and one that two threads use at the same time. Only debug builds do this.
    final class UseCheck: Sendable {
        private struct User {
            let thread: pthread_t
            var depth: Int
        }

        private let process = getpid()
        private let user = Locked<User?>(nil)

        /// Call this before a use that calls C code, and ``end()`` after it. A use may contain others on its thread.
        ///
        /// - Throws: `SQLITE_MISUSE` if the connection must not be used; do not call ``end()`` then.
        func begin(_ sql: @autoclosure () -> String?) throws(SQLiteError) {
            // First, because another thread of the parent process may have held the lock.
            guard getpid() == process else { throw .usedAfterFork(sql()) }
            let current = pthread_self()
            let isFree = user.withLock { user in
                guard let other = user else {
                    user = User(thread: current, depth: 1)
                    return true
                }
                guard pthread_equal(other.thread, current) != 0 else { return false }
                user = User(thread: current, depth: other.depth + 1)
                return true
            }
            guard isFree else { throw .usedOnTwoThreads(sql()) }
        }

        func end() {
            user.withLock { user in
                guard let current = user else { return }
                user =
                    current.depth > 1
                    ? User(thread: current.thread, depth: current.depth - 1) : nil
            }
        }
    }

    extension SQLiteError {
        /// A use of a connection in a child process.
        fileprivate static func usedAfterFork(_ sql: String?) -> SQLiteError {
            SQLiteError.misuse(
                "the connection was opened before fork(): the child process must not use it, but open its own",
                sql: sql)
        }

        /// A use of a connection while another thread uses it.
        fileprivate static func usedOnTwoThreads(_ sql: String?) -> SQLiteError {
            SQLiteError.misuse(
                "another thread is using the connection: give each thread its own connection",
                sql: sql)
        }
    }
#else
    struct UseCheck {
        @inline(__always)
        func begin(_ sql: @autoclosure () -> String?) throws(SQLiteError) {}

        @inline(__always)
        func end() {}
    }
#endif
