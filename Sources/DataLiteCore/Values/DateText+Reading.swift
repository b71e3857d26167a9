import Foundation

extension DateText {
    /// The date of a string: `YYYY-MM-DD`, optionally followed by `T`, `t` or a space and `HH:MM`,
    /// `HH:MM:SS` or `HH:MM:SS.fraction`, and then by `Z`, `z` or an offset `+HH:MM`/`-HH:MM`.
    ///
    /// As in SQLite, a string without an offset is UTC, spaces may precede the offset, and the
    /// offset is between -14:59 and +14:59. Fraction digits after the ninth are ignored.
    ///
    /// Unlike SQLite, this does not accept 30 February, 24:00, several separators, a time without a
    /// date, a Julian day number or `now`.
    ///
    /// - Returns: `nil` for anything else. It never traps, whatever the bytes are.
    static func date(from utf8: UnsafeBufferPointer<UInt8>) -> Date? {
        if let date = usualDate(from: utf8) { return date }
        var reader = Reader(utf8)
        guard let day = reader.day() else { return nil }
        var second = Int64(day.daysSince2001) * 86_400
        var nanoseconds: Int64 = 0
        if !reader.isAtEnd {
            guard reader.skip("T", or: "t") || reader.skip(" "),
                let time = reader.time(),
                let offset = reader.offset(),
                reader.isAtEnd
            else { return nil }
            second += time.second - offset
            nanoseconds = time.nanoseconds
        }
        let interval = interval(second: second, nanoseconds: nanoseconds)
        return Date(timeIntervalSinceReferenceDate: interval)
    }

    /// Reads the parts of a date in order.
    private struct Reader {
        private let bytes: UnsafeBufferPointer<UInt8>
        private var position = 0

        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            self.bytes = bytes
        }

        var isAtEnd: Bool { position == bytes.count }

        mutating func day() -> CivilDay? {
            guard let year = number(digits: 4), skip("-"),
                let month = number(digits: 2), skip("-"),
                let day = number(digits: 2)
            else { return nil }
            return CivilDay(year: year, month: month, day: day)
        }

        /// Seconds since midnight, and nanoseconds after them.
        mutating func time() -> (second: Int64, nanoseconds: Int64)? {
            guard let minutes = minutes(hours: 0...23) else { return nil }
            guard skip(":") else { return (minutes * 60, 0) }
            guard let second = number(digits: 2), second <= 59 else { return nil }
            guard skip(".") else { return (minutes * 60 + Int64(second), 0) }
            guard let nanoseconds = fraction() else { return nil }
            return (minutes * 60 + Int64(second), nanoseconds)
        }

        /// Seconds by which the string's clock is ahead of UTC; 0 if the string ends without a
        /// zone.
        mutating func offset() -> Int64? {
            guard !isAtEnd else { return 0 }
            while skip(" ") {}
            if skip("Z", or: "z") { return 0 }
            let isAhead = skip("+")
            guard isAhead || skip("-"), let minutes = minutes(hours: 0...14) else { return nil }
            return isAhead ? minutes * 60 : -minutes * 60
        }

        mutating func skip(_ character: Unicode.Scalar, or other: Unicode.Scalar) -> Bool {
            skip(character) || skip(other)
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard !isAtEnd, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        /// `HH:MM` in minutes.
        private mutating func minutes(hours: ClosedRange<Int>) -> Int64? {
            guard let hour = number(digits: 2), hours ~= hour, skip(":"),
                let minute = number(digits: 2), minute <= 59
            else { return nil }
            return Int64(hour * 60 + minute)
        }

        private mutating func fraction() -> Int64? {
            guard var nanoseconds = digit() else { return nil }
            var count = 1
            while let digit = digit() {
                guard count < 9 else { continue }
                nanoseconds = nanoseconds * 10 + digit
                count += 1
            }
            for _ in count..<9 { nanoseconds *= 10 }
            return Int64(nanoseconds)
        }

        private mutating func number(digits count: Int) -> Int? {
            var number = 0
            for _ in 0..<count {
                guard let digit = digit() else { return nil }
                number = number * 10 + digit
            }
            return number
        }

        private mutating func digit() -> Int? {
            guard !isAtEnd, case let value = bytes[position] &- UInt8(ascii: "0"), value <= 9
            else { return nil }
            position += 1
            return Int(value)
        }
    }
}

// MARK: - Fast path

extension DateText {
    /// The date of a string in the form `YYYY-MM-DD HH:MM:SS.SSS`, which the core and SQLite's
    /// `strftime('%Y-%m-%d %H:%M:%f')` write. It is read eight bytes at a time, several times as
    /// fast as the other forms.
    ///
    /// - Returns: `nil` for any other form, and for a date that does not exist.
    @inline(__always)
    static func usualDate(from utf8: UnsafeBufferPointer<UInt8>) -> Date? {
        guard utf8.count == 23, let bytes = UnsafeRawPointer(utf8.baseAddress) else { return nil }
        let date = PackedCharacters(bytes, at: 0)
        let time = PackedCharacters(bytes, at: 8)
        let rest = PackedCharacters(bytes, at: 15)
        guard date.has(form: 0x2D_30_30_2D_30_30_30_30, digits: 0x00_FF_FF_00_FF_FF_FF_FF),
            time.has(form: 0x30_30_3A_30_30_20_30_30, digits: 0xFF_FF_00_FF_FF_00_FF_FF),
            rest.has(form: 0x30_30_30_2E_30_30_3A_30, digits: 0xFF_FF_FF_00_FF_FF_00_FF)
        else { return nil }
        let hour = time.pair(at: 3)
        let minute = time.pair(at: 6)
        let second = rest.pair(at: 2)
        guard hour <= 23, minute <= 59, second <= 59,
            let day = CivilDay(
                year: date.pair(at: 0) * 100 + date.pair(at: 2), month: date.pair(at: 5),
                day: time.pair(at: 0))
        else { return nil }
        let seconds = day.daysSince2001 * 86_400 + hour * 3600 + minute * 60 + second
        let milliseconds = rest.pair(at: 5) * 10 + rest.digit(at: 7)
        let interval = interval(
            second: Int64(seconds), nanoseconds: Int64(milliseconds) * 1_000_000)
        return Date(timeIntervalSinceReferenceDate: interval)
    }
}

/// Eight characters of a string; the first is in the lowest bits.
private struct PackedCharacters {
    private let bits: UInt64

    /// For each character but the last one, the two-digit number that begins there.
    private let pairs: UInt64

    init(_ start: UnsafeRawPointer, at offset: Int) {
        bits = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        // No byte overflows into its neighbor: 10 * 15 + 15 is 165.
        let digits = bits & 0x0F0F_0F0F_0F0F_0F0F
        pairs = digits &* 10 &+ digits >> 8
    }

    /// Whether the characters match a form, with any digit where the form has a "0".
    ///
    /// - Parameters:
    ///   - form: The characters, the last one first.
    ///   - digits: The bits of the characters that are digits.
    @inline(__always)
    func has(form: UInt64, digits: UInt64) -> Bool {
        let highHalves = digits & 0xF0F0_F0F0_F0F0_F0F0
        // "0" to "9" are 0x30 to 0x39. With 6 added, greater characters are no longer 0x3?.
        let isBeyond = (bits &+ 0x0606_0606_0606_0606) ^ form
        return (bits ^ form) & (~digits | highHalves) | isBeyond & highHalves == 0
    }

    @inline(__always)
    func digit(at index: Int) -> Int { Int((bits >> UInt64(8 * index)) & 0x0F) }

    @inline(__always)
    func pair(at index: Int) -> Int { Int((pairs >> UInt64(8 * index)) & 0xFF) }
}
