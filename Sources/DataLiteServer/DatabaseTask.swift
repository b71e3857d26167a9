#if Server
    public import DataLiteDatabase
    import Foundation
    public import Logging
    public import ServiceLifecycle

    /// A service that repeats a piece of work on a database, such as a backup.
    ///
    /// ```swift
    /// let services: [any Service] = [
    ///     service,
    ///     DatabaseTask.optimize(service.database, every: .seconds(3600)),
    ///     DatabaseTask.backups(of: service.database, every: .seconds(86_400), to: "/backups", keep: 7),
    ///     server,
    /// ]
    /// ```
    ///
    /// The first run is one interval after the start. An error is logged, and the next run follows. The service ends
    /// with the graceful shutdown, which cancels a run.
    public struct DatabaseTask: Service {
        /// What the task does, for the log.
        public let name: String
        private let interval: Duration
        private let logger: Logger
        private let work: @Sendable (Logger) async throws -> Void

        /// A task of your own.
        ///
        /// - Parameter work: Called once in each interval, with a logger whose metadata has the name of the task.
        public init(
            _ name: String, every interval: Duration,
            logger: Logger = Logger(label: "datalite"),
            _ work: @escaping @Sendable (Logger) async throws -> Void
        ) {
            var logger = logger
            logger[metadataKey: LogKey.task] = "\(name)"
            (self.name, self.interval, self.logger, self.work) = (name, interval, logger, work)
        }

        /// Repeats the work until the graceful shutdown, or until the task is cancelled.
        public func run() async {
            // Only `Task.sleep` throws, when it is cancelled.
            try? await cancelWhenGracefulShutdown {
                while true {
                    try await Task.sleep(for: interval)
                    do {
                        try await DatabaseLogger.$logsErrors.withValue(false) {
                            try await runOnce()
                        }
                    } catch is CancellationError {
                        continue
                    } catch {
                        var metadata: Logger.Metadata = [:]
                        if let error = error as? SQLiteError {
                            metadata.add(error)
                        } else {
                            metadata[LogKey.errorMessage] = "\(error)"
                        }
                        logger.error("a task failed", metadata: metadata)
                    }
                }
            }
        }

        /// Does the work once, now.
        public func runOnce() async throws { try await work(logger) }
    }

    // MARK: - Maintenance

    extension DatabaseTask {
        /// Updates the statistics of the query planner where their tables have changed: see `Database.optimize`.
        public static func optimize(
            _ database: Database, every interval: Duration = .seconds(3600),
            logger: Logger = Logger(label: "datalite")
        ) -> DatabaseTask {
            DatabaseTask("optimize", every: interval, logger: logger) { _ in
                try await database.optimize()
            }
        }

        /// Returns free pages of a file with `auto_vacuum = INCREMENTAL` to the file system, in steps of a few pages:
        /// other writes run between the steps.
        ///
        /// - Parameter pages: The number of pages of each step.
        public static func vacuum(
            _ database: Database, every interval: Duration = .seconds(3600), pages: Int = 200,
            logger: Logger = Logger(label: "datalite")
        ) -> DatabaseTask {
            DatabaseTask("incremental vacuum", every: interval, logger: logger) { _ in
                while true {
                    let (isIncremental, free) = try await database.read { db in
                        let mode = try db.value("PRAGMA auto_vacuum", as: Int.self)
                        return (mode == 2, try db.value("PRAGMA freelist_count", as: Int.self) ?? 0)
                    }
                    guard isIncremental, free > 0 else { return }
                    try Task.checkCancellation()
                    try await database.writeWithoutTransaction { db in
                        // Each row that the pragma returns frees a page.
                        _ = try db.rows(SQL(raw: "PRAGMA incremental_vacuum(\(max(1, pages)))"))
                    }
                }
            }
        }

        /// Copies the WAL into the file when no call is running, so that a write has to do that less often.
        ///
        /// - Parameter pages: The smallest number of pages in the WAL for which a checkpoint is worth its time.
        public static func checkpoints(
            of database: Database, every interval: Duration = .seconds(5), pages: Int = 100,
            logger: Logger = Logger(label: "datalite")
        ) -> DatabaseTask {
            let lastCalls = Locked(-1)
            return DatabaseTask("checkpoint", every: interval, logger: logger) { _ in
                let statistics = database.statistics
                let calls = statistics.reads + statistics.writes
                let isQuiet = lastCalls.withLock { last in
                    defer { last = calls }
                    return last == calls
                }
                guard isQuiet, statistics.walPages >= pages else { return }
                try await database.checkpoint()
            }
        }

        /// Checks one table of the database in each run, and begins again after the last one. A run holds a reader
        /// connection for as long as reading its table takes. Problems are logged as critical. `CHECK` constraints are not
        /// checked: SQLite ignores them on a read-only connection.
        public static func integrityChecks(
            of database: Database, every interval: Duration = .seconds(600),
            logger: Logger = Logger(label: "datalite")
        ) -> DatabaseTask {
            let lastTable = Locked("")
            return DatabaseTask("integrity check", every: interval, logger: logger) { logger in
                let last = lastTable.withLock { $0 }
                let result = try await database.read { db -> (String, IntegrityReport)? in
                    let tables = try db.rows(
                        """
                        SELECT name FROM sqlite_schema
                        WHERE type = 'table' AND rootpage > 0 AND name NOT GLOB '[0-9]*' ORDER BY name
                        """, as: String.self)
                    guard let table = tables.first(where: { $0 > last }) ?? tables.first else {
                        return nil
                    }
                    return (table, try db.integrityCheck(table: table))
                }
                guard let (table, report) = result else { return }
                lastTable.withLock { $0 = table }
                for problem in report.problems {
                    logger.critical(
                        "the database is damaged",
                        metadata: [LogKey.errorMessage: "\(problem.message)"])
                }
            }
        }

        /// Warns when the WAL has grown because a reader uses an old state, or because the program that copies it does
        /// not run. The warning names the calls that are running.
        public static func walWarnings(
            of database: Database, above pages: Int = 20_000,
            every interval: Duration = .seconds(30),
            logger: Logger = Logger(label: "datalite")
        ) -> DatabaseTask {
            DatabaseTask("WAL size", every: interval, logger: logger) { logger in
                let current = database.statistics.walPages
                guard current >= pages else { return }
                let calls = database.runningCalls.joined(separator: ", ")
                logger.warning(
                    "the WAL is large",
                    metadata: [LogKey.walPages: "\(current)", LogKey.calls: "\(calls)"])
            }
        }

        /// Records the metrics that no event of the database changes: see ``DatabaseMetrics/poll(_:)``.
        public static func metrics(
            _ metrics: DatabaseMetrics, of database: Database,
            every interval: Duration = .seconds(10),
            logger: Logger = Logger(label: "datalite")
        ) -> DatabaseTask {
            DatabaseTask("metrics", every: interval, logger: logger) { _ in metrics.poll(database) }
        }
    }

    // MARK: - Backups

    extension DatabaseTask {
        /// Copies the database to a new file, verifies the copy, and deletes the oldest copies.
        ///
        /// The copy has the state at its beginning, and writes continue during the copy. Its name is the name of the database
        /// with the time in UTC: `app-20260131T235900Z.sqlite`. It is verified by opening it and running `quick_check`;
        /// a copy that fails is deleted, and older copies stay.
        ///
        /// - Parameters:
        ///   - directory: The path of an existing directory, which should be on another disk.
        ///   - count: The number of copies to keep, at least 1. Only files with such names are deleted.
        public static func backups(
            of database: Database, every interval: Duration, to directory: String, keep count: Int,
            logger: Logger = Logger(label: "datalite")
        ) -> DatabaseTask {
            let backups = Backups(
                database: database, directory: URL(fileURLWithPath: directory), count: max(count, 1)
            )
            return DatabaseTask("backup", every: interval, logger: logger) { logger in
                let start = ContinuousClock.now
                let path = try await backups.make()
                let duration = start.duration(to: .now)
                logger.info(
                    "made a backup",
                    metadata: [LogKey.path: "\(path)", LogKey.duration: "\(duration.milliseconds)"])
            }
        }
    }

    /// The backups of a database in a directory.
    private struct Backups: Sendable {
        let database: Database
        let directory: URL
        let count: Int

        private var name: String {
            let path = database.path ?? "memory"
            return URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        }

        /// - Returns: The path of the new file.
        func make() async throws -> String {
            let time = Date().formatted(.iso8601).filter { !"-:".contains($0) }
            let file = directory.appendingPathComponent("\(name)-\(time).sqlite")
            try await database.backup(to: file.path)
            do {
                try await verify(file.path)
            } catch {
                try? FileManager.default.removeItem(at: file)
                throw error
            }
            try deleteOldest()
            return file.path
        }

        private func verify(_ path: String) async throws {
            var configuration = Database.Configuration()
            configuration.access = .immutable
            configuration.readerLimit = 1
            configuration.connection.key = database.currentConfiguration.connection.key
            configuration.connection.onOpen = database.currentConfiguration.connection.onOpen
            let copy = try Database(path: path, configuration: configuration)
            do {
                let report = try await copy.read { db in try db.quickCheck() }
                try await copy.close()
                guard let problem = report.problems.first else { return }
                throw SQLiteError(
                    .corrupt, message: "the backup \(path) is damaged: \(problem.message)")
            } catch {
                try? await copy.close()
                throw error
            }
        }

        private func deleteOldest() throws {
            let pattern =
                "^\(NSRegularExpression.escapedPattern(for: name))-[0-9]{8}T[0-9]{6}Z\\.sqlite$"
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
                .filter { $0.range(of: pattern, options: .regularExpression) != nil }
                .sorted()
            for name in names.dropLast(count) {
                for suffix in ["", "-wal", "-shm"] {
                    let file = directory.appendingPathComponent(name + suffix)
                    if suffix.isEmpty || FileManager.default.fileExists(atPath: file.path) {
                        try FileManager.default.removeItem(at: file)
                    }
                }
            }
        }
    }
#endif
