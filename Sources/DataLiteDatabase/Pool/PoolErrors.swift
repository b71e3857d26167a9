import DataLiteCore

extension SQLiteError {
    static var databaseClosed: SQLiteError {
        SQLiteError(.misuse, message: "the database is closed")
    }

    /// A call inside the closure of another call of the same database.
    static func nestedCall(in outer: ConnectionRole) -> SQLiteError {
        SQLiteError(
            .misuse,
            message:
                "a call inside the closure of a \(outer.name) of the same database could wait for "
                + "itself: use the connection that the closure was given")
    }

    /// A call that has waited too long for its turn.
    static func waitLimit(
        _ limit: Duration, for role: ConnectionRole, _ running: [String]
    ) -> SQLiteError {
        SQLiteError(
            .busy,
            message: "a \(role.name) has waited \(limit) for its turn: "
                + (running.isEmpty ? "a checkpoint is running" : running.joined(separator: ", ")))
    }

    static func closingTimeOut(_ limit: Duration, _ running: [String]) -> SQLiteError {
        SQLiteError(
            .busy,
            message: "the database could not be closed within \(limit): "
                + "\(running.joined(separator: ", ")). It closes when they have returned")
    }

    static var snapshotEnded: SQLiteError {
        SQLiteError(
            .misuse,
            message:
                "the snapshot has ended: it was closed, or a closure has ended its transaction or kept "
                + "its connection")
    }

    package static var transactionLeftOpen: SQLiteError {
        SQLiteError(
            .misuse,
            message:
                "the closure of writeWithoutTransaction left a transaction open, which was rolled "
                + "back: commit it in the closure, or use write")
    }
}

extension ConnectionRole {
    var name: String { self == .reader ? "read" : "write" }
}

extension RunningCall {
    func description(at now: UInt64) -> String {
        let seconds = Double((now - min(start, now)) / 1_000_000) / 1000
        return "a \(role.name) runs since \(seconds) s on thread \(thread.number)"
    }
}
