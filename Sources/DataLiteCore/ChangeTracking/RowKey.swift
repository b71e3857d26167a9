import Foundation

/// The primary key of a row: the values of its columns, or the rowid if the table declares no primary key.
///
/// ```swift
/// let book: RowKey = 7
/// let id = book.value(as: Int.self)  // 7
/// ```
///
/// Keys are equal if a primary key with the collation `BINARY` cannot contain both: 1 equals 1.0, and strings
/// are compared by their UTF-8 bytes.
public struct RowKey: Sendable {
    // Most keys have one column, and need no array.
    private enum Storage: Sendable {
        case one(SQLiteValue)
        case several([SQLiteValue])
    }

    private let storage: Storage

    /// A key of one column.
    public init(_ value: any SQLiteBindable) { self.init(value: value.sqliteValue) }

    /// A key with a value for each of its columns.
    public init(_ values: [SQLiteValue]) {
        storage = values.count == 1 ? .one(values[0]) : .several(values)
    }

    package init(value: SQLiteValue) { storage = .one(value) }

    /// The values, in the order of the primary key.
    public var values: [SQLiteValue] {
        switch storage {
        case .one(let value): [value]
        case .several(let values): values
        }
    }

    /// The value of a key of one column, such as an `INTEGER PRIMARY KEY`.
    ///
    /// - Returns: `nil` if the key has several columns, or the value cannot be converted to `T`.
    public func value<T: SQLiteRepresentable>(as type: T.Type = T.self) -> T? {
        guard case .one(let value) = storage else { return nil }
        return T(value)
    }
}

extension RowKey: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) { self.init(value: .int(value)) }
}

extension RowKey: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value: .text(value)) }
}

extension RowKey: CustomStringConvertible {
    /// The value as an SQL literal, or several in parentheses.
    public var description: String {
        switch storage {
        case .one(let value): value.sqliteLiteral
        case .several(let values): "(\(values.map(\.sqliteLiteral).joined(separator: ", ")))"
        }
    }
}

// MARK: - Comparison

extension RowKey: Hashable {
    public static func == (lhs: RowKey, rhs: RowKey) -> Bool {
        switch (lhs.storage, rhs.storage) {
        case (.one(let lhs), .one(let rhs)): lhs.isSameKey(as: rhs)
        case (.several(let lhs), .several(let rhs)):
            lhs.elementsEqual(rhs) { $0.isSameKey(as: $1) }
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch storage {
        case .one(let value): value.hashKey(into: &hasher)
        case .several(let values): for value in values { value.hashKey(into: &hasher) }
        }
    }
}

extension RowKey: Comparable {
    /// Whether a key comes before another in the order of a primary key with the collation `BINARY`.
    public static func < (lhs: RowKey, rhs: RowKey) -> Bool {
        if case .one(let lhs) = lhs.storage, case .one(let rhs) = rhs.storage {
            return lhs.precedesKey(rhs)
        }
        return lhs.values.lexicographicallyPrecedes(rhs.values) { $0.precedesKey($1) }
    }
}

extension RowKey {
    /// Whether the key contains NULL. Several rows can have such a key, except in `WITHOUT ROWID` tables.
    var hasNull: Bool {
        switch storage {
        case .one(let value): value.isNull
        case .several(let values): values.contains(where: \.isNull)
        }
    }

    /// An estimate of the memory that the key uses, in bytes.
    package var memorySize: Int {
        let size = MemoryLayout<RowKey>.stride
        return switch storage {
        case .one(let value): size + value.byteCount
        case .several(let values): values.reduce(size) { $0 + size + $1.byteCount }
        }
    }
}

extension SQLiteValue {
    /// The number of bytes of a string or BLOB.
    fileprivate var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .blob(let data): data.count
        case .int, .real, .null: 0
        }
    }

    fileprivate func isSameKey(as other: SQLiteValue) -> Bool {
        switch (self, other) {
        case (.int(let int), .real(let real)), (.real(let real), .int(let int)):
            Int64(exactly: real) == int
        default: self == other
        }
    }

    fileprivate func hashKey(into hasher: inout Hasher) {
        switch self {
        case .int(let int): hasher.combine(int)
        case .real(let real):
            if let int = Int64(exactly: real) { hasher.combine(int) } else { hasher.combine(real) }
        case .text(let text): SQLName.hash(text, into: &hasher)
        case .blob(let data): data.hashBytes(into: &hasher)
        case .null: hasher.combine(0 as UInt8)
        }
    }

    // Not inlined, because sorting would contain it several times.
    @inline(never)
    fileprivate func precedesKey(_ other: SQLiteValue) -> Bool {
        switch (self, other) {
        case (.int(let lhs), .int(let rhs)): lhs < rhs
        case (.real(let lhs), .real(let rhs)): lhs < rhs
        case (.int(let int), .real(let real)): int.precedes(real)
        case (.real(let real), .int(let int)): Int64(exactly: real) != int && !int.precedes(real)
        case (.text(let lhs), .text(let rhs)): lhs.utf8.lexicographicallyPrecedes(rhs.utf8)
        case (.blob(let lhs), .blob(let rhs)): lhs.byteOrder(rhs) < 0
        default: keyRank < other.keyRank
        }
    }

    /// The order of the storage classes: <https://sqlite.org/datatype3.html#sort_order>.
    private var keyRank: Int {
        switch self {
        case .null: 0
        case .int, .real: 1
        case .text: 2
        case .blob: 3
        }
    }
}

extension Int64 {
    /// Compares exactly: a `Double` cannot represent every integer.
    fileprivate func precedes(_ real: Double) -> Bool {
        guard real < 0x1p63 else { return true }
        guard real >= -0x1p63 else { return false }
        let floor = real.rounded(.down)
        return self < Int64(floor) || (self == Int64(floor) && floor < real)
    }
}
