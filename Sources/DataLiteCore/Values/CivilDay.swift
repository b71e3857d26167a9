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
