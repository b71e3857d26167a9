public import DataLiteC
public import Foundation

/// A view of a value in SQLite's memory: a column of the current row or an argument of an SQL
/// function. It can also be a view of an ``SQLiteValue``, for mocks.
///
/// A view cannot be copied, and a view of SQLite's memory is only passed to
/// ``SQLiteRepresentable/init(_:)-(SQLiteValueView)`` and to the closures of the `with...` methods,
/// so it cannot be used after its value is released. Every accessor is strict: it returns `nil` for
/// all other storage classes, and does not convert implicitly.
public struct SQLiteValueView: ~Copyable {
    @usableFromInline
    final class Box {
        @usableFromInline
        let value: SQLiteValue

        @usableFromInline
        init(_ value: SQLiteValue) { self.value = value }
    }

    // Two words, so that it is passed in registers to the initializer of each column and argument
    // that is read: a `sqlite3_value`, or else a box. The box is released manually, because testing
    // for nil costs less than a release.
    @usableFromInline let pointer: OpaquePointer?
    @usableFromInline let box: Unmanaged<Box>?

    /// A view of a `sqlite3_value`. Internal, because the caller has to keep the value alive.
    @inlinable
    init(_ pointer: OpaquePointer?) {
        self.pointer = pointer
        self.box = nil
    }

    /// A view of a value held in memory.
    public init(_ value: SQLiteValue) {
        self.pointer = nil
        self.box = Unmanaged.passRetained(Box(value))
    }

    @inlinable
    deinit {
        if let box { box.release() }
    }

    /// The storage class of the value.
    public var storageClass: SQLiteValue.StorageClass {
        guard let pointer else { return boxed.storageClass }
        return SQLiteValue.StorageClass(rawValue: sqlite3_value_type(pointer)) ?? .null
    }

    /// Whether the value is NULL.
    @inlinable
    public var isNull: Bool {
        guard let pointer else { return boxed.isNull }
        return sqlite3_value_type(pointer) == SQLITE_NULL
    }

    /// An `INTEGER`; `nil` for every other storage class.
    @inlinable
    public var int64: Int64? {
        guard let pointer else {
            return if case .int(let value) = boxed { value } else { nil }
        }
        guard sqlite3_value_type(pointer) == SQLITE_INTEGER else { return nil }
        return sqlite3_value_int64(pointer)
    }

    /// A `REAL`, or an `INTEGER` as the nearest `Double`; `nil` for every other storage class.
    @inlinable
    public var double: Double? {
        guard let pointer else {
            return switch boxed {
            case .real(let value): value
            case .int(let value): Double(value)
            default: nil
            }
        }
        let type = sqlite3_value_type(pointer)
        guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { return nil }
        return sqlite3_value_double(pointer)
    }

    /// A `TEXT`, with invalid UTF-8 repaired; `nil` for every other storage class.
    @inlinable
    public var text: String? {
        guard let pointer else {
            return if case .text(let value) = boxed { value } else { nil }
        }
        return Self.textBytes(pointer).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A `BLOB`; `nil` for every other storage class.
    @inlinable
    public var blob: Data? {
        guard let pointer else {
            return if case .blob(let value) = boxed { value } else { nil }
        }
        guard let bytes = Self.blobBytes(pointer) else { return nil }
        guard let start = bytes.baseAddress else { return Data() }
        return Data(bytes: start, count: bytes.count)
    }

    /// The value as SQLite stores it.
    @inlinable
    public var value: SQLiteValue {
        guard let pointer else { return boxed }
        switch sqlite3_value_type(pointer) {
        case SQLITE_INTEGER: return .int(sqlite3_value_int64(pointer))
        case SQLITE_FLOAT: return .real(sqlite3_value_double(pointer))
        case SQLITE_TEXT:
            guard let bytes = Self.uncheckedTextBytes(pointer) else { return .null }
            return .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB: return blob.map(SQLiteValue.blob) ?? .null
        default: return .null
        }
    }

    /// Calls `body` with the UTF-8 bytes of a `TEXT`, without copying them; returns `nil` for every
    /// other storage class. The bytes may be invalid UTF-8 if the bytes in the database are.
    @inlinable
    public func withTextBytes<R, E: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R? {
        if let pointer {
            guard let bytes = Self.textBytes(pointer) else { return nil }
            return try body(bytes)
        }
        guard case .text(let text) = boxed else { return nil }
        return try Self.withBytes(Array(text.utf8), body)
    }

    /// Calls `body` with the bytes of a `BLOB`, without copying them; returns `nil` for every other
    /// storage class.
    @inlinable
    public func withBlobBytes<R, E: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R? {
        if let pointer {
            guard let bytes = Self.blobBytes(pointer) else { return nil }
            return try body(bytes)
        }
        guard case .blob(let data) = boxed else { return nil }
        return try Self.withBytes(Array(data), body)
    }

    // MARK: - Access to SQLite's memory

    @inlinable
    var boxed: SQLiteValue { box?._withUnsafeGuaranteedRef { $0.value } ?? .null }

    /// The pointer has to be read before the length, because reading it may convert the text to
    /// UTF-8. It is null if the conversion ran out of memory.
    @inlinable
    static func textBytes(_ pointer: OpaquePointer) -> UnsafeBufferPointer<UInt8>? {
        sqlite3_value_type(pointer) == SQLITE_TEXT ? uncheckedTextBytes(pointer) : nil
    }

    /// The bytes of a value that is known to be a `TEXT`; `nil` if a conversion ran out of memory.
    @inlinable
    static func uncheckedTextBytes(_ pointer: OpaquePointer) -> UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_value_text(pointer) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(pointer)))
    }

    /// An empty BLOB has a null pointer. So has one that SQLite cannot allocate, such as a large `zeroblob(n)`, which
    /// becomes NULL: it is `nil`.
    @inlinable
    static func blobBytes(_ pointer: OpaquePointer) -> UnsafeBufferPointer<UInt8>? {
        guard sqlite3_value_type(pointer) == SQLITE_BLOB else { return nil }
        guard let start = sqlite3_value_blob(pointer) else {
            guard sqlite3_value_type(pointer) == SQLITE_BLOB else { return nil }
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return UnsafeBufferPointer(
            start: start.assumingMemoryBound(to: UInt8.self),
            count: Int(sqlite3_value_bytes(pointer)))
    }

    /// `withUnsafeBufferPointer` with a typed error.
    @inlinable
    static func withBytes<R, E: Error>(
        _ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try bytes.withUnsafeBufferPointer { (buffer) throws(E) -> R in try body(buffer) }
    }
}
