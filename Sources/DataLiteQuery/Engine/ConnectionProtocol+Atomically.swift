extension ConnectionProtocol {
    /// Runs several statements in a transaction, or in a savepoint of the open transaction: either all of them take
    /// effect or none.
    func atomically(_ body: () throws -> Void) throws(SQLiteError) {
        do {
            try transaction(nil, body)
        } catch {
            throw error as? SQLiteError
                ?? SQLiteError(.error, message: "\(error)", underlyingError: error)
        }
    }
}
