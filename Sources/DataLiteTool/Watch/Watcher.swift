import DataLiteCore

/// Prints the result of a query, and prints it again after each commit that changes it.
final class Watcher {
    private let connection: Connection
    private let query: Statement
    private let page: WatchPage
    private let hint: ErrorHint
    private let checkFile: () throws -> Void

    /// The version of the database at the last run of the query: see
    /// [PRAGMA data_version](https://www.sqlite.org/pragma.html#pragma_data_version).
    private var version: Int64?
    private var latest: QueryResult?
    private var latestError: String?

    init(
        connection: Connection, query: Statement, page: WatchPage, hint: ErrorHint = ErrorHint(),
        checkFile: @escaping () throws -> Void = {}
    ) {
        self.connection = connection
        self.query = query
        self.page = page
        self.hint = hint
        self.checkFile = checkFile
    }

    /// Prints results until `wait`, which is called before each further poll, returns `false`, until
    /// `limit` results are printed, or until the connection is interrupted.
    func run(limit: Int?, wait: () throws -> Bool) throws {
        var count = 0
        do {
            repeat {
                if try look() { count += 1 }
            } while try count != limit && wait()
        } catch let error as SQLiteError where error.resultCode.primary == .interrupt {
            return
        }
    }

    /// Runs the query if there was a commit. Returns whether it printed a result.
    private func look() throws -> Bool {
        do {
            try checkFile()
            // The version is read before the query runs: a commit in between is detected again, not missed.
            let version: Int64? = try connection.value("PRAGMA data_version")
            guard version != self.version else { return false }
            return try runQuery(at: version)
        } catch let error as SQLiteError where error.resultCode.primary == .busy {
            return false
        }
    }

    private func runQuery(at version: Int64?) throws -> Bool {
        do {
            let result = try QueryResult(of: query)
            self.version = version
            return try show(result)
        } catch let error as SQLiteError where error.resultCode.primary == .error && latest != nil {
            // A missing table, for example. Another commit may create it again.
            self.version = version
            try show(error)
            return false
        }
    }

    private func show(_ result: QueryResult) throws -> Bool {
        guard result != latest || latestError != nil else { return false }
        try page.write(result, after: latest)
        latest = result
        latestError = nil
        return true
    }

    private func show(_ error: SQLiteError) throws {
        let text = Console.report(error, hint: hint)
        if text != latestError { try page.write(error: text) }
        latestError = text
    }
}
