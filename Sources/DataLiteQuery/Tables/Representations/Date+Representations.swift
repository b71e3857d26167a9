public import Foundation

// The forms of dates in the files of other programs. Reading a date is as strict as the form: what another form has
// written is an error, not another date.

extension Date {
    /// TEXT in UTC with milliseconds, `2025-01-02 09:00:00.000`, as GRDB and SQLiteData write dates.
    ///
    /// Without a representation, a date has as many digits as it needs, up to nine. This form always has three, so that
    /// a date equals the same date in such a file. Binding a date outside of the years 0000 to 9999 throws
    /// `SQLITE_MISMATCH`.
    public struct ISO8601Representation: ColumnRepresentation, ColumnTyped {
        public let value: Date

        public init(_ value: Date) { self.value = value }

        public init?(_ sqliteValue: SQLiteValue) {
            self.init(SQLiteValueView(sqliteValue))
        }

        /// Reads the text where SQLite keeps it.
        public init?(_ view: borrowing SQLiteValueView) {
            guard view.storageClass == .text, let date = Date(view) else { return nil }
            value = date
        }

        public static var columnType: ColumnType { .text }

        public var sqliteValue: SQLiteValue {
            // A whole second has the fraction "000" in its text. Other milliseconds are not exact in a `Date`.
            let milliseconds = (value.timeIntervalSince1970 * 1000).rounded()
            let seconds = (milliseconds / 1000).rounded(.down)
            guard case .text(let text) = Date(timeIntervalSince1970: seconds).sqliteValue else {
                return UnstorableValue.date.sqliteValue
            }
            let fraction = String(Int(milliseconds - seconds * 1000) + 1000).dropFirst()
            return .text("\(text.dropLast(3))\(fraction)")
        }
    }

    /// INTEGER seconds since 1970. A fraction is dropped: the second that has begun is stored.
    public struct UnixTimeRepresentation: ColumnRepresentation, ColumnTyped {
        public let value: Date

        public init(_ value: Date) { self.value = value }

        public init?(_ sqliteValue: SQLiteValue) {
            guard case .int(let seconds) = sqliteValue else { return nil }
            value = Date(timeIntervalSince1970: TimeInterval(seconds))
        }

        public static var columnType: ColumnType { .integer }

        public var sqliteValue: SQLiteValue {
            Int64(exactly: value.timeIntervalSince1970.rounded(.down)).map(SQLiteValue.int)
                ?? UnstorableValue.date.sqliteValue
        }
    }

    /// REAL seconds since 1970, with a fraction.
    public struct FractionalUnixTimeRepresentation: ColumnRepresentation, ColumnTyped {
        public let value: Date

        public init(_ value: Date) { self.value = value }

        /// Reads a REAL or an INTEGER: a column of INTEGER or NUMERIC affinity turns whole seconds into an INTEGER.
        public init?(_ sqliteValue: SQLiteValue) {
            guard let seconds = Double(sqliteValue) else { return nil }
            value = Date(timeIntervalSince1970: seconds)
        }

        public static var columnType: ColumnType { .real }

        public var sqliteValue: SQLiteValue { .date(value.timeIntervalSince1970) }
    }

    /// INTEGER milliseconds since 1970, rounded.
    public struct UnixMillisecondsRepresentation: ColumnRepresentation, ColumnTyped {
        public let value: Date

        public init(_ value: Date) { self.value = value }

        public init?(_ sqliteValue: SQLiteValue) {
            guard case .int(let milliseconds) = sqliteValue else { return nil }
            value = Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1000)
        }

        public static var columnType: ColumnType { .integer }

        public var sqliteValue: SQLiteValue {
            Int64(exactly: (value.timeIntervalSince1970 * 1000).rounded()).map(SQLiteValue.int)
                ?? UnstorableValue.date.sqliteValue
        }
    }

    /// REAL days since noon on 24 November 4714 BC, as `julianday()` returns them. Exact to 0.04 milliseconds.
    public struct JulianDayRepresentation: ColumnRepresentation, ColumnTyped {
        public let value: Date

        public init(_ value: Date) { self.value = value }

        /// Reads a REAL or an INTEGER: a column of INTEGER or NUMERIC affinity turns whole days into an INTEGER.
        public init?(_ sqliteValue: SQLiteValue) {
            guard let days = Double(sqliteValue) else { return nil }
            value = Date(timeIntervalSince1970: (days - Self.dayOf1970) * 86_400)
        }

        public static var columnType: ColumnType { .real }

        public var sqliteValue: SQLiteValue {
            .date(value.timeIntervalSince1970 / 86_400 + Self.dayOf1970)
        }

        private static let dayOf1970 = 2_440_587.5
    }
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

extension SQLiteValue {
    /// A REAL. NaN is no date: SQLite would store NULL.
    fileprivate static func date(_ number: Double) -> SQLiteValue {
        number.isNaN ? UnstorableValue.date.sqliteValue : .real(number)
    }
}
