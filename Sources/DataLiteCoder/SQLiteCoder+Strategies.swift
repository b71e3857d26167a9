public import DataLiteCore
public import Foundation

extension SQLiteCoder {
    /// How a `Date` is written.
    public enum DateForm: Sendable {
        /// As the core does: TEXT, `YYYY-MM-DD HH:MM:SS.SSS` in UTC.
        case text
        /// TEXT in ISO 8601 with `Z`: `YYYY-MM-DDTHH:MM:SS.SSSZ`, rounded to milliseconds. All texts
        /// have one width, so they sort as the dates do.
        case iso8601
        /// Seconds since 1970: INTEGER where whole, else REAL.
        case unixSeconds
        /// Milliseconds since 1970, rounded: INTEGER.
        case unixMilliseconds
        /// Days since noon on 24 November 4714 BC, as `julianday()` returns them: REAL. Exact to 0.04
        /// milliseconds, the precision of a `Double` in this range.
        case julianDay
        /// By closures. A value for which `decode` returns `nil` is not a date.
        case custom(
            encode: @Sendable (Date) -> SQLiteValue, decode: @Sendable (SQLiteValue) -> Date?)
    }

    /// How a `UUID` is written. Each form reads all of them.
    public enum UUIDForm: Sendable {
        /// TEXT in upper case.
        case text
        /// TEXT in lower case.
        case lowerText
        /// A BLOB of 16 bytes.
        case blob
    }

    /// Which column or parameter belongs to a coding key. The letter case of columns is ignored.
    public enum KeyForm: Sendable {
        /// The one with the name of the key.
        case unchanged
        /// `createdAt` belongs to `created_at`.
        case snakeCase
        /// The one whose name the closure returns for the name of the key.
        case custom(@Sendable (String) -> String)

        func name(of key: String) -> String {
            switch self {
            case .unchanged: key
            case .snakeCase: Self.snakeCase(key)
            case .custom(let name): name(key)
            }
        }
    }

    /// How infinities and NaN are written.
    public enum NonConformingFloatForm: Sendable {
        /// As SQLite stores them: infinities as REAL, NaN as NULL.
        case sqlite
        /// As TEXT.
        case text(infinity: String, negativeInfinity: String, nan: String)
        /// An `EncodingError`.
        case error
    }

    /// How `UInt`, `UInt64`, `Int128` and `UInt128` are written. Both forms are read.
    public enum BigIntegerForm: Sendable {
        /// As the core does: INTEGER in the range of `Int64`, beyond that a BLOB of the 8 or 16 bytes, the
        /// most significant one first. BLOBs sort after INTEGERs, so all numbers are in order, except
        /// those of an `Int128` below `Int64.min`.
        case integerWherePossible
        /// TEXT always. It needs a column of TEXT, BLOB or no affinity: any other makes a REAL of the text
        /// of a large number, and rounds it.
        case text
    }
}

extension SQLiteCoder.KeyForm {
    /// `createdAt` as `created_at`, `userID` as `user_id`, `htmlURLPath` as `html_url_path`.
    static func snakeCase(_ key: String) -> String {
        var result = ""
        let characters = Array(key)
        for (index, character) in characters.enumerated() {
            let startsWord =
                character.isUppercase && index > 0 && characters[index - 1] != "_"
                && (!characters[index - 1].isUppercase
                    || (index + 1 < characters.count && characters[index + 1].isLowercase))
            if startsWord { result += "_" }
            result += character.lowercased()
        }
        return result
    }
}
