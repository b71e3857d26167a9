#if Server
    public import DataLiteDatabase
    public import Logging

    /// The keys of the metadata of all log messages.
    enum LogKey {
        /// `read`, `write` and so on: see `DatabaseCall.Kind`.
        static let operation = "db.operation.name"
        /// The SQL, without literals.
        static let text = "db.query.text"
        /// SQLite's plan of the statement.
        static let plan = "db.query.plan"
        /// The name of SQLite's result code, such as `SQLITE_BUSY`.
        static let code = "db.response.status_code"
        static let errorMessage = "error.message"
        /// A time in milliseconds.
        static let duration = "duration.ms"
        /// How long a call has waited for a connection, in milliseconds.
        static let wait = "wait.ms"
        /// The number of equal messages that were not logged.
        static let suppressed = "suppressed"
        static let walPages = "wal.pages"
        static let walBytes = "wal.bytes"
        static let migration = "migration"
        static let path = "path"
        static let task = "task"
        /// The calls that are running, and for how long.
        static let calls = "calls"
    }

    /// An instrument that logs what an operator needs to know: slow statements, errors, long waits and checkpoints.
    ///
    /// ```swift
    /// configuration.instruments = [DatabaseLogger(logger)]
    /// ```
    ///
    /// Nothing is logged for a call that succeeds in time. An error is logged once, when its call ends. Messages contain
    /// no values: neither those of parameters nor literals.
    public final class DatabaseLogger: DatabaseInstrument {
        /// What is logged.
        public struct Options: Sendable {
            /// The shortest duration of a statement that is logged, as a warning; `nil` for none.
            public var slowStatement: Duration? = .milliseconds(100)

            /// The shortest time that a call has waited for a connection to be logged, as a warning.
            public var longWait: Duration = .seconds(1)

            /// The shortest duration of a checkpoint that is logged, as a notice.
            public var longCheckpoint: Duration = .seconds(1)

            /// The number of pages that a checkpoint leaves in the WAL, because a reader uses an older state, from which
            /// the WAL is logged as a warning.
            public var growingWAL = 20_000

            /// Whether a slow statement is logged with its plan, which is read after the call, by a call of its own. It
            /// needs ``DatabaseService/open(path:configuration:migrator:pending:shutdownLimits:logger:)``.
            public var includesPlans = false

            /// The time in which a message with the same text is logged once.
            public var repeatInterval: Duration = .seconds(10)

            /// The largest number of characters of a statement.
            public var textLimit = 2000

            /// The default options.
            public init() {}

            /// Options with changes to the defaults: `Options { $0.includesPlans = true }`.
            public init(_ change: (inout Options) -> Void) { change(&self) }
        }

        private struct Repetition {
            var end: ContinuousClock.Instant
            var suppressed = 0
        }

        /// Whether errors are logged: not inside a ``DatabaseTask``, which logs its errors itself, or in a transaction
        /// of grouped writes.
        @TaskLocal static var logsErrors = true

        private struct WeakDatabase: Sendable { weak var database: Database? }

        private let logger: Logger
        private let options: Options
        private let texts: StatementTexts
        private let repetitions = Locked<[String: Repetition]>([:])
        private let database = Locked(WeakDatabase())

        /// Creates an instrument that writes to a logger.
        public init(_ logger: Logger, options: Options = Options()) {
            self.logger = logger
            self.options = options
            texts = StatementTexts(limit: options.textLimit)
        }

        /// Uses a database to find the plans of slow statements.
        func explainStatements(with database: Database) {
            guard options.includesPlans else { return }
            self.database.withLock { $0.database = database }
        }

        // MARK: - DatabaseInstrument

        public var statementLimit: Duration? { options.slowStatement }

        public func callBegan(_ call: DatabaseCall) {
            if let waited = call.waited, waited >= options.longWait {
                log(
                    .warning, "a call waited for a connection",
                    [
                        LogKey.operation: "\(call.kind.rawValue)",
                        LogKey.wait: "\(waited.milliseconds)",
                    ])
            }
        }

        public func callEnded(
            _ call: DatabaseCall, after duration: Duration?, error: (any Error)?
        ) {
            guard let error, Self.logsErrors else { return }
            var metadata: Logger.Metadata = [LogKey.operation: "\(call.kind.rawValue)"]
            if let duration { metadata[LogKey.duration] = "\(duration.milliseconds)" }
            if let waited = call.waited { metadata[LogKey.wait] = "\(waited.milliseconds)" }
            guard let error = error as? SQLiteError else {
                return log(.debug, "a call ended with an error of the program", metadata)
            }
            metadata.add(error, texts)
            log(error.resultCode.logLevel, "a call failed", metadata)
        }

        public func statementEnded(_ statement: LoggedStatement, of call: DatabaseCall?) {
            guard logger.logLevel <= .warning else { return }
            let text = texts[statement.sql]
            var metadata: Logger.Metadata = [
                LogKey.text: "\(text)", LogKey.duration: "\(statement.duration.milliseconds)",
            ]
            if let call { metadata[LogKey.operation] = "\(call.kind.rawValue)" }
            guard let database = database.withLock({ $0.database }) else {
                return log(.warning, "a statement was slow", metadata)
            }
            guard let suppressed = admit(text) else { return }
            if suppressed > 0 { metadata[LogKey.suppressed] = "\(suppressed)" }
            // The connection cannot run SQL now, and the call must not wait.
            Task { [logger, metadata] in
                let plan = try? await database.read { db in
                    let count = Int(try db.prepare(sql: statement.sql).parameterCount())
                    let values = Array(repeating: SQLiteValue.null, count: count)
                    return try db.plan(SQL(raw: statement.sql, parameters: values)).description
                }
                var metadata = metadata
                metadata[LogKey.plan] = plan.map { "\(StatementText.redacted($0))" }
                logger.warning("a statement was slow", metadata: metadata)
            }
        }

        public func checkpointEnded(
            _ result: Result<CheckpointResult, SQLiteError>, after duration: Duration
        ) {
            var metadata: Logger.Metadata = [LogKey.duration: "\(duration.milliseconds)"]
            switch result {
            case .failure(let error):
                metadata[LogKey.code] = "\(error.resultCode.name)"
                log(error.resultCode.logLevel, "a checkpoint failed", metadata)
            case .success(let result):
                metadata[LogKey.walPages] = "\(result.walPages)"
                if result.walPages - result.checkpointedPages >= options.growingWAL {
                    metadata[LogKey.wait] = result.longestRead.map { "\($0.milliseconds)" }
                    log(.warning, "a reader lets the WAL grow", metadata)
                } else if duration >= options.longCheckpoint {
                    log(.notice, "a checkpoint was slow", metadata)
                }
            }
        }

        // MARK: - Writing

        private func log(
            _ level: Logger.Level, _ message: Logger.Message, _ metadata: Logger.Metadata
        ) {
            guard logger.logLevel <= level else { return }
            let kind = [LogKey.operation, LogKey.text, LogKey.code].map { metadata[$0] ?? "" }
            guard let suppressed = admit("\(message) \(kind)") else { return }
            var metadata = metadata
            if suppressed > 0 { metadata[LogKey.suppressed] = "\(suppressed)" }
            logger.log(level: level, message, metadata: metadata)
        }

        /// The largest number of texts to remember; SQL may come from users.
        private static var capacity: Int { 1000 }

        /// Whether a message may be logged now.
        ///
        /// - Returns: The number of messages of this kind that were suppressed; `nil` if this one is, too.
        private func admit(_ kind: String) -> Int? {
            repetitions.withLock { repetitions in
                let now = ContinuousClock.now
                if let repetition = repetitions[kind], repetition.end > now {
                    repetitions[kind]?.suppressed += 1
                    return nil
                }
                let suppressed = repetitions[kind]?.suppressed ?? 0
                if repetitions.count >= Self.capacity { repetitions = [:] }
                repetitions[kind] = Repetition(end: now + options.repeatInterval)
                return suppressed
            }
        }
    }

    extension Logger.Metadata {
        /// Adds the code, the message and the statement of an error, without values.
        mutating func add(_ error: SQLiteError, _ texts: StatementTexts = StatementTexts()) {
            self[LogKey.code] = "\(error.resultCode.name)"
            // The message of a mismatch contains the value.
            if error.resultCode.primary != .mismatch {
                self[LogKey.errorMessage] = "\(StatementText.redacted(error.message))"
            }
            if let sql = error.sql { self[LogKey.text] = "\(texts[sql])" }
        }
    }

    extension ResultCode {
        /// The level of an error: a problem of the data of one request is only of interest while debugging.
        fileprivate var logLevel: Logger.Level {
            switch primary {
            case .corrupt, .notADB: .critical
            case .constraint, .mismatch, .tooBig, .auth, .notFound: .debug
            case .busy, .locked, .schema, .abort, .interrupt: .warning
            default: .error
            }
        }
    }
#endif
