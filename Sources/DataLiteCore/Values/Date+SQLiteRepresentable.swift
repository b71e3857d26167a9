public import Foundation

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
