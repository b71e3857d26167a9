import Foundation

// The string form is base64url without padding (RFC 4648, section 5) of these bytes:
//
//     version (1), flags (1), fingerprint (8), number of values (1), values, checksum (4)
//
// A value is a byte for its storage class, followed by 8 bytes for a number, or by 4 bytes for the length of a text or
// BLOB and its bytes. A text that is not valid UTF-8 has a class of its own. Integers are big-endian. The checksum
// detects damaged text; it does not protect against changes that an attacker makes, so values are checked like any
// other input, and only ever bound.

extension PageCursor {
    private static var version: UInt8 { 1 }
    private static var includesRowFlag: UInt8 { 1 }

    var text: String {
        var bytes = [Self.version, includesRow ? Self.includesRowFlag : 0]
        bytes.append(bigEndian: fingerprint)
        bytes.append(UInt8(truncatingIfNeeded: values.count))
        for value in values { bytes.append(encoding: value) }
        bytes.append(bigEndian: Checksum.of(bytes))
        return Data(bytes).base64EncodedString().replacing("+", with: "-")
            .replacing("/", with: "_").replacing("=", with: "")
    }

    /// The number of bytes before the cursor becomes a string.
    var byteCount: Int { values.reduce(15) { $0 + $1.cursorByteCount } }

    /// - Throws: `SQLITE_MISMATCH` if the text is not a cursor.
    init(text: String) throws(SQLiteError) {
        guard text.utf8.count <= Self.sizeLimit * 4 / 3 + 4, let data = Self.data(of: text) else {
            throw .isNoCursor
        }
        let bytes = [UInt8](data)
        guard bytes.count >= 15, bytes[0] == Self.version, bytes[1] <= Self.includesRowFlag else {
            throw .isNoCursor
        }
        var checksum = CursorBytes(bytes: bytes[(bytes.count - 4)...])
        guard checksum.number(as: UInt32.self) == Checksum.of(bytes[..<(bytes.count - 4)]) else {
            throw .isNoCursor
        }
        var content = CursorBytes(bytes: bytes[2..<(bytes.count - 4)])
        guard let fingerprint = content.number(as: UInt64.self),
            let count = content.number(as: UInt8.self)
        else { throw .isNoCursor }
        var values: [CursorValue] = []
        for _ in 0..<count {
            guard let value = content.value() else { throw .isNoCursor }
            values.append(value)
        }
        guard content.bytes.isEmpty else { throw .isNoCursor }
        self.init(
            fingerprint: fingerprint, values: values,
            includesRow: bytes[1] == Self.includesRowFlag)
        // Each cursor has exactly one text.
        guard self.text == text else { throw .isNoCursor }
    }

    private static func data(of text: String) -> Data? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(
            base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }
}

extension SQLiteError {
    fileprivate static var isNoCursor: SQLiteError {
        SQLiteError(.mismatch, message: "the text is not a cursor of a page, or it is damaged")
    }
}

// MARK: - Values

extension CursorValue {
    fileprivate var cursorByteCount: Int {
        switch self {
        case .stored(.null): 1
        case .stored(.int), .stored(.real): 9
        case .stored(.text(let text)): 5 + text.utf8.count
        case .stored(.blob(let data)), .invalidText(let data): 5 + data.count
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func append(encoding value: CursorValue) {
        switch value {
        case .stored(let value):
            append(encoding: value)
        case .invalidText(let bytes):
            append(5 as UInt8)
            append(bigEndian: UInt32(truncatingIfNeeded: bytes.count))
            append(contentsOf: bytes)
        }
    }

    fileprivate mutating func append(encoding value: SQLiteValue) {
        switch value {
        case .null:
            append(0 as UInt8)
        case .int(let number):
            append(1 as UInt8)
            append(bigEndian: number)
        case .real(let number):
            append(2 as UInt8)
            append(bigEndian: number.bitPattern)
        case .text(let text):
            append(3 as UInt8)
            append(bigEndian: UInt32(truncatingIfNeeded: text.utf8.count))
            append(contentsOf: text.utf8)
        case .blob(let data):
            append(4 as UInt8)
            append(bigEndian: UInt32(truncatingIfNeeded: data.count))
            append(contentsOf: data)
        }
    }
}

/// The bytes of a cursor that have not been read.
private struct CursorBytes {
    var bytes: ArraySlice<UInt8>

    /// Reads a big-endian number; `nil` if there are too few bytes.
    mutating func number<Number: FixedWidthInteger>(as type: Number.Type) -> Number? {
        guard let bytes = read(Number.bitWidth / 8) else { return nil }
        return bytes.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    mutating func value() -> CursorValue? {
        switch number(as: UInt8.self) {
        case 0: .stored(.null)
        case 1: number(as: Int64.self).map { .stored(.int($0)) }
        case 2: real()
        case 3: text().map { .stored(.text($0)) }
        case 4: counted().map { .stored(.blob(Data($0))) }
        case 5: invalidText().map { .invalidText($0) }
        default: nil
        }
    }

    /// A real number. SQLite has no NaN: it would bind it as NULL.
    private mutating func real() -> CursorValue? {
        guard let bits = number(as: UInt64.self) else { return nil }
        let number = Double(bitPattern: bits)
        return number.isNaN ? nil : .stored(.real(number))
    }

    private mutating func text() -> String? {
        counted().flatMap { String(validating: $0, as: UTF8.self) }
    }

    private mutating func invalidText() -> Data? {
        guard let bytes = counted(), String(validating: bytes, as: UTF8.self) == nil else {
            return nil
        }
        return Data(bytes)
    }

    private mutating func counted() -> ArraySlice<UInt8>? {
        number(as: UInt32.self).flatMap { read(Int($0)) }
    }

    private mutating func read(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }
}

// MARK: - Hashes

/// FNV-1a with 64 bits: the same in every process and on every system, unlike `Hasher`.
struct Checksum {
    private(set) var state: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func combine(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    mutating func combine(_ value: SQLiteValue) {
        var bytes: [UInt8] = []
        bytes.append(encoding: value)
        combine(bytes)
    }

    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var checksum = Checksum()
        checksum.combine(bytes)
        return UInt32(truncatingIfNeeded: checksum.state ^ (checksum.state >> 32))
    }
}
