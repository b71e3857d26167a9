/// The statements of a connection that wait to be used again, by SQL text. When there are more than
/// the capacity, the least recently used goes.
struct StatementCache {
    private var statements: [String: Statement] = [:]
    private var clock: UInt64 = 0

    /// The last statement lent: a loop that runs one statement compares its text once, which is
    /// quicker than hashing it.
    private var latest: (sql: String, statement: Statement)?

    var capacity: Int {
        didSet { trim(to: capacity) }
    }

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
    mutating func adopt(_ statement: Statement, for sql: String) {
        guard capacity > 0, statements[sql] == nil else { return }
        trim(to: capacity - 1)
        stamp(statement)
        statements[sql] = statement
    }

    /// Lets go of every statement; those that are lent end when they are given back.
    mutating func removeAll() {
        latest = nil
        statements.removeAll()
    }

    private mutating func stamp(_ statement: Statement) {
        clock += 1
        statement.isLent = true
        statement.lastLent = clock
    }

    private mutating func trim(to count: Int) {
        while statements.count > max(count, 0),
            let oldest = statements.min(by: { $0.value.lastLent < $1.value.lastLent })
        {
            if latest?.statement === oldest.value { latest = nil }
            statements[oldest.key] = nil
        }
    }
}
