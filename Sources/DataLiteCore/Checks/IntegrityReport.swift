/// The result of a check of a database: the problems that were found.
public struct IntegrityReport: Equatable, Sendable {
    /// The problems, in the order of SQLite's report.
    public let problems: [Problem]

    /// Whether no problem was found.
    public var isOK: Bool { problems.isEmpty }

    /// A problem.
    public struct Problem: Equatable, Sendable {
        /// SQLite's description.
        public let message: String

        /// The kind of problem, as far as the description tells.
        public let kind: Kind
    }

    /// A kind of problem.
    public enum Kind: Equatable, Sendable {
        /// An index has no entry for a row: `REINDEX` repairs it.
        case missingIndexEntry(index: String)
        /// An index has another number of entries than its table has rows: `REINDEX` repairs it.
        case wrongIndexCount(index: String)
        /// A `UNIQUE` index has two equal entries.
        case duplicateIndexEntry(index: String)
        /// A `NOT NULL` column, `table.column`, contains NULL.
        case nullValue(column: String)
        /// A row of a table violates a `CHECK` constraint.
        case failedCheck(table: String)
        /// Anything else, such as a damaged page: restore a backup.
        case other
    }
}

extension IntegrityReport.Problem: CustomStringConvertible {
    init(_ message: String) {
        self.message = message
        kind = IntegrityReport.Kind(message)
    }

    public var description: String { message }
}

extension IntegrityReport.Kind {
    fileprivate init(_ message: String) {
        func name(after prefix: String) -> String? {
            guard let range = message.firstRange(of: prefix), !prefix.isEmpty else { return nil }
            return String(message[range.upperBound...])
        }
        if message.hasPrefix("row "), let index = name(after: " missing from index ") {
            self = .missingIndexEntry(index: index)
        } else if let index = name(after: "wrong # of entries in index ") {
            self = .wrongIndexCount(index: index)
        } else if let index = name(after: "non-unique entry in index ") {
            self = .duplicateIndexEntry(index: index)
        } else if let column = name(after: "NULL value in ") {
            self = .nullValue(column: column)
        } else if let table = name(after: "CHECK constraint failed in ") {
            self = .failedCheck(table: table)
        } else {
            self = .other
        }
    }
}

extension ConnectionProtocol {
    /// Checks a database: its pages, its indexes, and its `UNIQUE`, `NOT NULL` and `CHECK` constraints. It reads the
    /// whole database. Foreign keys are checked by `foreignKeyViolations(in:)`. `CHECK` constraints are not checked on
    /// a connection that was opened for reading only, because SQLite does not parse them there.
    ///
    /// ```swift
    /// let report = try connection.integrityCheck()
    /// if !report.isOK { print(report.problems) }
    /// ```
    ///
    /// See [PRAGMA integrity_check](https://www.sqlite.org/pragma.html#pragma_integrity_check).
    ///
    /// - Parameters:
    ///   - schema: `main`, or the name of an attached database.
    ///   - limit: The number of problems after which the check stops, at least 1.
    /// - Returns: The problems. A database that is too damaged to be checked is reported as a problem.
    /// - Throws: `SQLITE_NOTADB` if the file is not a database; other errors of reading it.
    public func integrityCheck(
        of schema: String = "main", limit: Int = 100
    ) throws(SQLiteError) -> IntegrityReport {
        try check("integrity_check", schema, limit: limit)
    }

    /// Checks one table and its indexes. The method requires SQLite 3.33.
    ///
    /// - Parameters:
    ///   - table: The name of the table.
    ///   - schema: `main`, or the name of an attached database.
    /// - Throws: The errors of ``integrityCheck(of:limit:)``; `SQLITE_ERROR` if there is no such table; `SQLITE_MISUSE`
    ///   for a name that begins with a number, which SQLite reads as a limit.
    public func integrityCheck(
        table: String, schema: String = "main"
    ) throws(SQLiteError) -> IntegrityReport {
        guard !IntegrityReport.isReadAsLimit(table) else {
            throw SQLiteError.misuse("SQLite reads the table name \"\(table)\" as a limit")
        }
        return try check("integrity_check", schema, SQLLiteral.identifier(table), limit: .max)
    }

    /// Checks a database without comparing indexes with their tables, which takes less time than
    /// ``integrityCheck(of:limit:)``.
    ///
    /// See [PRAGMA quick_check](https://www.sqlite.org/pragma.html#pragma_quick_check).
    public func quickCheck(of schema: String = "main", limit: Int = 100) throws(SQLiteError)
        -> IntegrityReport
    {
        try check("quick_check", schema, limit: limit)
    }

    private func check(
        _ pragma: String, _ schema: String, _ argument: String? = nil, limit: Int
    ) throws(SQLiteError) -> IntegrityReport {
        let limit = min(max(limit, 1), Int(Int32.max))
        let argument = argument ?? "\(limit)"
        let rows: [String]
        do {
            rows = try self.rows(
                "PRAGMA \(identifier: schema).\(raw: pragma)(\(raw: argument))", as: String.self)
        } catch {
            guard error.resultCode.primary == .corrupt else { throw error }
            return IntegrityReport(problems: [IntegrityReport.Problem(error.message)])
        }
        let messages = rows.filter { $0 != "ok" }.flatMap(IntegrityReport.messages)
        return IntegrityReport(
            problems: messages.prefix(limit).map { IntegrityReport.Problem($0) })
    }
}

extension IntegrityReport {
    /// The messages in a row of SQLite's report, which contains all problems of pages after a header.
    fileprivate static func messages(in row: String) -> [String] {
        let lines = row.split(separator: "\n")
        guard let header = lines.first, header.hasPrefix("*** in database "), lines.count > 1 else {
            return [row]
        }
        return lines.dropFirst().map(String.init)
    }

    /// Whether the pragma reads a name as a number, which may have a sign and be followed by anything.
    static func isReadAsLimit(_ name: String) -> Bool {
        let digits =
            name.utf8.first.map { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") } == true
            ? name.utf8.dropFirst() : name.utf8[...]
        return digits.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }
}

// MARK: - Progress

extension IntegrityReport {
    /// How far a check of a database is.
    public struct Progress: Sendable {
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
    /// SQLite does not report progress within a table. The method requires SQLite 3.33. After a check inside your own
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
        let known = Set(problems.map(\.message))
        problems += report.problems.filter { !known.contains($0.message) }
    }
}
