public import DataLiteCore

// The compiler cannot infer that a closure of `() -> Void`, such as that of a button or a task group, discards the value
// of a write whose only statement returns one:
//
//     group.addTask { try await database.write { db in try query.execute(db) } }
//
// With these overloads, the closure of such a write discards it.
extension DatabaseProtocol {
    /// Runs a closure without a result in a transaction, which is committed when the closure returns and rolled back
    /// when it throws. Writes run one at a time.
    @inlinable
    public func write(_ body: (any ConnectionProtocol) throws -> Void) throws {
        try write { (connection) throws -> Done in
            try body(connection)
            return Done()
        }
    }

    /// Runs a closure without a result on the writer connection without a transaction: each statement commits
    /// separately, and the closure may use its own transactions.
    @inlinable
    public func writeWithoutTransaction(
        _ body: (any ConnectionProtocol) throws -> Void
    ) throws {
        try writeWithoutTransaction { (connection) throws -> Done in
            try body(connection)
            return Done()
        }
    }

    /// Runs a closure without a result in a transaction, which is committed when the closure returns and rolled back
    /// when it throws. Writes run one at a time.
    public func write(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
    ) async throws {
        try await write { (connection) throws -> Done in
            try body(connection)
            return Done()
        }
    }

    /// Runs a closure without a result on the writer connection without a transaction: each statement commits
    /// separately, and the closure may use its own transactions.
    public func writeWithoutTransaction(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
    ) async throws {
        try await writeWithoutTransaction { (connection) throws -> Done in
            try body(connection)
            return Done()
        }
    }
}

/// The result of a closure without one, so that the call is not that of an overload for such closures.
@usableFromInline
struct Done: Sendable {
    @inlinable init() {}
}
