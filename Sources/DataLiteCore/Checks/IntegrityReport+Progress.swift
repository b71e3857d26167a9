extension IntegrityReport {
    /// How far a check of a database is.
    public struct Progress: Hashable, Sendable {
        /// The table that is checked next; `nil` for the last part: the structure of the file.
        public let table: String?

        /// The number of parts that have been checked: the tables, and the structure of the file.
        public let completed: Int

        /// The number of parts.
        public let total: Int
    }
}

extension ConnectionProtocol {
    /// Checks a database like ``integrityCheck(of:limit:)``, table by table, and tells how far it is.
    ///
    /// ```swift
    /// let report = try connection.integrityCheck { progress in
    ///     print(progress.table ?? "file", progress.completed, progress.total)
    ///     try Task.checkCancellation()
    /// }
    /// ```
    ///
    /// The check runs in one read transaction. It finds the same problems, in another order, and reads each page twice.
    /// SQLite cannot say how far it is within a table. It requires SQLite 3.33.
    ///
    /// - Parameters:
    ///   - schema: `main`, or the name of an attached database.
    ///   - limit: The number of problems after which the check stops, at least 1.
    ///   - progress: Called before each part. An error that it throws ends the check.
    /// - Throws: The error of `progress`; the errors of ``integrityCheck(of:limit:)``.
    public func integrityCheck(
        of schema: String = "main", limit: Int = 100,
        progress: (IntegrityReport.Progress) throws -> Void
    ) throws -> IntegrityReport {
        let limit = max(limit, 1)
        return try transaction(.deferred) {
            var names: [String] = []
            do {
                names = try tablesWithPages(of: schema)
            } catch let error as SQLiteError where error.resultCode.primary == .corrupt {
                return IntegrityReport(problems: [IntegrityReport.Problem(error.message)])
            }
            var problems: [IntegrityReport.Problem] = []
            // SQLite reads such a name as a limit, so the whole database is checked at the end.
            let tables = names.filter { Int32($0) == nil }
            for (index, table) in tables.enumerated() where problems.count < limit {
                try progress(
                    IntegrityReport.Progress(
                        table: table, completed: index, total: tables.count + 1))
                problems.add(try integrityCheck(table: table, schema: schema))
            }
            guard problems.count < limit else {
                return IntegrityReport(problems: Array(problems.prefix(limit)))
            }
            try progress(
                IntegrityReport.Progress(
                    table: nil, completed: tables.count, total: tables.count + 1))
            let isComplete = tables.count == names.count
            problems.add(
                try isComplete
                    ? quickCheck(of: schema, limit: limit)
                    : integrityCheck(of: schema, limit: limit))
            return IntegrityReport(problems: Array(problems.prefix(limit)))
        }
    }

    /// The tables with pages of their own, which virtual tables do not have.
    private func tablesWithPages(of schema: String) throws(SQLiteError) -> [String] {
        try rows(
            """
            SELECT name FROM \(identifier: schema).sqlite_master
            WHERE type = 'table' AND rootpage > 0 ORDER BY rowid
            """, as: String.self)
    }
}

extension [IntegrityReport.Problem] {
    /// Adds the problems of another part of a check that are not known yet.
    fileprivate mutating func add(_ report: IntegrityReport) {
        let known = Set(self)
        append(contentsOf: report.problems.filter { !known.contains($0) })
    }
}
