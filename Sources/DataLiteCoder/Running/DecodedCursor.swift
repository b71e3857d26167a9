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
    /// - Throws: what SQLite reports; a `DecodingError` for a row that is none of the type. Then the
    ///   cursor has ended.
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
        do {
            let isOnRow = try run.step()
            // A function that the step has called may have closed the cursor, which could not reset the
            // statement then.
            guard self.run === run else {
                run.lease.discard()
                return nil
            }
            if isOnRow { return run }
        } catch {
            try? close()
            throw error
        }
        try close()
        return nil
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
    /// - Throws: an error that ending the run has caused.
    public func close() throws {
        guard let run else { return }
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
