/// The statements of a connection that wait to be used again, by SQL text. When there are more than
/// the capacity, the least recently used goes.
///
/// What goes is handed to the caller, to be let go of when the cache is no longer being changed: a
/// statement that was lent and never given back may be in the middle of a run, and the functions that
/// see the run end may use the connection, and so the cache.
struct StatementCache {
    private var statements: [String: Statement] = [:]
    private var clock: UInt64 = 0

    /// The last statement lent: a loop that runs one statement compares its text once, which is
    /// quicker than hashing it.
    private var latest: (sql: String, statement: Statement)?

    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The waiting statement with a text, marked as lent; `nil` if there is none or it is lent.
    mutating func take(_ sql: String) -> Statement? {
        guard let statement = waiting(sql) else { return nil }
        stamp(statement)
        return statement
    }

    private mutating func waiting(_ sql: String) -> Statement? {
        if let latest, latest.sql == sql { return latest.statement.isLent ? nil : latest.statement }
        guard let statement = statements[sql], !statement.isLent else { return nil }
        latest = (sql, statement)
        return statement
    }

    /// Keeps a new statement, marked as lent, unless one with its text is kept already.
    ///
    /// - Returns: the statement that had to make room.
    mutating func adopt(_ statement: Statement, for sql: String) -> Statement? {
        guard capacity > 0, statements[sql] == nil else { return nil }
        let oldest = statements.count < capacity ? nil : removeOldest()
        stamp(statement)
        statements[sql] = statement
        return oldest
    }

    /// Removes every statement; those that are lent end when they are given back.
    mutating func removeAll() -> [Statement] {
        defer {
            latest = nil
            statements = [:]
        }
        return Array(statements.values)
    }

    private mutating func stamp(_ statement: Statement) {
        clock += 1
        statement.isLent = true
        statement.lastLent = clock
    }

    private mutating func removeOldest() -> Statement? {
        let oldest = statements.min { $0.value.lastLent < $1.value.lastLent }
        guard let oldest else { return nil }
        if latest?.statement === oldest.value { latest = nil }
        return statements.removeValue(forKey: oldest.key)
    }
}
