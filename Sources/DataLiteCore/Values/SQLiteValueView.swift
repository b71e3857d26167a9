public import CSQLite

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A look at a value that still lives inside SQLite: a column of the current row or an argument of
/// an SQL function. It may as well stand for an ``SQLiteValue``, so that mocks read like the real
/// thing.
///
/// A view owns nothing and cannot be copied; it is only ever lent, to
/// ``SQLiteRepresentable/init(_:)-(SQLiteValueView)`` and the `with...` methods. Every accessor is
/// strict: it answers for its own storage class and gives `nil` for the others, so nothing is
/// converted behind the caller's back.
public struct SQLiteValueView: ~Copyable {
    @usableFromInline
    enum Source: UInt8 {
        case column, argument, boxed
    }

    @usableFromInline
    final class Box {
        @usableFromInline
        let value: SQLiteValue

        @usableFromInline
        init(_ value: SQLiteValue) { self.value = value }
    }

    // One of: a statement and a column index; a sqlite3_value; a box. Kept flat, because this
    // travels in registers through the witness call of every column that is read.
    @usableFromInline let pointer: OpaquePointer?
    @usableFromInline let index: Int32
    @usableFromInline let source: Source
    @usableFromInline let box: Box?

    /// A view of column `index` of the current row. The C interface answers NULL for a column that
    /// does not exist and for a statement that is on no row.
    @inlinable
    init(statement: OpaquePointer, column index: Int32) {
        self.pointer = statement
        self.index = index
        self.source = .column
        self.box = nil
    }

    /// A view of a protected `sqlite3_value`.
    @inlinable
    init(argument: OpaquePointer) {
        self.pointer = argument
        self.index = 0
        self.source = .argument
        self.box = nil
    }

    /// A view of a value held in memory.
    public init(_ value: SQLiteValue) {
        self.pointer = nil
        self.index = 0
        self.source = .boxed
        self.box = Box(value)
    }
}

extension SQLiteValueView {
    /// The storage class of the value.
    public var storageClass: SQLiteValue.StorageClass {
        SQLiteValue.StorageClass(rawValue: rawStorageClass) ?? .null
    }

    /// Whether the value is NULL.
    @inlinable
    public var isNull: Bool { rawStorageClass == SQLITE_NULL }

    /// An `INTEGER`; `nil` for every other storage class.
    @inlinable
    public var int64: Int64? {
        switch source {
        case .column:
            sqlite3_column_type(pointer, index) == SQLITE_INTEGER
                ? sqlite3_column_int64(pointer, index) : nil
        case .argument:
            sqlite3_value_type(pointer) == SQLITE_INTEGER ? sqlite3_value_int64(pointer) : nil
        case .boxed:
            if case .int(let value) = boxed { value } else { nil }
        }
    }

    /// A `REAL`, or an `INTEGER` as the nearest real; `nil` for every other storage class.
    @inlinable
    public var double: Double? {
        switch source {
        case .column:
            Self.isNumeric(sqlite3_column_type(pointer, index))
                ? sqlite3_column_double(pointer, index) : nil
        case .argument:
            Self.isNumeric(sqlite3_value_type(pointer)) ? sqlite3_value_double(pointer) : nil
        case .boxed:
            switch boxed {
            case .real(let value): value
            case .int(let value): Double(value)
            default: nil
            }
        }
    }

    /// A `TEXT`, invalid UTF-8 repaired; `nil` for every other storage class.
    @inlinable
    public var text: String? {
        if case .boxed = source {
            if case .text(let value) = boxed { value } else { nil }
        } else {
            textBytes.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// A `BLOB`; `nil` for every other storage class.
    @inlinable
    public var blob: Data? {
        if case .boxed = source {
            if case .blob(let value) = boxed { value } else { nil }
        } else {
            blobBytes.map { Data($0) }
        }
    }

    /// The value as SQLite stores it.
    public var value: SQLiteValue {
        if case .boxed = source { return boxed }
        switch rawStorageClass {
        case SQLITE_INTEGER: return .int(uncheckedInt64)
        case SQLITE_FLOAT: return .real(uncheckedDouble)
        case SQLITE_TEXT: return text.map(SQLiteValue.text) ?? .null
        case SQLITE_BLOB: return blob.map(SQLiteValue.blob) ?? .null
        default: return .null
        }
    }

    /// Calls `body` with the UTF-8 bytes of a `TEXT`, without copying them; gives `nil` for every
    /// other storage class. The bytes may be invalid UTF-8, if the database holds such.
    @inlinable
    public func withTextBytes<R, E: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R? {
        guard case .boxed = source else {
            guard let bytes = textBytes else { return nil }
            return try body(bytes)
        }
        guard case .text(let text) = boxed else { return nil }
        let bytes = Array(text.utf8)
        return try Self.lend(bytes, to: body)
    }

    /// Calls `body` with the bytes of a `BLOB`, without copying them; gives `nil` for every other
    /// storage class.
    @inlinable
    public func withBlobBytes<R, E: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R? {
        guard case .boxed = source else {
            guard let bytes = blobBytes else { return nil }
            return try body(bytes)
        }
        guard case .blob(let data) = boxed else { return nil }
        return try Self.lend(Array(data), to: body)
    }
}

// MARK: - The C contact

extension SQLiteValueView {
    @inlinable
    var boxed: SQLiteValue { box?.value ?? .null }

    @inlinable
    static func isNumeric(_ type: Int32) -> Bool { type == SQLITE_FLOAT || type == SQLITE_INTEGER }

    @inlinable
    var rawStorageClass: Int32 {
        switch source {
        case .column: sqlite3_column_type(pointer, index)
        case .argument: sqlite3_value_type(pointer)
        case .boxed: boxed.storageClass.rawValue
        }
    }

    @inlinable
    var uncheckedInt64: Int64 {
        source == .column ? sqlite3_column_int64(pointer, index) : sqlite3_value_int64(pointer)
    }

    @inlinable
    var uncheckedDouble: Double {
        source == .column ? sqlite3_column_double(pointer, index) : sqlite3_value_double(pointer)
    }

    /// The pointer is asked for before the length: the first call may convert the value, and only
    /// then does the second give the length of what the first returned. It is null when the
    /// conversion ran out of memory.
    @inlinable
    var textBytes: UnsafeBufferPointer<UInt8>? {
        switch source {
        case .column:
            guard sqlite3_column_type(pointer, index) == SQLITE_TEXT,
                let start = sqlite3_column_text(pointer, index)
            else { return nil }
            return .init(start: start, count: Int(sqlite3_column_bytes(pointer, index)))
        case .argument:
            guard sqlite3_value_type(pointer) == SQLITE_TEXT,
                let start = sqlite3_value_text(pointer)
            else { return nil }
            return .init(start: start, count: Int(sqlite3_value_bytes(pointer)))
        case .boxed:
            return nil
        }
    }

    /// An empty BLOB has a null pointer.
    @inlinable
    var blobBytes: UnsafeBufferPointer<UInt8>? {
        let start: UnsafeRawPointer?
        let count: Int32
        switch source {
        case .column:
            guard sqlite3_column_type(pointer, index) == SQLITE_BLOB else { return nil }
            start = sqlite3_column_blob(pointer, index)
            count = sqlite3_column_bytes(pointer, index)
        case .argument:
            guard sqlite3_value_type(pointer) == SQLITE_BLOB else { return nil }
            start = sqlite3_value_blob(pointer)
            count = sqlite3_value_bytes(pointer)
        case .boxed:
            return nil
        }
        guard let start else { return .init(start: nil, count: 0) }
        return .init(start: start.assumingMemoryBound(to: UInt8.self), count: Int(count))
    }

    /// `withUnsafeBufferPointer` with the error type kept.
    @inlinable
    static func lend<R, E: Error>(
        _ bytes: [UInt8], to body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try bytes.withUnsafeBufferPointer { (buffer) throws(E) -> R in try body(buffer) }
    }
}
