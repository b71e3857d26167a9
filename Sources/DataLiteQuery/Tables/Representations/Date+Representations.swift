public import Foundation

// The forms of dates in the files of other programs. Reading a date is as strict as the form: what another form has
// written is an error, not another date.

extension Date {
    /// TEXT in UTC with up to nine fraction digits, as a `Date` without a representation.
    public typealias TextRepresentation = _DateRepresentation<_TextDate>

    /// TEXT in UTC with milliseconds, `2025-01-02 09:00:00.000`, as GRDB and SQLiteData write dates.
    ///
    /// Without a representation, a date has as many digits as it needs, up to nine. This form always has three, so that
    /// a date equals the same date in such a file. Binding a date outside of the years 0000 to 9999 throws
    /// `SQLITE_MISMATCH`.
    public typealias ISO8601Representation = _DateRepresentation<_MillisecondTextDate>

    /// INTEGER seconds since 1970. A fraction is dropped: the second that has begun is stored.
    public typealias UnixTimeRepresentation = _DateRepresentation<_UnixDate>

    /// REAL seconds since 1970, with a fraction. An INTEGER, into which a column of INTEGER or NUMERIC affinity turns whole
    /// seconds, is read as well.
    public typealias FractionalUnixTimeRepresentation = _DateRepresentation<_FractionalUnixDate>

    /// INTEGER milliseconds since 1970, rounded.
    public typealias UnixMillisecondsRepresentation = _DateRepresentation<_UnixMillisecondsDate>

    /// REAL days since noon on 24 November 4714 BC, as `julianday()` returns them. Exact to 0.04 milliseconds. An INTEGER,
    /// into which a column of INTEGER or NUMERIC affinity turns whole days, is read as well.
    public typealias JulianDayRepresentation = _DateRepresentation<_JulianDate>
}

// `@Column(as: Date?.UnixTimeRepresentation.self)` and `Date.UnixTimeRepresentation?.self`.
extension Date? {
    /// TEXT in UTC with milliseconds, or NULL. See `Date.ISO8601Representation`.
    public typealias ISO8601Representation = Date.ISO8601Representation?

    /// INTEGER seconds since 1970, or NULL. See `Date.UnixTimeRepresentation`.
    public typealias UnixTimeRepresentation = Date.UnixTimeRepresentation?

    /// REAL seconds since 1970, or NULL. See `Date.FractionalUnixTimeRepresentation`.
    public typealias FractionalUnixTimeRepresentation = Date.FractionalUnixTimeRepresentation?

    /// INTEGER milliseconds since 1970, or NULL. See `Date.UnixMillisecondsRepresentation`.
    public typealias UnixMillisecondsRepresentation = Date.UnixMillisecondsRepresentation?

    /// REAL days since noon on 24 November 4714 BC, or NULL. See `Date.JulianDayRepresentation`.
    public typealias JulianDayRepresentation = Date.JulianDayRepresentation?
}

// MARK: - The representations

/// A date in the form of a column. `Date` has the names of the forms, such as `Date.UnixTimeRepresentation`.
public struct _DateRepresentation<Form: _DateForm>: ColumnRepresentation, ColumnTyped {
    public let value: Date

    public init(_ value: Date) { self.value = value }

    public init?(_ sqliteValue: SQLiteValue) {
        self.init(SQLiteValueView(sqliteValue))
    }

    /// Reads the value where SQLite keeps it.
    public init?(_ view: borrowing SQLiteValueView) {
        guard let date = Form.form.date(view) else { return nil }
        value = date
    }

    public static var columnType: ColumnType { Form.form.columnType }

    public var sqliteValue: SQLiteValue { Form.form.sqliteValue(value) }
}

extension _DateRepresentation: StoredDate {
    public static var dateForm: StoredDateForm { Form.form }
}

/// A form of dates as a type.
public protocol _DateForm {
    /// The form.
    static var form: StoredDateForm { get }
}

/// The form of `Date.TextRepresentation`.
public enum _TextDate: _DateForm {
    public static var form: StoredDateForm { .text }
}

/// The form of `Date.ISO8601Representation`.
public enum _MillisecondTextDate: _DateForm {
    public static var form: StoredDateForm { .millisecondText }
}

/// The form of `Date.UnixTimeRepresentation`.
public enum _UnixDate: _DateForm {
    public static var form: StoredDateForm { .unixSeconds }
}

/// The form of `Date.FractionalUnixTimeRepresentation`.
public enum _FractionalUnixDate: _DateForm {
    public static var form: StoredDateForm { .fractionalUnixSeconds }
}

/// The form of `Date.UnixMillisecondsRepresentation`.
public enum _UnixMillisecondsDate: _DateForm {
    public static var form: StoredDateForm { .unixMilliseconds }
}

/// The form of `Date.JulianDayRepresentation`.
public enum _JulianDate: _DateForm {
    public static var form: StoredDateForm { .julianDay }
}

// MARK: - Conversions

extension StoredDateForm {
    private static let julianDayOf1970 = 2_440_587.5

    fileprivate var columnType: ColumnType {
        switch self {
        case .text, .millisecondText: .text
        case .unixSeconds, .unixMilliseconds: .integer
        case .fractionalUnixSeconds, .julianDay: .real
        }
    }

    fileprivate func date(_ view: borrowing SQLiteValueView) -> Date? {
        let seconds: TimeInterval?
        switch self {
        case .text: return Date(view)
        case .millisecondText: return view.storageClass == .text ? Date(view) : nil
        case .unixSeconds: seconds = view.int64.map { TimeInterval($0) }
        case .unixMilliseconds: seconds = view.int64.map { TimeInterval($0) / 1000 }
        case .fractionalUnixSeconds: seconds = view.double
        case .julianDay: seconds = view.double.map { ($0 - Self.julianDayOf1970) * 86_400 }
        }
        return seconds.map { Date(timeIntervalSince1970: $0) }
    }

    fileprivate func sqliteValue(_ date: Date) -> SQLiteValue {
        let seconds = date.timeIntervalSince1970
        let value: SQLiteValue? =
            switch self {
            case .text: date.sqliteValue
            case .millisecondText: Self.millisecondText(seconds)
            case .unixSeconds: Int64(exactly: seconds.rounded(.down)).map { .int($0) }
            case .unixMilliseconds: Int64(exactly: (seconds * 1000).rounded()).map { .int($0) }
            // SQLite would store NaN as NULL.
            case .fractionalUnixSeconds: seconds.isNaN ? nil : .real(seconds)
            case .julianDay: seconds.isNaN ? nil : .real(seconds / 86_400 + Self.julianDayOf1970)
            }
        return value ?? UnstorableValue.date.sqliteValue
    }

    private static func millisecondText(_ seconds: TimeInterval) -> SQLiteValue? {
        // A whole second has the fraction "000" in its text. Other milliseconds are not exact in a `Date`.
        let milliseconds = (seconds * 1000).rounded()
        let whole = (milliseconds / 1000).rounded(.down)
        guard case .text(let text) = Date(timeIntervalSince1970: whole).sqliteValue else {
            return nil
        }
        let fraction = String(Int(milliseconds - whole * 1000) + 1000).dropFirst()
        return .text("\(text.dropLast(3))\(fraction)")
    }
}
