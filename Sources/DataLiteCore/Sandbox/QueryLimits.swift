import DataLiteC

/// The work that the statements of a closure may do.
///
/// ```swift
/// try db.withQueryLimits(QueryLimits(time: .seconds(1))) {
///     try db.rows(query)
/// }
/// ```
public struct QueryLimits: Sendable {
    /// The time of all statements together, including waits for locks; `nil` for no limit.
    public var time: Duration?

    /// The instructions of SQLite's virtual machine, of all statements together; `nil` for no limit. Unlike time, this
    /// limit does not depend on the machine and its load. Instructions are counted in thousands. A search of a table of
    /// 1,000 rows takes some 10,000.
    public var instructions: Int?

    /// Creates limits.
    public init(time: Duration? = nil, instructions: Int? = nil) {
        self.time = time
        self.instructions = instructions
    }
}

extension ConnectionProtocol {
    /// Runs a closure whose statements are interrupted at a limit: they fail with `SQLITE_INTERRUPT`, and the message
    /// names the limit.
    ///
    /// A statement is interrupted between two instructions of SQLite's virtual machine, so one call of a function is not
    /// interrupted, and neither is the sorting of rows in one instruction. The compilation of a statement is interrupted
    /// only while an ``Authorizer`` is set. Once a limit is exceeded, every further
    /// statement of the closure fails, except rollbacks. Waits for locks end at the time limit with `SQLITE_BUSY`. Limits
    /// may be nested.
    ///
    /// C: `sqlite3_progress_handler`; a handler that was set with the C interface is replaced.
    ///
    /// - Throws: `SQLITE_MISUSE` for a connection that is not an SQLite connection, such as a stub; the error of the
    ///   closure.
    @discardableResult
    public func withQueryLimits<R>(_ limits: QueryLimits, _ body: () throws -> R) throws -> R {
        guard let connection = runningConnection else {
            throw SQLiteError.misuse("\(type(of: self)) does not support query limits")
        }
        return try connection.handle.withBudget(limits, body: body)
    }

    /// Runs a closure whose statements call a progress handler regularly, to show that they still run or to end them.
    ///
    /// ```swift
    /// try db.withProgressHandler(every: 10_000, { !isCancelled }) {
    ///     try db.rows(query)
    /// }
    /// ```
    ///
    /// When the handler has returned `false`, the running statement fails with `SQLITE_INTERRUPT`, and so does every
    /// further statement of the closure, except rollbacks. The handler must not use the connection: its methods then
    /// throw `SQLITE_MISUSE`. Handlers may be nested, and combined with ``withQueryLimits(_:_:)``.
    ///
    /// C: `sqlite3_progress_handler`; a handler that was set with the C interface is replaced.
    ///
    /// - Parameters:
    ///   - instructions: The instructions of SQLite's virtual machine between two calls, at least 1. A search of a table
    ///     of 1,000 rows takes some 10,000.
    ///   - handler: Returns whether to continue. It is called between two instructions, on the thread of the statement.
    ///   - body: The closure that runs the statements.
    /// - Throws: `SQLITE_MISUSE` for a connection that is not an SQLite connection, such as a stub; the error of the
    ///   closure.
    @discardableResult
    public func withProgressHandler<R>(
        every instructions: Int = 1000, _ handler: () -> Bool, _ body: () throws -> R
    ) throws -> R {
        guard let connection = runningConnection else {
            throw SQLiteError.misuse("\(type(of: self)) does not support progress handlers")
        }
        return try withoutActuallyEscaping(handler) { handler in
            let progress = ProgressHandler(interval: max(1, instructions), shouldContinue: handler)
            return try connection.handle.withBudget(QueryLimits(), progress, body: body)
        }
    }
}

/// A closure that running statements call.
struct ProgressHandler {
    /// The instructions between two calls.
    let interval: Int
    let shouldContinue: () -> Bool
}

/// What limits an untrusted statement further.
struct SandboxBudget {
    /// The instructions between two checks of the limits: two or three rows of a short loop, because functions with long
    /// values can take a tenth of a second for each.
    var interval = 20

    /// The bytes that SQLite may allocate in the process.
    var memory: Int64 = 256 << 20

    /// The instructions that count for each name that SQLite finds while it compiles the statement.
    var costOfAuthorization = 100
}

/// The limits of a closure that is running, and how much is left.
final class QueryBudget: StatementBudget {
    /// The instructions between two calls of SQLite.
    fileprivate let interval: Int32

    private let limits: QueryLimits
    private let progress: ProgressHandler?
    private let deadline: ContinuousClock.Instant?
    private let outer: QueryBudget?

    /// The bytes that SQLite may allocate; `nil` for no limit. The bytes of other connections count, so the limit must
    /// be high.
    private let memoryLimit: Int64?
    private let initialMemory: Int64

    /// The instructions that were run.
    private var instructions = 0

    /// The instructions that count for each call of the authorizer.
    private let costOfAuthorization: Int

    /// The instructions at the next call of the progress handler.
    private var nextProgress = 0

    /// The limit that was exceeded, or that the progress handler has ended the statements.
    private(set) var failure: String?

    init(
        _ limits: QueryLimits, _ progress: ProgressHandler?, _ sandbox: SandboxBudget?,
        outer: QueryBudget?
    ) {
        self.limits = limits
        self.progress = progress
        self.outer = outer
        memoryLimit = sandbox?.memory
        initialMemory = sandbox == nil ? 0 : sqlite3_memory_used()
        costOfAuthorization = sandbox?.costOfAuthorization ?? 0
        interval = min(
            outer?.interval ?? 1000,
            Int32(clamping: progress?.interval ?? sandbox?.interval ?? 1000))
        nextProgress = progress?.interval ?? 0
        deadline = limits.time.map { .now + $0 }
    }

    func isExceeded() -> Bool { isExceeded(.now) }

    private func isExceeded(_ now: ContinuousClock.Instant) -> Bool {
        guard failure == nil else { return true }
        if let deadline, now >= deadline, let time = limits.time {
            failure = "the time limit of \(time) is exceeded"
        } else if let limit = limits.instructions, instructions > limit {
            failure = "the limit of \(limit) instructions is exceeded"
        } else if let memoryLimit, sqlite3_memory_used() - initialMemory > memoryLimit {
            failure = "the limit of \(memoryLimit) bytes of memory is exceeded"
        } else if let outer, outer.isExceeded(now) {
            failure = outer.failure
        }
        return failure != nil
    }

    /// Counts the instructions since the last call, and calls the progress handlers that are due.
    ///
    /// - Returns: Whether a limit is exceeded, or a progress handler ends the statement.
    func charge(_ handle: ConnectionHandle) -> Bool {
        var budget: QueryBudget? = self
        while let current = budget {
            current.instructions += Int(interval)
            current.callProgressHandler(handle)
            budget = current.outer
        }
        return isExceeded()
    }

    /// Counts a call of the authorizer. While SQLite compiles a statement, it is the only callback of version 3.40: later
    /// versions also call the progress handler.
    ///
    /// - Returns: Whether a limit is exceeded.
    func chargeAuthorization() -> Bool {
        instructions += costOfAuthorization
        return isExceeded()
    }

    private func callProgressHandler(_ handle: ConnectionHandle) {
        guard let progress, failure == nil, instructions >= nextProgress else { return }
        nextProgress = instructions + progress.interval
        guard
            !handle.whileRefusingAllUse(of: .insideProgressHandler, progress.shouldContinue)
        else { return }
        failure = "the progress handler has ended the statement"
    }

    func error(_ sql: String?) -> SQLiteError? {
        failure.map { SQLiteError(.interrupt, message: $0, sql: sql) }
    }
}

extension ConnectionHandle {
    func withBudget<R>(
        _ limits: QueryLimits, _ progress: ProgressHandler? = nil,
        _ sandbox: SandboxBudget? = nil, body: () throws -> R
    ) throws -> R {
        // Not from a callback that must not use the connection.
        _ = try open()
        let outer = budget as? QueryBudget
        let waitLimit = lockWait?.timeLimit
        let budget = QueryBudget(limits, progress, sandbox, outer: outer)
        setBudget(budget)
        if let time = limits.time { lockWait?.timeLimit = min(time, waitLimit ?? time) }
        defer {
            lockWait?.timeLimit = waitLimit
            setBudget(outer)
        }
        return try body()
    }

    private func setBudget(_ new: QueryBudget?) {
        budget = new
        // The closure may have closed the connection.
        guard let pointer else { return }
        guard let new else {
            executionBlocks.remove(.limited)
            return sqlite3_progress_handler(pointer, 0, nil, nil)
        }
        executionBlocks.insert(.limited)
        sqlite3_progress_handler(
            pointer, new.interval,
            { context in
                guard let context else { return 0 }
                // SAFETY: the handle removes the callback before it is released.
                return Unmanaged<ConnectionHandle>.fromOpaque(context)._withUnsafeGuaranteedRef {
                    $0.budget?.charge($0) == true ? 1 : 0
                }
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
