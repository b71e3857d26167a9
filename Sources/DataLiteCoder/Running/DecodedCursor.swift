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
    @usableFromInline private(set) var reader: RowReader?

    init(
        on connection: any ConnectionProtocol, _ sql: String, _ parameters: ParameterValues,
        _ coder: SQLiteCoder
    ) throws {
        self.connection = connection
        let statement = try connection.checkOut(sql: sql)
        var parameters = parameters
        do {
            try ParameterBinder(statement, coder).bindAll(&parameters)
        } catch {
            connection.checkIn(statement)
            throw error
        }
        reader = RowReader(statement, coder)
    }

    deinit {
        if let reader { giveBack(reader) }
    }

    /// The next row; `nil` when there is none.
    ///
    /// - Throws: what SQLite reports; a `DecodingError` for a row that is none of the type. Then the
    ///   cursor has ended.
    @inlinable
    public func nextRow() throws -> T? {
        guard let reader, try step(reader) else { return nil }
        do {
            return try reader.read(T.self)
        } catch {
            try? close()
            throw error
        }
    }

    @usableFromInline
    func step(_ reader: RowReader) throws -> Bool {
        do {
            if try reader.statement.step() { return true }
        } catch {
            try? close()
            throw error
        }
        try close()
        return false
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
        guard let reader else { return }
        self.reader = nil
        defer { giveBack(reader) }
        try reader.statement.reset()
    }

    private func giveBack(_ reader: RowReader) {
        reader.end()
        connection.checkIn(reader.statement)
    }
}
