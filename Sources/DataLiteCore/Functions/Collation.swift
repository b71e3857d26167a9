import DataLiteC

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A collating sequence: an order of texts, for `ORDER BY`, comparisons and indexes.
///
/// See [Collating sequences](https://www.sqlite.org/datatype3.html#collation).
public struct Collation {
    /// The name in SQL. Letter case does not count.
    public let name: String

    /// The order of two texts. It must be a total order, and stay the same for as long as an index
    /// is made with it.
    public let compare: (String, String) -> ComparisonResult

    /// A collating sequence by a closure.
    public init(_ name: String, compare: @escaping (String, String) -> ComparisonResult) {
        self.name = name
        self.compare = compare
    }
}

extension ConnectionProtocol {
    /// Makes a closure known to SQL as a collating sequence. One of the same name is replaced.
    ///
    /// ```swift
    /// try connection.add(collation: "swedish") { lhs, rhs in
    ///     lhs.compare(rhs, locale: Locale(identifier: "sv"))
    /// }
    /// let names = try connection.rows("SELECT name FROM people ORDER BY name COLLATE swedish")
    /// ```
    ///
    /// - Throws: `SQLITE_MISUSE` for a name that is empty or has a NUL character; `SQLITE_BUSY` if
    ///   it replaces one while a statement is mid-step.
    public func add(
        collation name: String, _ compare: @escaping (String, String) -> ComparisonResult
    ) throws(SQLiteError) {
        try add(collation: Collation(name, compare: compare))
    }
}

extension Connection {
    /// Makes a collating sequence known to SQL. C: `sqlite3_create_collation_v2`.
    public func add(collation: Collation) throws(SQLiteError) {
        let pointer = try openHandle(forCollation: collation.name)
        let context = Unmanaged.passRetained(CollationBox(collation)).toOpaque()
        let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
            $0.map { Unmanaged<CollationBox>.fromOpaque($0).release() }
        }
        let code = sqlite3_create_collation_v2(
            pointer, collation.name, SQLITE_UTF8, context,
            { CollationBox.compare($0, $1, $2, $3, $4) }, release)
        guard code == SQLITE_OK else {
            // Unlike for a function, SQLite does not let go of what it has refused.
            release(context)
            throw handle.error(code, sql: nil)
        }
    }

    /// Takes a collating sequence away. C: `sqlite3_create_collation_v2`.
    ///
    /// - Throws: `SQLITE_MISUSE` for a name that is empty or has a NUL character; `SQLITE_BUSY`
    ///   while a statement is mid-step.
    public func remove(collation name: String) throws(SQLiteError) {
        let pointer = try openHandle(forCollation: name)
        let code = sqlite3_create_collation_v2(pointer, name, SQLITE_UTF8, nil, nil, nil)
        guard code == SQLITE_OK else { throw handle.error(code, sql: nil) }
    }

    private func openHandle(forCollation name: String) throws(SQLiteError) -> OpaquePointer {
        let pointer = try handle.open()
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw SQLiteError(.misuse, message: "\"\(name)\" is no name of a collation")
        }
        return pointer
    }
}

/// A collation as SQLite holds it.
private final class CollationBox {
    private let collation: Collation

    init(_ collation: Collation) { self.collation = collation }

    static func compare(
        _ context: UnsafeMutableRawPointer?, _ count1: Int32, _ bytes1: UnsafeRawPointer?,
        _ count2: Int32, _ bytes2: UnsafeRawPointer?
    ) -> Int32 {
        guard let context else { return 0 }
        let box = Unmanaged<CollationBox>.fromOpaque(context).takeUnretainedValue()
        let result = box.collation.compare(text(bytes1, count1), text(bytes2, count2))
        return Int32(truncatingIfNeeded: result.rawValue)
    }

    /// Texts come by length, without a NUL at the end.
    private static func text(_ bytes: UnsafeRawPointer?, _ count: Int32) -> String {
        String(
            decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }
}
