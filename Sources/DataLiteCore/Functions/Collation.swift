import DataLiteC
public import Foundation

/// A collating sequence: an order of strings, for `ORDER BY`, comparisons and indexes.
///
/// See [Collating sequences](https://www.sqlite.org/datatype3.html#collation).
public struct Collation {
    /// The name in SQL, in any letter case.
    public let name: String

    /// Compares two strings. The order must be total and must not change while an index uses it. The closure must not
    /// run SQL on the connection that is calling it, because SQLite calls it in the middle of a search: that SQL throws
    /// `SQLITE_MISUSE`.
    ///
    /// If it throws an error, the statement fails with `SQLITE_ERROR`, and the error is its `underlyingError`. SQLite
    /// cannot receive the error: until the statement ends, strings are compared by their bytes, and the closure is not
    /// called. So the statement is interrupted, unless other statements of the connection are running, and nothing that
    /// it has written is committed: a statement that writes rolls back its transaction.
    public let compare: (String, String) throws -> ComparisonResult

    /// Creates a collating sequence from a closure.
    public init(_ name: String, compare: @escaping (String, String) throws -> ComparisonResult) {
        self.name = name
        self.compare = compare
    }
}

extension ConnectionProtocol {
    /// Adds a closure as a collating sequence, replacing a collating sequence of the same name.
    ///
    /// ```swift
    /// try connection.add(collation: "swedish") { lhs, rhs in
    ///     lhs.compare(rhs, locale: Locale(identifier: "sv"))
    /// }
    /// let names = try connection.rows("SELECT name FROM people ORDER BY name COLLATE swedish")
    /// ```
    ///
    /// - Throws: `SQLITE_MISUSE` for a name that is empty or contains a NUL character; `SQLITE_BUSY` if it
    ///   replaces a collating sequence while a statement is mid-step.
    public func add(
        collation name: String, _ compare: @escaping (String, String) throws -> ComparisonResult
    ) throws(SQLiteError) {
        try add(collation: Collation(name, compare: compare))
    }
}

extension Connection {
    /// Adds a collating sequence. C: `sqlite3_create_collation_v2`.
    ///
    /// Afterwards, SQLite sorts only on the thread that uses the connection, whatever `PRAGMA threads` says: otherwise
    /// it would call the closure on several threads at the same time.
    public func add(collation: Collation) throws(SQLiteError) {
        _ = try handle.open()
        try Collation.validate(name: collation.name)
        try handle.noteFunctionChange()
        try addMissing(collation: collation, .program)
    }

    /// Adds a collating sequence that does not exist, or replaces one of the same declaration that a query has added. A
    /// pool does not undo this when the connection is used again: each query adds the ones that it uses.
    package func addMissing(
        collation: Collation, _ origin: CollationOrigins.Origin
    ) throws(SQLiteError) {
        let pointer = try handle.open()
        try Collation.validate(name: collation.name)
        if let failure = register(collation, on: pointer) { throw failure }
        handle.collationOrigins[collation.name] = origin
    }

    private func register(_ collation: Collation, on pointer: OpaquePointer) -> SQLiteError? {
        let context = CollationContext(collation, handle.link).retainedPointer()
        return handle.link.releasingDestroyed {
            let code = sqlite3_create_collation_v2(
                pointer, collation.name, SQLITE_UTF8, context,
                { CollationContext.compare($0, $1, $2, $3, $4) }, CollationContext.destroy)
            guard code != SQLITE_OK else {
                handle.sortOnOneThread()
                return nil
            }
            // Unlike for a function, SQLite does not call the destructor after a failure.
            CollationContext.destroy(context)
            return handle.error(code, sql: nil)
        }
    }

    /// Removes a collating sequence. C: `sqlite3_create_collation_v2`.
    ///
    /// - Throws: `SQLITE_MISUSE` for a name that is empty or contains a NUL character;
    ///   `SQLITE_BUSY` while a statement is mid-step.
    public func remove(collation name: String) throws(SQLiteError) {
        let pointer = try handle.open()
        try Collation.validate(name: name)
        try handle.noteFunctionChange()
        let failure = handle.link.releasingDestroyed { () -> SQLiteError? in
            let code = sqlite3_create_collation_v2(pointer, name, SQLITE_UTF8, nil, nil, nil)
            return code == SQLITE_OK ? nil : handle.error(code, sql: nil)
        }
        if let failure { throw failure }
        handle.collationOrigins[name] = .removed
    }
}

extension Collation {
    fileprivate static func validate(name: String) throws(SQLiteError) {
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw SQLiteError.misuse("\"\(MessageText.name(name))\" is not a valid collation name")
        }
    }
}

/// The user data of a collation's C callbacks, owned by SQLite.
private final class CollationContext: CallbackContext {
    private let collation: Collation

    init(_ collation: Collation, _ link: CallbackLink) {
        self.collation = collation
        super.init(link)
    }

    static func compare(
        _ context: UnsafeMutableRawPointer?, _ count1: Int32, _ bytes1: UnsafeRawPointer?,
        _ count2: Int32, _ bytes2: UnsafeRawPointer?
    ) -> Int32 {
        guard let context else { return 0 }
        return Unmanaged<CollationContext>.fromOpaque(context)._withUnsafeGuaranteedRef {
            $0.compare(
                UnsafeRawBufferPointer(start: bytes1, count: Int(count1)),
                UnsafeRawBufferPointer(start: bytes2, count: Int(count2)))
        }
    }

    /// Compares two strings, which SQLite passes with a length and without a terminating NUL.
    private func compare(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Int32 {
        guard link.handle?.collationFailure == nil else {
            return lhs.byteOrder(rhs)
        }
        do {
            let result = try compare(
                String(decoding: lhs, as: UTF8.self), String(decoding: rhs, as: UTF8.self))
            return Int32(truncatingIfNeeded: result.rawValue)
        } catch {
            link.handle?.collationDidFail(collation.name, error)
            return lhs.byteOrder(rhs)
        }
    }

    /// Compares two strings while no statement can change the pages that SQLite is searching.
    private func compare(_ lhs: String, _ rhs: String) throws -> ComparisonResult {
        let isOutermost = link.handle?.executionBlocks.insert(.insideCollation).inserted ?? false
        defer { if isOutermost { link.handle?.executionBlocks.remove(.insideCollation) } }
        return try collation.compare(lhs, rhs)
    }
}
