// What the sandbox sets on a handle to control the statements of the connection.

/// Decides which actions the statements of a connection may contain.
protocol StatementAuthorizer: Sendable {
    /// The answer to SQLite, which asks for each action of a statement that it compiles.
    func authorize(
        _ code: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
        _ schema: UnsafePointer<CChar>?, _ source: UnsafePointer<CChar>?,
        on handle: ConnectionHandle
    ) -> Int32
}

/// The limits of a closure that is running.
protocol StatementBudget: AnyObject {
    /// Whether a limit is exceeded.
    func isExceeded() -> Bool

    /// Counts the instructions since the last call.
    ///
    /// - Returns: Whether the statement ends.
    func charge(_ handle: ConnectionHandle) -> Bool

    /// Counts a call of the authorizer.
    ///
    /// - Returns: Whether a limit is exceeded.
    func chargeAuthorization() -> Bool

    /// The error of a statement, if a limit is exceeded.
    func error(_ sql: String?) -> SQLiteError?
}
