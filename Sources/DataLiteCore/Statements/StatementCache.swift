import DataLiteC

/// The prepared statements that a connection keeps for reuse, found by SQL text.
///
/// The cache is limited in the number of its statements and in their memory. When it is full, it
/// removes the least recently used statements. Each operation takes constant time, apart from one
/// pass over the text.
///
/// Removed statements are returned to the caller, which releases them once the cache is no longer
/// being accessed: finalizing a statement can call user functions, and those may use the
/// connection.
struct StatementCache: ~Copyable {
    typealias Text = UnsafeBufferPointer<UInt8>

    /// SAFETY: An entry is allocated by `insert`, is in the list and in one bucket until `remove`
    /// or `removeAll` deallocates it, and no pointer to it leaves the cache. Plain pointers,
    /// because a lookup among objects would spend most of its time counting references.
    fileprivate typealias EntryPointer = UnsafeMutablePointer<Entry>

    fileprivate struct Entry {
        let hash: UInt64
        /// A copy of the SQL text, owned by the entry.
        let text: Text
        /// Retained by the entry.
        let statement: Unmanaged<Statement>
        /// The size of the statement and of its text.
        let byteCount: Int
        /// The next entry in the same bucket.
        var next: EntryPointer?
        /// The entries used just after and just before this one.
        var newer: EntryPointer?
        var older: EntryPointer?
    }

    /// The first entry for each remainder of a hash. Their number is a power of two, and at least
    /// the number of entries.
    private var buckets: [EntryPointer?] = []

    private var newest: EntryPointer?
    private var oldest: EntryPointer?
    private var count = 0
    private var byteCount = 0

    private var capacity: Int
    private var byteCapacity: Int

    /// The size of the largest statement that is cached, so that one statement does not displace
    /// most others.
    private var byteLimit: Int { byteCapacity / 4 }

    init(capacity: Int, byteCapacity: Int) {
        self.capacity = capacity
        self.byteCapacity = byteCapacity
    }

    deinit {
        var next = newest
        while let entry = next {
            next = entry.pointee.older
            _ = entry.destroy()
        }
    }

    // MARK: - Interface

    /// The statement for a text, marked as leased; `nil` if there is none or it is in use.
    mutating func take(_ text: Text) -> Statement? {
        guard let entry = entry(for: text) else { return nil }
        let statement = entry.pointee.statement.takeUnretainedValue()
        guard !statement.isLeased else { return nil }
        statement.isLeased = true
        if entry != newest {
            unlink(entry)
            linkAsNewest(entry)
        }
        return statement
    }

    /// Adds a new statement and marks it as leased, unless it is too large or the cache already
    /// contains a statement with its text.
    ///
    /// - Returns: The statements removed to make room.
    mutating func adopt(_ statement: Statement, for text: Text) -> [Statement] {
        guard capacity > 0, text.count <= byteLimit else { return [] }
        let byteCount = text.count + statement.memoryUsed
        let hash = Self.hash(text)
        guard byteCount <= byteLimit, entry(for: text, hash) == nil else { return [] }
        var removed: [Statement] = []
        while count == capacity || self.byteCount + byteCount > byteCapacity, let oldest {
            removed.append(remove(oldest))
        }
        insert(.make(hash: hash, text: text, statement: statement, byteCount: byteCount))
        statement.isLeased = true
        return removed
    }

    /// Changes the limits.
    ///
    /// - Parameter byteCapacity: The memory of the statements, or `nil` for no change.
    /// - Returns: The statements removed because of the new limits.
    mutating func setCapacity(_ capacity: Int, byteCapacity: Int?) -> [Statement] {
        self.capacity = max(capacity, 0)
        self.byteCapacity = max(byteCapacity ?? self.byteCapacity, 0)
        var removed: [Statement] = []
        while count > self.capacity || byteCount > self.byteCapacity, let oldest {
            removed.append(remove(oldest))
        }
        return removed
    }

    /// Removes all statements. A statement in use stays valid until it is returned.
    mutating func removeAll() -> [Statement] {
        var removed: [Statement] = []
        while let oldest { removed.append(remove(oldest)) }
        return removed
    }

    // MARK: - Lookup

    /// Programs often alternate between a few statements, such as `BEGIN`, `INSERT` and `COMMIT`.
    /// Comparing a text with the latest ones is faster than hashing it.
    private static let quickLookups = 4

    private func entry(for text: Text) -> EntryPointer? {
        var candidate = newest
        for _ in 0..<Self.quickLookups {
            guard let entry = candidate else { return nil }
            if entry.pointee.has(text) { return entry }
            candidate = entry.pointee.older
        }
        guard candidate != nil, text.count <= byteLimit else { return nil }
        return entry(for: text, Self.hash(text))
    }

    private func entry(for text: Text, _ hash: UInt64) -> EntryPointer? {
        var candidate = buckets.isEmpty ? nil : buckets[bucket(hash)]
        while let entry = candidate {
            if entry.pointee.hash == hash, entry.pointee.has(text) { return entry }
            candidate = entry.pointee.next
        }
        return nil
    }

    private func bucket(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    }

    /// Folds eight bytes at a time into the product of two 64-bit numbers. Texts with equal hashes
    /// are compared, and their number is limited, so a collision only costs time.
    private static func hash(_ text: Text) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(text)
        var hash = UInt64(truncatingIfNeeded: bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            hash = fold(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        if bytes.count >= 8 {
            // The last word may overlap the one before.
            let word = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
            return fold(hash ^ word)
        }
        var rest: UInt64 = 0
        for byte in bytes { rest = rest << 8 | UInt64(byte) }
        return fold(hash ^ rest)
    }

    private static func fold(_ value: UInt64) -> UInt64 {
        let product = (value ^ 0xD6E8_FEB8_6659_FD93).multipliedFullWidth(
            by: 0xA076_1D64_78BD_642F)
        return product.high ^ product.low
    }

    // MARK: - Insertion and removal

    private mutating func insert(_ entry: EntryPointer) {
        if count == buckets.count { growBuckets() }
        count += 1
        byteCount += entry.pointee.byteCount
        addToBucket(entry)
        linkAsNewest(entry)
    }

    private mutating func remove(_ entry: EntryPointer) -> Statement {
        count -= 1
        byteCount -= entry.pointee.byteCount
        removeFromBucket(entry)
        unlink(entry)
        return entry.destroy()
    }

    private mutating func growBuckets() {
        buckets = Array(repeating: nil, count: max(16, buckets.count * 2))
        var next = newest
        while let entry = next {
            addToBucket(entry)
            next = entry.pointee.older
        }
    }

    private mutating func addToBucket(_ entry: EntryPointer) {
        let bucket = bucket(entry.pointee.hash)
        entry.pointee.next = buckets[bucket]
        buckets[bucket] = entry
    }

    private mutating func removeFromBucket(_ entry: EntryPointer) {
        let bucket = bucket(entry.pointee.hash)
        guard var previous = buckets[bucket], previous != entry else {
            buckets[bucket] = entry.pointee.next
            return
        }
        while let next = previous.pointee.next, next != entry { previous = next }
        previous.pointee.next = entry.pointee.next
    }

    private mutating func linkAsNewest(_ entry: EntryPointer) {
        entry.pointee.older = newest
        entry.pointee.newer = nil
        if let newest { newest.pointee.newer = entry } else { oldest = entry }
        newest = entry
    }

    private mutating func unlink(_ entry: EntryPointer) {
        let (newer, older) = (entry.pointee.newer, entry.pointee.older)
        if let newer { newer.pointee.older = older } else { newest = older }
        if let older { older.pointee.newer = newer } else { oldest = newer }
    }
}

// MARK: - Entries

extension StatementCache.Entry {
    fileprivate func has(_ other: StatementCache.Text) -> Bool {
        text.count == other.count && datalite_equal(text.baseAddress, other.baseAddress, text.count)
    }
}

extension StatementCache.EntryPointer {
    fileprivate static func make(
        hash: UInt64, text: StatementCache.Text, statement: Statement, byteCount: Int
    ) -> StatementCache.EntryPointer {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = copy.initialize(from: text)
        let entry = allocate(capacity: 1)
        entry.initialize(
            to: StatementCache.Entry(
                hash: hash, text: StatementCache.Text(copy), statement: .passRetained(statement),
                byteCount: byteCount))
        return entry
    }

    /// Deallocates the entry.
    ///
    /// - Returns: Its statement.
    fileprivate func destroy() -> Statement {
        let statement = pointee.statement.takeRetainedValue()
        pointee.text.deallocate()
        deinitialize(count: 1)
        deallocate()
        return statement
    }
}

extension Statement {
    /// The memory of the compiled statement in bytes. C: `sqlite3_stmt_status`.
    fileprivate var memoryUsed: Int {
        Int(sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_MEMUSED, 0))
    }
}
