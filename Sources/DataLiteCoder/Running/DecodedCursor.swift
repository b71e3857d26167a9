import DataLiteCore

/// The rows of a statement as `Decodable` values, one at a time.
///
/// ```swift
/// let cursor = try connection.decodedCursor("SELECT * FROM users", as: User.self)
/// while let user = try cursor.nextRow() { print(user.name) }
/// ```
///
/// As a sequence it gives results, because a row may fail: `for user in cursor { try user.get() }`. The
/// statement is reset when the cursor comes to its end, fails, is closed or goes away.
public final class DecodedCursor<T: Decodable>: Sequence, IteratorProtocol {
    private let connection: any ConnectionProtocol

    // Read by copying and set by assigning, so no access can overlap another one.
    @exclusivity(unchecked) private var run: StatementRun?
    private var isStepping = false

    init(
        on connection: any ConnectionProtocol, _ request: Request, _ coder: SQLiteCoder
    ) throws {
        self.connection = connection
        let lease = try request.lease(on: connection)
        var request = request
        do {
            try bind(&request, to: lease.statement, coder)
        } catch {
            lease.discard()
            throw error
        }
        run = StatementRun(lease, coder)
    }

    deinit { giveBack() }

    /// The next row; `nil` when there is none.
    ///
    /// - Throws: what SQLite reports; a `DecodingError` for a row that cannot be decoded as `T`. Then
    ///   the cursor has ended. `SQLITE_MISUSE` from within the cursor's own step.
    @inlinable
    public func nextRow() throws -> T? {
        guard let run = try step(), let reader = run.current else { return nil }
        defer { withExtendedLifetime(run) {} }
        do {
            return try reader._withUnsafeGuaranteedRef { try $0.read(T.self) }
        } catch {
            try? close()
            throw error
        }
    }

    /// The run, on its next row; `nil` when there is none.
    @usableFromInline
    func step() throws -> StatementRun? {
        guard let run else { return nil }
        try requireNotStepping(run)
        do {
            isStepping = true
            defer { isStepping = false }
            if try run.step() { return run }
        } catch {
            try? close()
            throw error
        }
        try close()
        return nil
    }

    /// A function that the statement calls can reach the cursor. If it ended the run, the statement
    /// would return to the cache while it is being stepped, and another cursor could take it.
    private func requireNotStepping(_ run: StatementRun) throws(SQLiteError) {
        guard isStepping else { return }
        throw SQLiteError(
            .misuse, message: "the cursor is being stepped", sql: run.statement.sql)
    }

    /// The next row, or the error that there is instead; `nil` at the end.
    @inlinable
    public func next() -> Result<T, any Error>? {
        do {
            return try nextRow().map(Result.success)
        } catch {
            return .failure(error)
        }
    }

    /// Ends the cursor early.
    ///
    /// - Throws: an error that ending the run has caused. `SQLITE_MISUSE` from within the cursor's own
    ///   step.
    public func close() throws {
        guard let run else { return }
        try requireNotStepping(run)
        defer { giveBack() }
        try run.statement.reset()
    }

    private func giveBack() {
        guard let run else { return }
        self.run = nil
        run.end()
        run.lease.discard()
    }
}
