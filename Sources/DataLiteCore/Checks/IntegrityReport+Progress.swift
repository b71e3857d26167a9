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
    /// The check runs in one read transaction. It checks the pages of each table twice, with the table and at the end,
    /// so it takes longer. It finds the same problems, in another order.
    /// SQLite cannot say how far it is within a table. It requires SQLite 3.33. After a check inside your own
    /// transaction has found damage, SQLite does not commit that transaction.
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
        var check = PartialCheck(schema: schema, limit: max(limit, 1))
        do {
            try transaction(.deferred) { try check.run(on: self, progress) }
        } catch let error as SQLiteError where error.resultCode.primary == .corrupt {
            // After a statement has found damage, SQLite fails the end of the transaction too.
            guard check.isComplete else { throw error }
        }
        return IntegrityReport(problems: Array(check.problems.prefix(check.limit)))
    }
}

/// A check of a database table by table.
private struct PartialCheck {
    let schema: String
    let limit: Int

    /// The problems that were found, without repetitions between parts.
    private(set) var problems: [IntegrityReport.Problem] = []

    private(set) var isComplete = false

    init(schema: String, limit: Int) {
        self.schema = schema
        self.limit = limit
    }

    mutating func run(
        on connection: some ConnectionProtocol,
        _ progress: (IntegrityReport.Progress) throws -> Void
    ) throws {
        let names: [String]
        do {
            names = try tables(connection)
        } catch {
            guard error.resultCode.primary == .corrupt else { throw error }
            problems = [IntegrityReport.Problem(error.message)]
            isComplete = true
            return
        }
        let total = names.count + 1
        var needsFullCheck = false
        for (index, table) in names.enumerated() {
            guard problems.count < limit else { break }
            try progress(IntegrityReport.Progress(table: table, completed: index, total: total))
            if try !check(table, connection) { needsFullCheck = true }
        }
        if problems.count < limit {
            let last = IntegrityReport.Progress(table: nil, completed: names.count, total: total)
            try progress(last)
            add(
                try needsFullCheck
                    ? connection.integrityCheck(of: schema, limit: limit)
                    : connection.quickCheck(of: schema, limit: limit))
        }
        isComplete = true
    }

    /// Checks a table.
    ///
    /// - Returns: Whether SQLite can check it alone: it reads some names as numbers, and does not find a name that is
    ///   not valid UTF-8.
    private mutating func check(
        _ table: String, _ connection: some ConnectionProtocol
    ) throws(SQLiteError) -> Bool {
        guard !IntegrityReport.isReadAsLimit(table) else { return false }
        do {
            add(try connection.integrityCheck(table: table, schema: schema))
            return true
        } catch {
            guard error.message.hasPrefix("no such table") else { throw error }
            return false
        }
    }

    /// The tables with pages of their own, which virtual tables do not have.
    private func tables(_ connection: some ConnectionProtocol) throws(SQLiteError) -> [String] {
        try connection.rows(
            """
            SELECT name FROM \(identifier: schema).sqlite_master
            WHERE type = 'table' AND rootpage > 0 ORDER BY rowid
            """, as: String.self)
    }

    /// Adds the problems of another part that are not known yet.
    private mutating func add(_ report: IntegrityReport) {
        let known = Set(problems)
        problems += report.problems.filter { !known.contains($0) }
    }
}
