/// The form of all dates of a table: `@Table(dates: .unixMilliseconds)`.
public enum StoredDateForm: Sendable {
    /// TEXT in UTC with up to nine fraction digits, as without a form.
    case text
    /// TEXT in UTC with milliseconds, as GRDB and SQLiteData write dates: `Date.ISO8601Representation`.
    case millisecondText
    /// INTEGER seconds since 1970: `Date.UnixTimeRepresentation`.
    case unixSeconds
    /// REAL seconds since 1970: `Date.FractionalUnixTimeRepresentation`.
    case fractionalUnixSeconds
    /// INTEGER milliseconds since 1970: `Date.UnixMillisecondsRepresentation`.
    case unixMilliseconds
    /// REAL days of the Julian calendar, as `julianday()` returns them: `Date.JulianDayRepresentation`.
    case julianDay
}

/// The form of all UUIDs of a table: `@Table(uuids: .blob)`.
public enum StoredUUIDForm: Sendable {
    /// TEXT in upper case, as without a form.
    case text
    /// TEXT in lower case, as SQLiteData writes UUIDs: `UUID.LowercasedRepresentation`.
    case lowerText
    /// A BLOB of 16 bytes, as GRDB writes UUIDs: `UUID.BytesRepresentation`.
    case blob
}
