/// Reports the progress of one migration.
final class MigrationReporter {
    private let name: String
    private let completedCount: Int
    private let totalCount: Int
    private let interval: Duration?
    private let report: (MigrationProgress) throws -> Void
    private let start = ContinuousClock.now
    private var lastReport: ContinuousClock.Instant

    /// The error of a report that has ended the migration.
    private(set) var failure: (any Error)?

    /// - Parameters:
    ///   - completedCount: The number of migrations that are done.
    ///   - interval: The time between two reports while the migration runs; `nil` for none.
    init(
        _ name: String, completedCount: Int, totalCount: Int, every interval: Duration?,
        _ report: @escaping (MigrationProgress) throws -> Void
    ) {
        self.name = name
        self.completedCount = completedCount
        self.totalCount = totalCount
        self.interval = interval
        self.report = report
        lastReport = start
    }

    /// Runs the part of a migration that precedes its commit. A commit is not interrupted: it might be done.
    ///
    /// - Throws: The error of a report, even if the migration has caught that its statement was interrupted.
    func run(on connection: any ConnectionProtocol, _ body: () throws -> Void) throws {
        guard let interval, connection.sqliteConnection != nil else { return try body() }
        let result = Result {
            try connection.withProgressHandler({ self.shouldContinue(interval) }, body)
        }
        if let failure { throw failure }
        try result.get()
    }

    private func shouldContinue(_ interval: Duration) -> Bool {
        let now = ContinuousClock.now
        guard lastReport.duration(to: now) >= interval else { return true }
        do {
            try report(progress(isCompleted: false, now))
            // The time that the report took does not count.
            lastReport = .now
            return true
        } catch {
            failure = error
            return false
        }
    }

    func reportCompletion() throws {
        try report(progress(isCompleted: true, .now))
    }

    private func progress(
        isCompleted: Bool, _ now: ContinuousClock.Instant
    ) -> MigrationProgress {
        MigrationProgress(
            name: name, isCompleted: isCompleted,
            completedCount: completedCount + (isCompleted ? 1 : 0), totalCount: totalCount,
            duration: start.duration(to: now))
    }
}
