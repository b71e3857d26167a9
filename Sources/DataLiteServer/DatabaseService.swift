#if Server
    public import DataLiteDatabase
    import Foundation
    public import Logging
    public import ServiceLifecycle

    /// A database of a server: it is opened and migrated before the server starts, and closed when the server is
    /// stopped.
    ///
    /// ```swift
    /// let service = try await DatabaseService.open(path: "app.sqlite", migrator: migrator)
    /// let server = makeServer(service.database)
    /// try await ServiceGroup(
    ///     services: [service, server], gracefulShutdownSignals: [.sigterm], logger: logger
    /// ).run()
    /// ```
    ///
    /// Services are stopped in reverse order, so list the database before the services that use it.
    public final class DatabaseService: Service {
        /// What happens to migrations that have not been applied.
        public enum PendingMigrations: Hashable, Sendable {
            /// They are applied.
            case apply
            /// They prevent the start: another program applies them, such as a step of a deployment.
            case refuse
        }

        /// The time that a shutdown may take.
        public struct ShutdownLimits: Hashable, Sendable {
            /// The time for the calls that are running when the shutdown begins. Then their SQL is interrupted.
            public var calls: Duration

            /// The time after that for the calls to end. Calls that run no SQL cannot be interrupted.
            public var interruptedCalls: Duration

            /// Creates the limits: the time for running calls, and then for calls that were interrupted.
            public init(
                calls: Duration = .seconds(10), interruptedCalls: Duration = .seconds(5)
            ) {
                (self.calls, self.interruptedCalls) = (calls, interruptedCalls)
            }
        }

        private enum Phase { case starting, running, stopping, stopped }

        /// The database. It can be used before ``run()`` is called.
        public let database: Database
        private let limits: ShutdownLimits
        private let logger: Logger
        private let phase = Locked(Phase.starting)

        /// A service for an open database, whose schema is up to date.
        public init(
            _ database: Database, shutdownLimits limits: ShutdownLimits = ShutdownLimits(),
            logger: Logger = Logger(label: "datalite")
        ) {
            self.database = database
            self.limits = limits
            self.logger = logger
        }

        /// Opens a file and checks or changes its schema.
        ///
        /// - Throws: The errors of `Database.init(path:configuration:)` and of `Migrator.migrate(_:)`; `SQLITE_MISUSE`
        ///   with the names of pending migrations if `pending` is `.refuse`. Then the file is closed.
        public static func open(
            path: String, configuration: Database.Configuration = Database.Configuration(),
            migrator: Migrator? = nil, pending: PendingMigrations = .apply,
            shutdownLimits limits: ShutdownLimits = ShutdownLimits(),
            logger: Logger = Logger(label: "datalite")
        ) async throws -> DatabaseService {
            let recovered = walSize(path)
            let database = try Database(path: path, configuration: configuration)
            if recovered > 0 {
                logger.info(
                    "recovered the WAL of a process that had not closed the database",
                    metadata: [LogKey.walBytes: "\(recovered)"])
            }
            let service = DatabaseService(database, shutdownLimits: limits, logger: logger)
            for case let instrument as DatabaseLogger in configuration.instruments {
                instrument.explainStatements(with: database)
            }
            do {
                if let migrator { try await service.migrate(migrator, pending) }
            } catch {
                try? await database.close()
                throw error
            }
            return service
        }

        /// The size of a WAL that another process has left behind, or is using now.
        private static func walSize(_ path: String) -> Int {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
            return attributes?[.size] as? Int ?? 0
        }

        private func migrate(_ migrator: Migrator, _ pending: PendingMigrations) async throws {
            switch pending {
            case .apply:
                try await migrator.migrate(database) { [logger] progress in
                    logger.info(
                        "applied a migration",
                        metadata: [
                            LogKey.migration: "\(progress.name)",
                            LogKey.duration: "\(progress.duration.milliseconds)",
                        ])
                }
            case .refuse:
                try await migrator.check(database)
                let names = try await migrator.pending(in: database)
                guard !names.isEmpty else { return }
                throw SQLiteError(
                    .misuse,
                    message: "migrations are pending: \(names.joined(separator: ", ")). Apply them "
                        + "before the server starts, or open the service with `.apply`")
            }
        }

        // MARK: - Running

        /// Waits for the graceful shutdown, and closes the database: new calls and waiting ones are refused, running
        /// ones may end within the limits, and the WAL is copied into the file.
        ///
        /// - Throws: The errors of `Database.close(within:)`; `SQLITE_BUSY` if calls did not end within the limits.
        public func run() async throws {
            phase.withLock { $0 = .running }
            // It throws if the task is cancelled because another service has failed.
            try? await gracefulShutdown()
            phase.withLock { $0 = .stopping }
            defer { phase.withLock { $0 = .stopped } }
            let start = ContinuousClock.now
            try await close()
            let duration = start.duration(to: .now)
            logger.info(
                "closed the database", metadata: [LogKey.duration: "\(duration.milliseconds)"])
        }

        private func close() async throws {
            do {
                return try await database.close(within: limits.calls)
            } catch let error as SQLiteError where error.resultCode.primary == .busy {
                logger.warning(
                    "interrupting the calls that are still running",
                    metadata: [LogKey.errorMessage: "\(error.message)"])
            }
            let end = ContinuousClock.now + limits.interruptedCalls
            while true {
                // A closure may run another statement after the one that was interrupted.
                database.interrupt()
                do {
                    return try await database.close(within: .milliseconds(20))
                } catch let error as SQLiteError
                    where error.resultCode.primary == .busy && ContinuousClock.now < end
                {
                    continue
                }
            }
        }

        // MARK: - Health

        /// Checks that the database answers, for a liveness probe.
        ///
        /// - Throws: The error of a read; `SQLITE_BUSY` if there is no answer within the limit.
        public func health(within limit: Duration = .seconds(1)) async throws {
            let database = database
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await database.read { db in
                        _ = try db.value("SELECT count(*) FROM sqlite_schema", as: Int.self)
                    }
                }
                group.addTask {
                    try await Task.sleep(for: limit)
                    throw SQLiteError(
                        .busy, message: "the database has not answered within \(limit)")
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }

        /// Checks that the service is running and that the database answers, for a readiness probe. It fails from the
        /// beginning of the shutdown, so that a load balancer sends no more requests.
        ///
        /// - Throws: The errors of ``health(within:)``; `SQLITE_ABORT` before ``run()`` and after the shutdown has begun.
        public func readiness(within limit: Duration = .seconds(1)) async throws {
            guard phase.withLock({ $0 == .running }) else {
                throw SQLiteError(.abort, message: "the service of the database is not running")
            }
            try await health(within: limit)
        }
    }

    extension Duration {
        /// The time in milliseconds.
        var milliseconds: Double {
            Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
        }

        /// The time in nanoseconds.
        var nanoseconds: Int64 {
            // `components` takes 180 instructions, and this is part of each call.
            guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else {
                return components.seconds * 1_000_000_000
                    + components.attoseconds / 1_000_000_000
            }
            return Int64(clamping: attoseconds / 1_000_000_000)
        }
    }
#endif
