public import Foundation

// Integers are INTEGER, and are read from an INTEGER in their range. Integers that do not fit into Int64 are BLOBs,
// because no affinity changes a BLOB. In a column of INTEGER, NUMERIC or REAL affinity, the text of such a number would
// become a REAL, which rounds it (https://sqlite.org/datatype3.html#type_affinity).
extension SQLiteRepresentable where Self: FixedWidthInteger {
    /// An INTEGER; a BLOB of the big-endian bytes for a number that does not fit into `Int64`.
    @inlinable
    public var sqliteValue: SQLiteValue {
        Int64(exactly: self).map(SQLiteValue.int) ?? .blob(Data(bigEndianBytesOf: self))
    }

    /// Reads an INTEGER in the range of the type. A type that exceeds `Int64` is also read from decimal TEXT and from
    /// the BLOB that it is written as.
    @inlinable
    public init?(_ value: SQLiteValue) {
        switch value {
        case .int(let int64): self.init(exactly: int64)
        case .text(let text) where Self.exceedsInt64: self.init(decimal: text)
        case .blob(let data) where Self.exceedsInt64: self.init(bigEndianBytes: data)
        default: return nil
        }
    }

    /// Reads an INTEGER in the range of the type; for a type that exceeds `Int64`, also TEXT and a BLOB.
    @inlinable
    public init?(_ view: borrowing SQLiteValueView) {
        if let int64 = view.int64 {
            self.init(exactly: int64)
        } else if Self.exceedsInt64, let integer = view.withBlobBytes(Self.init(bigEndianBytes:)) {
            guard let integer else { return nil }
            self = integer
        } else if Self.exceedsInt64, let text = view.text {
            self.init(decimal: text)
        } else {
            return nil
        }
    }
}

extension FixedWidthInteger {
    /// Whether some values of the type do not fit into `Int64`.
    @inlinable
    package static var exceedsInt64: Bool { bitWidth > 64 || (bitWidth == 64 && !isSigned) }

    /// Accepts only digits, and a minus sign for a signed type. The standard library's parser also
    /// accepts a plus sign.
    @usableFromInline
    init?(decimal text: String) {
        let digits =
            Self.isSigned && text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        self.init(text)
    }

    /// Reads the bytes that the type is written as, or the eight bytes of a `UInt64`.
    @inlinable
    package init?(bigEndianBytes bytes: some Collection<UInt8>) {
        let number: Self
        if bytes.count * 8 == Self.bitWidth {
            number = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
        } else if bytes.count == 8 {
            let unsigned = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            guard let exact = Self(exactly: unsigned) else { return nil }
            number = exact
        } else {
            return nil
        }
        self = number
    }
}

extension Data {
    /// The bytes of an integer, the most significant byte first, so that the bytes of non-negative integers compare as
    /// the integers do.
    @inlinable
    package init(bigEndianBytesOf integer: some FixedWidthInteger) {
        self.init(count: integer.bitWidth / 8)
        var rest = integer
        for index in indices.reversed() {
            self[index] = UInt8(truncatingIfNeeded: rest)
            rest >>= 8
        }
    }
}

extension Int: SQLiteRepresentable, _OperatorValue {}
extension Int8: SQLiteRepresentable, _OperatorValue {}
extension Int16: SQLiteRepresentable, _OperatorValue {}
extension Int32: SQLiteRepresentable, _OperatorValue {}
extension Int64: SQLiteRepresentable, _OperatorValue {}
extension UInt: SQLiteRepresentable {}
extension UInt8: SQLiteRepresentable, _OperatorValue {}
extension UInt16: SQLiteRepresentable, _OperatorValue {}
extension UInt32: SQLiteRepresentable, _OperatorValue {}
extension UInt64: SQLiteRepresentable {}

extension Bool: SQLiteRepresentable {
    /// 1 or 0.
    @inlinable
    public var sqliteValue: SQLiteValue { .int(self ? 1 : 0) }

    /// Reads INTEGER 0 or 1; `nil` for any other value.
    @inlinable
    public init?(_ value: SQLiteValue) {
        guard case .int(let int64) = value else { return nil }
        self.init(int64)
    }

    @inlinable
    public init?(_ view: borrowing SQLiteValueView) {
        guard let int64 = view.int64 else { return nil }
        self.init(int64)
    }

    @usableFromInline
    init?(_ int64: Int64) {
        switch int64 {
        case 0: self = false
        case 1: self = true
        default: return nil
        }
    }
}

// REAL, read from REAL and INTEGER. SQLite stores NaN as NULL.
extension SQLiteRepresentable where Self: BinaryFloatingPoint {
    /// A REAL.
    @inlinable
    public var sqliteValue: SQLiteValue { .real(Double(self)) }

    /// Reads a REAL or an INTEGER, rounded to the nearest number of the type.
    @inlinable
    public init?(_ value: SQLiteValue) {
        switch value {
        case .real(let double): self.init(inRange: double)
        case .int(let int64): self.init(inRange: Double(int64))
        default: return nil
        }
    }

    /// Reads a REAL or an INTEGER, rounded to the nearest number of the type.
    @inlinable
    public init?(_ view: borrowing SQLiteValueView) {
        guard let double = view.double else { return nil }
        self.init(inRange: double)
    }

    /// Rounds to the nearest number; `nil`, not infinity, for one that is too large for the type.
    @inlinable
    init?(inRange double: Double) {
        self.init(double)
        guard isFinite || !double.isFinite else { return nil }
    }
}

extension Double: SQLiteRepresentable, _OperatorValue {}
extension Float: SQLiteRepresentable, _OperatorValue {}
