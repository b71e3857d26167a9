import DataLiteC

/// The statements of a connection that wait to be used again, by SQL text. When there are more than
/// the capacity, the least recently used goes.
///
/// What goes is handed to the caller, to be let go of when the cache is no longer being changed: a
/// statement that was lent and never given back may be in the middle of a run, and the functions that
/// see the run end may use the connection, and so the cache.
struct StatementCache {
    typealias Text = UnsafeBufferPointer<UInt8>

    /// By the hash of their text. Of two texts with one hash, the first has the place.
    private var entries: [Int: Entry] = [:]
    private var clock: UInt64 = 0

    /// The last statement lent: a loop that runs one statement compares its text once, which is
    /// quicker than hashing it.
    private var latest: Entry?

    private let capacity: Int

    private struct Entry {
        let text: [UInt8]
        let statement: Statement

        func has(_ other: Text) -> Bool {
            guard text.count == other.count else { return false }
            return text.withUnsafeBytes {
                datalite_equal($0.baseAddress, other.baseAddress, $0.count)
            }
        }
    }

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The waiting statement with a text, marked as lent; `nil` if there is none or it is lent.
    mutating func take(_ text: Text) -> Statement? {
        guard let statement = statement(text), !statement.isLent else { return nil }
        stamp(statement)
        return statement
    }

    private mutating func statement(_ text: Text) -> Statement? {
        if latest?.has(text) == true { return latest?.statement }
        guard let entry = entries[hash(text)], entry.has(text) else { return nil }
        latest = entry
        return entry.statement
    }

    private func hash(_ text: Text) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(text))
        return hasher.finalize()
    }

    /// Keeps a new statement, marked as lent, unless one with its text is kept already.
    ///
    /// - Returns: the statement that had to make room.
    mutating func adopt(_ statement: Statement, for text: Text) -> Statement? {
        let hash = hash(text)
        guard capacity > 0, entries[hash] == nil else { return nil }
        let oldest = entries.count < capacity ? nil : removeOldest()
        stamp(statement)
        entries[hash] = Entry(text: Array(text), statement: statement)
        return oldest
    }

    /// Removes every statement; those that are lent end when they are given back.
    mutating func removeAll() -> [Statement] {
        defer {
            latest = nil
            entries = [:]
        }
        return entries.values.map(\.statement)
    }

    private mutating func stamp(_ statement: Statement) {
        clock += 1
        statement.isLent = true
        statement.lastLent = clock
    }

    private mutating func removeOldest() -> Statement? {
        let oldest = entries.min { $0.value.statement.lastLent < $1.value.statement.lastLent }
        guard let oldest else { return nil }
        if latest?.statement === oldest.value.statement { latest = nil }
        return entries.removeValue(forKey: oldest.key)?.statement
    }
}
