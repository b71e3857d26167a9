import DataLiteC

/// The prepared statements that a connection keeps for their next use, found by SQL text.
///
/// The cache is bounded by the number of its statements and by their memory. When it is full, it
/// removes the statements that were used least recently. Each operation takes constant time, apart
/// from one pass over the text.
///
/// Removed statements are returned to the caller, which releases them once the cache is no longer
/// being accessed: finalising a statement can call user functions, and those may use the connection.
struct StatementCache {
    typealias Text = UnsafeBufferPointer<UInt8>

    fileprivate struct Entry {
        let hash: UInt64
        let text: [UInt8]
        let statement: Statement
        /// The size of the statement and of its text.
        let byteCount: Int
        /// The next entry in the same bucket.
        var next: Index?
        /// The entries used just after and just before this one.
        var newer: Index?
        var older: Index?
    }

    fileprivate typealias Index = Int

    /// `nil` where an entry was removed; such an index is used again.
    private var entries: [Entry?] = []
    private var freeIndexes: [Index] = []

    /// The first entry for each remainder of a hash. A power of two, at least the number of entries.
    private var buckets: [Index?] = []

    private var newest: Index?
    private var oldest: Index?
    private var count = 0
    private var byteCount = 0

    private let capacity: Int
    private let byteCapacity: Int

    /// The size of the largest statement that is kept. One statement must not displace most others.
    private var byteLimit: Int { byteCapacity / 4 }

    init(capacity: Int, byteCapacity: Int) {
        self.capacity = capacity
        self.byteCapacity = byteCapacity
    }
}

// MARK: - Interface

extension StatementCache {
    /// The statement with a text, marked as lent; `nil` if there is none or it is lent already.
    mutating func take(_ text: Text) -> Statement? {
        guard let index = index(of: text), let statement = entries[index]?.statement,
            !statement.isLent
        else { return nil }
        if index != newest {
            unlink(index)
            linkAsNewest(index)
        }
        statement.isLent = true
        return statement
    }

    /// Keeps a new statement and marks it as lent, unless it is too large or a statement with its
    /// text is kept already.
    ///
    /// - Returns: the statements removed to make room.
    mutating func adopt(_ statement: Statement, for text: Text) -> [Statement] {
        guard capacity > 0, text.count <= byteLimit else { return [] }
        let byteCount = text.count + statement.memoryUsed
        let hash = Self.hash(text)
        guard byteCount <= byteLimit, index(of: text, hash) == nil else { return [] }
        var removed: [Statement] = []
        while count == capacity || self.byteCount + byteCount > byteCapacity, let oldest {
            if let statement = remove(oldest) { removed.append(statement) }
        }
        insert(Entry(hash: hash, text: Array(text), statement: statement, byteCount: byteCount))
        statement.isLent = true
        return removed
    }

    /// Removes all statements. Those that are lent stay valid until they are returned.
    mutating func removeAll() -> [Statement] {
        let statements = entries.compactMap { $0?.statement }
        self = StatementCache(capacity: capacity, byteCapacity: byteCapacity)
        return statements
    }
}

// MARK: - Lookup

extension StatementCache {
    private func index(of text: Text) -> Index? {
        // A loop that runs one statement compares its text once, which is faster than hashing it.
        if let newest, entries[newest]?.has(text) == true { return newest }
        guard count > 0, text.count <= byteLimit else { return nil }
        return index(of: text, Self.hash(text))
    }

    private func index(of text: Text, _ hash: UInt64) -> Index? {
        var candidate = buckets.isEmpty ? nil : buckets[bucket(hash)]
        while let index = candidate, let entry = entries[index] {
            if entry.hash == hash, entry.has(text) { return index }
            candidate = entry.next
        }
        return nil
    }

    private func bucket(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    }

    /// Eight bytes at a time, each folded into the product of two 64-bit numbers. The cache compares
    /// texts after that, and its size is bounded, so a collision only costs time.
    private static func hash(_ text: Text) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(text)
        var hash = UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
        var offset = 0
        while offset + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            hash = fold(hash ^ word)
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        return fold(hash ^ rest)
    }

    private static func fold(_ value: UInt64) -> UInt64 {
        let product = (value ^ 0xD6E8_FEB8_6659_FD93).multipliedFullWidth(
            by: 0xA076_1D64_78BD_642F)
        return product.high ^ product.low
    }
}

extension StatementCache.Entry {
    fileprivate func has(_ other: StatementCache.Text) -> Bool {
        guard text.count == other.count else { return false }
        return text.withUnsafeBytes {
            datalite_equal($0.baseAddress, other.baseAddress, $0.count)
        }
    }
}

// MARK: - Insertion and removal

extension StatementCache {
    private mutating func insert(_ entry: Entry) {
        if count == buckets.count { growBuckets() }
        count += 1
        byteCount += entry.byteCount
        let index: Index
        if let free = freeIndexes.popLast() {
            index = free
            entries[free] = entry
        } else {
            index = entries.count
            entries.append(entry)
        }
        addToBucket(index)
        linkAsNewest(index)
    }

    private mutating func remove(_ index: Index) -> Statement? {
        guard let entry = entries[index] else { return nil }
        unlink(index)
        removeFromBucket(index)
        entries[index] = nil
        freeIndexes.append(index)
        count -= 1
        byteCount -= entry.byteCount
        return entry.statement
    }

    private mutating func growBuckets() {
        buckets = Array(repeating: nil, count: max(16, buckets.count * 2))
        for index in entries.indices where entries[index] != nil { addToBucket(index) }
    }

    private mutating func addToBucket(_ index: Index) {
        guard let hash = entries[index]?.hash else { return }
        let bucket = bucket(hash)
        entries[index]?.next = buckets[bucket]
        buckets[bucket] = index
    }

    private mutating func removeFromBucket(_ index: Index) {
        guard let entry = entries[index] else { return }
        let bucket = bucket(entry.hash)
        guard var previous = buckets[bucket], previous != index else {
            buckets[bucket] = entry.next
            return
        }
        while let next = entries[previous]?.next, next != index { previous = next }
        entries[previous]?.next = entry.next
    }
}

// MARK: - Order of use

extension StatementCache {
    private mutating func linkAsNewest(_ index: Index) {
        entries[index]?.older = newest
        entries[index]?.newer = nil
        if let newest { entries[newest]?.newer = index } else { oldest = index }
        newest = index
    }

    private mutating func unlink(_ index: Index) {
        guard let entry = entries[index] else { return }
        let (newer, older) = (entry.newer, entry.older)
        if let newer { entries[newer]?.older = older } else { newest = older }
        if let older { entries[older]?.newer = newer } else { oldest = newer }
    }
}

extension Statement {
    /// The memory of the compiled statement in bytes. C: `sqlite3_stmt_status`.
    fileprivate var memoryUsed: Int {
        Int(sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_MEMUSED, 0))
    }
}
