extension ConnectionProtocol {
    /// Runs several statements in a transaction, or in a savepoint of the open transaction: either all of them take
    /// effect or none.
    package func atomically<R>(
        _ type: TransactionType? = nil, _ body: () throws -> R
    ) throws(SQLiteError) -> R {
        do {
            return try transaction(type, body)
        } catch let error as SQLiteError {
            throw error
        } catch {
            throw SQLiteError(.error, message: "\(error)", underlyingError: error)
        }
    }

    /// Runs several statements, at most one of them a change of rows, in the open transaction or in a transaction of
    /// their own, so that no other connection changes anything in between.
    package func withinTransaction<R>(
        _ type: TransactionType? = nil, _ body: () throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R {
        guard isAutocommit else { return try body() }
        return try atomically(type, body)
    }
}
