extension ConnectionHandle {
    /// Work that must be done before a statement runs, or reasons why no statement may run.
    struct ExecutionBlock: OptionSet {
        let rawValue: UInt16

        /// A delegate is being called. SQLite forbids its hooks to run SQL on their connection.
        static let insideHook = ExecutionBlock(rawValue: 1)

        /// The transaction of a running closure has ended: each statement would commit separately.
        static let transactionLost = ExecutionBlock(rawValue: 2)

        /// A rollback is deferred until the statement that prevents it ends.
        static let rollbackDeferred = ExecutionBlock(rawValue: 4)

        /// The connection belongs to a pool, and the closure that it was passed to has returned.
        static let retired = ExecutionBlock(rawValue: 8)

        /// A collation is being called. SQLite calls it in the middle of a search in a B-tree, whose
        /// pages must not change.
        static let insideCollation = ExecutionBlock(rawValue: 16)

        /// Statements are still to be reset or finalized, because they were released in a collation.
        static let endsDeferred = ExecutionBlock(rawValue: 32)

        /// The depth of nested runs has reached ``CallbackLink/limit``.
        static let nestedTooDeep = ExecutionBlock(rawValue: 64)

        /// A ``ChangeCollector`` is set and must be called before each step.
        static let collecting = ExecutionBlock(rawValue: 128)

        /// An authorizer is being called. Nothing may use the connection.
        static let insideAuthorizer = ExecutionBlock(rawValue: 256)

        /// A ``StatementBudget`` is set and must be checked before each step.
        static let limited = ExecutionBlock(rawValue: 512)

        /// Closures wait for the end of a transaction, or it is observed, so the end of each run is noted.
        static let awaitingEnd = ExecutionBlock(rawValue: 1024)

        /// A backup replaces the contents: <https://www.sqlite.org/c3ref/backup_finish.html>.
        static let insideBackup = ExecutionBlock(rawValue: 2048)

        /// A hook is being called that must not call SQLite. Nothing may use the connection.
        static let insideStrictHook = ExecutionBlock(rawValue: 4096)

        /// A collation has thrown an error, and the statement that called it has not ended.
        static let collationFailed = ExecutionBlock(rawValue: 8192)

        /// The busy handler is being called. Nothing may use the connection.
        static let insideBusyHandler = ExecutionBlock(rawValue: 16384)

        /// A progress handler is being called. Nothing may use the connection.
        static let insideProgressHandler = ExecutionBlock(rawValue: 32768)

        /// The reasons why no statement may run.
        static let refusing = ExecutionBlock(rawValue: .max)
            .subtracting([.collecting, .limited, .awaitingEnd, .collationFailed])

        /// The `sqlite3` must not be used until the callback returns.
        static let insideCallback: ExecutionBlock = [
            .insideHook, .insideCollation, .insideAuthorizer, .insideStrictHook,
            .insideBusyHandler, .insideProgressHandler,
        ]

        /// The reasons why nothing may use the `sqlite3`.
        static let refusingAllUse: ExecutionBlock = [
            .retired, .insideAuthorizer, .insideStrictHook, .insideBusyHandler,
            .insideProgressHandler,
        ]

        /// There is work to do before the next statement.
        static let workDeferred: ExecutionBlock = [.rollbackDeferred, .endsDeferred]

        /// There is work to do after a run.
        static let workAfterRun: ExecutionBlock = [.workDeferred, .collecting, .awaitingEnd]
    }
    /// Calls code of the program in the middle of the work of SQLite. In the call, nothing may use the connection, and
    /// the ends of statements are deferred, as in a collation.
    func whileRefusingAllUse<R>(
        of block: ExecutionBlock, _ body: () throws -> R
    ) rethrows -> R {
        let added: ExecutionBlock = [.insideCollation, block]
        let blocks = executionBlocks
        executionBlocks.formUnion(added)
        defer { executionBlocks.subtract(added.subtracting(blocks)) }
        return try body()
    }
}
