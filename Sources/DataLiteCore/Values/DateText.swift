public import Foundation

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

// MARK: - CivilDay

/// A day of the proleptic Gregorian calendar, which is the calendar SQLite's date functions use
/// for every year (<https://sqlite.org/lang_datefunc.html>, section 3).
///
/// `Calendar` is locale-aware, slow, and part of the large Foundation; these few divisions are
/// all that a date needs.
struct CivilDay: Equatable {
    /// 0 to 9999; year 0 is a leap year.
    var year: Int
    /// 1 to 12.
    var month: Int
    /// 1 to 31.
    var day: Int

    /// The day with these numbers; `nil` if the calendar has no such day.
    @inline(__always)
    init?(year: Int, month: Int, day: Int) {
        guard 0...9999 ~= year, 1...12 ~= month, day >= 1 else { return nil }
        guard day <= Self.length(ofMonth: month, in: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day `days` after 2001-01-01, the epoch of `Date`; negative before it.
    ///
    /// `days` must be within the years 0000 to 9999.
    init(daysSince2001 days: Int) {
        // Quarter days make the leap years come out of plain divisions: a year has 1461
        // quarters, a century 146097.
        let sinceEpoch = days + Self.epochTo2001
        let century = (4 * sinceEpoch + 3) / 146_097
        let dayOfCentury = sinceEpoch - 146_097 * century / 4
        let yearOfCentury = (4 * dayOfCentury + 3) / 1461
        let dayOfYear = dayOfCentury - 1461 * yearOfCentury / 4
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let isNextYear = monthFromMarch >= 10
        year = 100 * century + yearOfCentury - 400 + (isNextYear ? 1 : 0)
        month = monthFromMarch + (isNextYear ? -9 : 3)
        day = dayOfYear - Self.daysBefore(monthFromMarch: monthFromMarch) + 1
    }

    /// The number of days from 2001-01-01 to this day; negative before it.
    @inline(__always)
    var daysSince2001: Int {
        let isBeforeMarch = month <= 2
        let yearFromMarch = year + 400 - (isBeforeMarch ? 1 : 0)
        let monthFromMarch = month + (isBeforeMarch ? 9 : -3)
        let leapDays = yearFromMarch / 4 - yearFromMarch / 100 + yearFromMarch / 400
        return 365 * yearFromMarch + leapDays + Self.daysBefore(monthFromMarch: monthFromMarch)
            + (day - 1) - Self.epochTo2001
    }

    /// Days from 1 March of the year -400 to 2001-01-01.
    ///
    /// Years are counted from March, so that the leap day is the last day of its year, and from one
    /// whole cycle of 400 years before year 0, so that no division meets a negative number.
    private static let epochTo2001 = 876_888

    /// Days from 1 March to the first of a month, where March is month 0. Starting with March, the
    /// months have 31, 30, 31, 30 and 31 days, repeatedly, which is 153 days in five months.
    private static func daysBefore(monthFromMarch month: Int) -> Int {
        (153 * month + 2) / 5
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

// MARK: - Date

/// Dates are text in the form of SQLite's own date and time functions, in UTC:
/// `YYYY-MM-DD HH:MM:SS.SSS`, with up to nine fraction digits where milliseconds are not exact.
///
/// The form covers the years 0000 to 9999. It sorts as the dates do and compares correctly with
/// `datetime('now')` and `CURRENT_TIMESTAMP`. A date that is read back differs by less than a
/// nanosecond, and is equal if it is more than 100 days from 2001-01-01, where `Date` itself is
/// coarser than a nanosecond.
extension Date: SQLiteRepresentable {
    /// The text form. Binding a date outside the years 0000 to 9999 throws `SQLITE_MISMATCH`.
    public var sqliteValue: SQLiteValue {
        DateText.string(from: self).map(SQLiteValue.text) ?? UnstorableValue.date.sqliteValue
    }

    /// Reads the text form, with a space or `T` and with or without a time, fraction, `Z` or
    /// offset; reads an INTEGER or a REAL as Unix seconds.
    public init?(_ value: SQLiteValue) {
        self.init(SQLiteValueView(value))
    }

    public init?(_ view: borrowing SQLiteValueView) {
        if let parsed = view.withTextBytes({ DateText.date(from: $0) }) {
            guard let parsed else { return nil }
            self = parsed
        } else if let seconds = view.double {
            self.init(timeIntervalSince1970: seconds)
        } else {
            return nil
        }
    }
}

// MARK: - UnstorableValue

/// A value that its form cannot hold, such as a date outside the years 0 to 9999 as text.
///
/// `sqliteValue` cannot throw. So it is a NaN with a payload that neither SQLite nor arithmetic produces, and binding it
/// is an error.
package enum UnstorableValue: UInt64 {
    case date = 0x7FFA_DA7A_117E_0001
    case json = 0x7FFA_DA7A_117E_0002

    package init?(_ value: SQLiteValue) {
        guard case .real(let real) = value, real.isNaN else { return nil }
        self.init(rawValue: real.bitPattern)
    }

    package var sqliteValue: SQLiteValue { .real(Double(bitPattern: rawValue)) }

    /// The error of a parameter, a result or a literal with the value.
    package func error(at place: String? = nil, of sql: String? = nil) -> SQLiteError {
        let reason =
            switch self {
            case .date:
                "the date cannot be stored in its form: text has the years 0 to 9999, INTEGER 64 bits, and no form "
                    + "NaN"
            case .json: "the value cannot be encoded as JSON"
            }
        return SQLiteError(
            .mismatch, message: (place.map { $0 + ": " } ?? "") + reason, sql: sql)
    }
}
