import Foundation

/// Dates as SQLite's date functions read and write them: `YYYY-MM-DD HH:MM:SS.SSS` in UTC
/// (<https://sqlite.org/lang_datefunc.html>, section 2, format 4).
///
/// - The strings sort as the dates do, because every field has a fixed width, except for the
///   fraction at the end.
/// - They compare as the times do with `datetime('now')` and `CURRENT_TIMESTAMP`, which have no
///   fraction. Only a whole second, written `12:00:00.000`, sorts just after `12:00:00`.
/// - A date that is read back differs by less than a nanosecond, and is equal if it is more than
///   100 days from 2001-01-01. Closer to that, a `Double` is finer than a nanosecond.
enum DateText {
    /// The date as a string in UTC, with as many fraction digits, from three to nine, as are
    /// necessary to read back the same date.
    ///
    /// A `Date` is a `Double`, and far from 2001 coarser than a nanosecond: 0.123 s in 2026 is
    /// actually 0.123000026. So this writes the shortest fraction that reads back equal, as for
    /// floating-point numbers, and not the first nine digits.
    ///
    /// - Returns: `nil` for NaN, infinities and dates outside the years 0000 to 9999, which this
    ///   form cannot hold.
    static func string(from date: Date) -> String? {
        let interval = date.timeIntervalSinceReferenceDate
        // NaN fails every comparison, so the conversions to integers below cannot trap.
        guard interval >= Double(seconds.lowerBound), interval < Double(seconds.upperBound) else {
            return nil
        }
        var second = Int64(interval)
        if Double(second) > interval { second -= 1 }
        var fraction = Fraction(of: interval, after: second)
        if fraction.nanoseconds == nanosecondsPerSecond {
            second += 1
            fraction.nanoseconds = 0
            guard second < seconds.upperBound else { return nil }
        }
        return text(second: second, fraction: fraction)
    }

    /// Seconds from 2001-01-01 to 0000-01-01 and to 10000-01-01.
    static let seconds: Range<Int64> = -63_145_526_400..<252_423_993_600

    static let nanosecondsPerSecond: Int64 = 1_000_000_000

    /// The `Double` for a whole second since 2001 and nanoseconds after it.
    ///
    /// Within 100 days the moment is a whole number of nanoseconds below 2^53, so that one
    /// division rounds it correctly; further away the fraction's own error of 1e-16 s is far
    /// below what the sum can hold.
    static func interval(second: Int64, nanoseconds: Int64) -> Double {
        if -9_000_000..<9_000_000 ~= second {
            return Double(second * nanosecondsPerSecond + nanoseconds) / 1e9
        }
        return Double(second) + Double(nanoseconds) / 1e9
    }

    // MARK: - Writing

    /// A fraction of a second: the nanoseconds, and how many of their nine digits are shown.
    private struct Fraction {
        var nanoseconds: Int64
        var digits: Int

        /// The shortest fraction, of at least three digits, that reads back as `interval` together
        /// with `second`; if there is none, the nearest nanosecond.
        ///
        /// It may round up to a whole second.
        init(of interval: Double, after second: Int64) {
            let fraction = interval - Double(second)
            var scale = 1e3
            var unit: Int64 = 1_000_000
            digits = 3
            while true {
                nanoseconds = Int64(fraction * scale + 0.5) * unit
                let readBack = DateText.interval(second: second, nanoseconds: nanoseconds)
                if readBack == interval || digits == 9 { break }
                digits += 1
                scale *= 10
                unit /= 10
            }
            while digits > 3, nanoseconds % (unit * 10) == 0 {
                digits -= 1
                unit *= 10
            }
        }
    }

    private static func text(second: Int64, fraction: Fraction) -> String {
        let sinceYear0 = Int(second - seconds.lowerBound)
        let day = CivilDay(daysSince2001: sinceYear0 / 86_400 + Int(seconds.lowerBound / 86_400))
        let secondOfDay = sinceYear0 % 86_400
        return String(unsafeUninitializedCapacity: 20 + fraction.digits) { bytes in
            put(day.year, digits: 4, endingAt: 3, in: bytes)
            bytes[4] = UInt8(ascii: "-")
            put(day.month, digits: 2, endingAt: 6, in: bytes)
            bytes[7] = UInt8(ascii: "-")
            put(day.day, digits: 2, endingAt: 9, in: bytes)
            bytes[10] = UInt8(ascii: " ")
            put(secondOfDay / 3600, digits: 2, endingAt: 12, in: bytes)
            bytes[13] = UInt8(ascii: ":")
            put(secondOfDay / 60 % 60, digits: 2, endingAt: 15, in: bytes)
            bytes[16] = UInt8(ascii: ":")
            put(secondOfDay % 60, digits: 2, endingAt: 18, in: bytes)
            bytes[19] = UInt8(ascii: ".")
            var shown = Int(fraction.nanoseconds)
            for _ in fraction.digits..<9 { shown /= 10 }
            put(shown, digits: fraction.digits, endingAt: 19 + fraction.digits, in: bytes)
            return 20 + fraction.digits
        }
    }

    @inline(__always)
    private static func put(
        _ number: Int,
        digits: Int,
        endingAt last: Int,
        in bytes: UnsafeMutableBufferPointer<UInt8>
    ) {
        var rest = UInt(number)
        for index in stride(from: last, to: last - digits, by: -1) {
            bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }
}
