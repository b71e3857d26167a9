public import DataLiteCore
import Foundation

// Conversions between Swift values and SQLite values, for types that are stored as a single value.

extension SQLiteCoder {
    /// The SQLite value of a Swift value; `nil` if the value has a structure.
    package func simpleValue<T: Encodable>(_ value: T) throws -> SQLiteValue? {
        // A dynamic cast costs more than all of these comparisons together.
        if let value = exactly(value, Int.self) { return value.sqliteValue }
        if let value = exactly(value, String.self) { return value.sqliteValue }
        if let value = exactly(value, Double.self) { return try self.value(of: value) }
        if let value = exactly(value, Int64.self) { return value.sqliteValue }
        if let value = exactly(value, Bool.self) { return value.sqliteValue }
        if let value = exactly(value, Date.self) { return try self.value(of: value) }
        if let value = exactly(value, Data.self) { return value.sqliteValue }
        if let value = exactly(value, UUID.self) { return self.value(of: value) }
        return try castValue(value)
    }

    /// The value, if it is of exactly this type.
    @inline(__always)
    private func exactly<T, Other>(_ value: T, _ type: Other.Type) -> Other? {
        // SAFETY: the cast runs only if `T` and `Other` are the same type, so their size, layout and ownership are
        // the same and the cast changes nothing.
        T.self == Other.self ? unsafeBitCast(value, to: Other.self) : nil
    }

    private func castValue(_ value: any Encodable) throws -> SQLiteValue? {
        switch value {
        case let value as SQLiteValue: return value
        case let value as Date: return try self.value(of: value)
        case let value as UUID: return self.value(of: value)
        case let value as Double: return try self.value(of: value)
        case let value as Float: return try self.value(of: Double(value))
        case let value as UInt64: return self.value(of: value)
        case let value as UInt: return self.value(of: value)
        case let value as any SQLiteBindable: return value.sqliteValue
        default: break
        }
        if #available(macOS 15, iOS 18, *) {
            if let value = value as? Int128 { return self.value(of: value) }
            if let value = value as? UInt128 { return self.value(of: value) }
        }
        return nil
    }

    /// - Throws: An `EncodingError` if the form cannot hold the date.
    func value(of date: Date) throws -> SQLiteValue {
        let stored = storedValue(of: date)
        guard let value = UnstorableValue(stored) else { return stored }
        // Not the date: Foundation cannot print one that is far away.
        throw EncodingError.invalidValue(
            date.timeIntervalSince1970,
            .init(codingPath: [], debugDescription: value.error().message))
    }

    private func storedValue(of date: Date) -> SQLiteValue {
        let seconds = date.timeIntervalSince1970
        if seconds.isNaN, !hasCustomDates { return UnstorableValue.date.sqliteValue }
        switch dates {
        case .text: return date.sqliteValue
        case .iso8601:
            return isoText(date).map(SQLiteValue.text) ?? UnstorableValue.date.sqliteValue
        case .unixSeconds:
            return Int64(exactly: seconds).map(SQLiteValue.int) ?? seconds.sqliteValue
        case .unixMilliseconds:
            let milliseconds = (seconds * 1000).rounded()
            return Int64(exactly: milliseconds).map(SQLiteValue.int) ?? milliseconds.sqliteValue
        case .julianDay: return (seconds / 86400 + Self.julianDayOf1970).sqliteValue
        case .custom(let encode, _): return encode(date)
        }
    }

    private var hasCustomDates: Bool {
        if case .custom = dates { true } else { false }
    }

    /// `YYYY-MM-DDTHH:MM:SS.SSSZ`, rounded to milliseconds. All strings have the same width, so they sort in date
    /// order. `nil` outside the years 0000 to 9999.
    private func isoText(_ date: Date) -> String? {
        let milliseconds = (date.timeIntervalSinceReferenceDate * 1000).rounded()
        let second = (milliseconds / 1000).rounded(.down)
        // DataLiteCore writes a whole second as `YYYY-MM-DD HH:MM:SS.000`.
        guard
            case .text(var text) = Date(timeIntervalSinceReferenceDate: second).sqliteValue,
            var fraction = Int(exactly: milliseconds - second * 1000)
        else { return nil }
        return text.withUTF8 { core in
            String(unsafeUninitializedCapacity: core.count + 1) { iso in
                _ = iso.initialize(from: core)
                iso[10] = UInt8(ascii: "T")
                for position in stride(from: core.count - 1, to: core.count - 4, by: -1) {
                    iso[position] = UInt8(ascii: "0") + UInt8(fraction % 10)
                    fraction /= 10
                }
                iso.initializeElement(at: core.count, to: UInt8(ascii: "Z"))
                return core.count + 1
            }
        }
    }

    private static let julianDayOf1970 = 2_440_587.5

    func date(from value: SQLiteValue) -> Date? {
        switch (dates, value) {
        case (.custom(_, let decode), _): decode(value)
        case (.unixMilliseconds, .int(let milliseconds)):
            Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        case (.unixMilliseconds, .real(let milliseconds)):
            Date(timeIntervalSince1970: milliseconds / 1000)
        case (.julianDay, .real(let days)):
            Date(timeIntervalSince1970: (days - Self.julianDayOf1970) * 86400)
        case (.julianDay, .int(let days)):
            Date(timeIntervalSince1970: (Double(days) - Self.julianDayOf1970) * 86400)
        default: Date(value)
        }
    }

    func value(of uuid: UUID) -> SQLiteValue {
        switch uuids {
        case .text: uuid.sqliteValue
        case .lowerText: .text(uuid.uuidString.lowercased())
        case .blob: .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
        }
    }

    func value(of double: Double) throws -> SQLiteValue {
        guard !double.isFinite else { return .real(double) }
        switch nonConformingFloats {
        case .sqlite: return double.isNaN ? .null : .real(double)
        case .text(let infinity, let negativeInfinity, let nan):
            return .text(double.isNaN ? nan : double > 0 ? infinity : negativeInfinity)
        case .error:
            throw EncodingError.invalidValue(
                double, .init(codingPath: [], debugDescription: "\(double) is not a finite number"))
        }
    }

    func double(from value: SQLiteValue) -> Double? {
        guard case .text(let text) = value,
            case .text(let infinity, let negativeInfinity, let nan) = nonConformingFloats
        else { return Double(value) }
        switch text {
        case infinity: return .infinity
        case negativeInfinity: return -.infinity
        case nan: return .nan
        default: return nil
        }
    }

    func value(of integer: some FixedWidthInteger) -> SQLiteValue {
        switch bigIntegers {
        case .integerWherePossible:
            Int64(exactly: integer).map(SQLiteValue.int) ?? .blob(Data(bigEndianBytesOf: integer))
        case .text: .text(String(integer))
        }
    }

    func integer<T: FixedWidthInteger>(from value: SQLiteValue) -> T? {
        switch value {
        case .int(let int64): T(exactly: int64)
        case .text(let text): T(text)
        case .blob(let data): T(bigEndianBytes: data)
        default: nil
        }
    }

    /// Converts a value to one of the types whose format the coder determines.
    func convert(_ value: SQLiteValue, to type: any Decodable.Type) -> Any? {
        switch type {
        case is Date.Type: return date(from: value)
        case is Double.Type: return double(from: value)
        case is Float.Type: return double(from: value).map { Float($0) }
        case is UInt.Type: return integer(from: value) as UInt?
        case is UInt64.Type: return integer(from: value) as UInt64?
        default: break
        }
        guard #available(macOS 15, iOS 18, *) else { return nil }
        return type == Int128.self
            ? integer(from: value) as Int128? : integer(from: value) as UInt128?
    }
}

// MARK: - Codable

/// INTEGER and REAL are numbers, TEXT is a string, BLOB is an array of bytes, NULL is null. JSON
/// has only one kind of number, so a REAL without a fraction is read back as an INTEGER. `true` and
/// `false` are read as 1 and 0, as SQLite's own JSON functions do.
extension SQLiteValue: Codable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .int(let value): try container.encode(value)
        case .real(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .blob(let value): try container.encode([UInt8](value))
        case .null: try container.encodeNil()
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Int64.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .real(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .int(value ? 1 : 0)
        } else {
            self = .blob(Data(try container.decode([UInt8].self)))
        }
    }
}

/// A row is an object with a member for each column. Columns with the same name share one member.
extension SQLiteRow: Codable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        for (column, value) in self { try container.encode(value, forKey: NameKey(column)) }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NameKey.self)
        self.init(
            try container.allKeys.map { key in
                (
                    column: key.stringValue,
                    value: try container.decode(SQLiteValue.self, forKey: key)
                )
            })
    }
}

/// A key that is just a name.
struct NameKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init("\(intValue)") }
}

// MARK: - Conflicts

extension ConflictResolution {
    /// The resolution of inserts in the policy of a type, if it has one.
    @usableFromInline
    static func ofInserts(_ type: (some Encodable).Type) -> ConflictResolution? {
        (type as? any ConflictResolving.Type)?.conflictPolicy.insert
    }

    /// The resolution of updates in the policy of a type, if it has one.
    static func ofUpdates(_ type: (some Encodable).Type) -> ConflictResolution? {
        (type as? any ConflictResolving.Type)?.conflictPolicy.update
    }
}

// MARK: - OptionalProtocol

/// An optional of any type.
package protocol OptionalProtocol {
    static var wrapped: any Any.Type { get }
    var isNil: Bool { get }
}

extension Optional: OptionalProtocol {
    package static var wrapped: any Any.Type { Wrapped.self }
    package var isNil: Bool { if case .none = self { true } else { false } }
}
