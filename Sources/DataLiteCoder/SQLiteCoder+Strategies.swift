public import DataLiteCore
public import Foundation

extension SQLiteCoder {
    /// The format in which a `Date` is written.
    public enum DateForm: Sendable {
        /// TEXT, `YYYY-MM-DD HH:MM:SS.SSS` in UTC, as DataLiteCore writes a `Date`.
        case text
        /// TEXT in ISO 8601 with `Z`: `YYYY-MM-DDTHH:MM:SS.SSSZ`, rounded to milliseconds. All values have the same
        /// width, so they sort in date order.
        case iso8601
        /// Seconds since 1970: INTEGER if whole, otherwise REAL.
        case unixSeconds
        /// Milliseconds since 1970, rounded: INTEGER.
        case unixMilliseconds
        /// Days since noon on 24 November 4714 BC, as `julianday()` returns them: REAL. Exact to 0.04
        /// milliseconds, the precision of a `Double` in this range.
        case julianDay
        /// Converted by closures. `decode` returns `nil` for a value that is not a date.
        case custom(
            encode: @Sendable (Date) -> SQLiteValue, decode: @Sendable (SQLiteValue) -> Date?)
    }

    /// The format in which a `UUID` is written. All formats are read, whichever is set.
    public enum UUIDForm: Sendable {
        /// TEXT in upper case.
        case text
        /// TEXT in lower case.
        case lowerText
        /// A BLOB of 16 bytes.
        case blob
    }

    /// The mapping from coding keys to names of columns and parameters. Case is ignored in column names.
    public enum KeyForm: Sendable {
        /// The column or parameter has the same name as the key.
        case unchanged
        /// `createdAt` maps to `created_at`.
        case snakeCase
        /// The closure returns the name of the column or parameter for the name of a key.
        case custom(@Sendable (String) -> String)

        func name(of key: String) -> String {
            switch self {
            case .unchanged: key
            case .snakeCase: Self.snakeCase(key)
            case .custom(let name): name(key)
            }
        }
    }

    /// The format in which infinities and NaN are written.
    public enum NonConformingFloatForm: Sendable {
        /// As SQLite stores them: infinities as REAL, NaN as NULL.
        case sqlite
        /// As TEXT, with the given strings.
        case text(infinity: String, negativeInfinity: String, nan: String)
        /// Encoding throws an `EncodingError`.
        case error
    }

    /// The format in which `UInt`, `UInt64`, `Int128` and `UInt128` are written. Both formats are read.
    public enum BigIntegerForm: Sendable {
        /// INTEGER in the range of `Int64`, otherwise a BLOB of 8 or 16 bytes, most significant byte first, as
        /// DataLiteCore writes them. BLOBs sort after INTEGERs, so the numbers sort in order, except an `Int128`
        /// below `Int64.min`. In JSON, all are numbers; SQLite's JSON functions round those outside the range of
        /// `Int64`.
        case integerWherePossible
        /// Always TEXT. The column needs TEXT, BLOB or no affinity: any other affinity converts the text of a large
        /// number to a REAL and rounds it.
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

    /// The key for a column; `nil` if the key type has none.
    func key<Key: CodingKey>(of column: String) -> Key? {
        func matches(_ key: Key) -> Bool {
            SQLName.matches(name(of: key.stringValue), column)
        }
        for name in candidates(column) {
            if let key = Key(stringValue: name), matches(key) { return key }
        }
        if let all = (Key.self as? any CaseIterable.Type)?.allCases as? any Collection {
            for case let key as Key in all where matches(key) { return key }
        }
        // A column with the same name as the key also matches.
        return Key(stringValue: column)
    }

    /// The possible key names for a column, most likely first.
    private func candidates(_ column: String) -> [String] {
        switch self {
        case .unchanged: [column, column.lowercased()]
        case .snakeCase: Self.camelCase(column) + [column]
        case .custom: [column]
        }
    }

    /// `user_id` as `userId` and `userID`: any word may be an acronym. For many words, not all
    /// combinations are tried.
    private static func camelCase(_ column: String) -> [String] {
        let words = column.lowercased().split(separator: "_")
        guard let first = words.first else { return [] }
        var names = [String(first)]
        for word in words.dropFirst().prefix(acronymLimit) {
            names = [capitalized(word), word.uppercased()].flatMap { word in names.map { $0 + word }
            }
        }
        // Appended at once: a name may have a million words.
        var rest = ""
        for word in words.dropFirst(1 + acronymLimit) { rest += capitalized(word) }
        return rest.isEmpty ? names : names.map { $0 + rest }
    }

    private static func capitalized(_ word: Substring) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static let acronymLimit = 4
}

extension SQLiteCoder {
    /// Decodes a row: a keyed type by column name, ignoring case; a simple type from the first column; an array from
    /// all columns.
    ///
    /// - Throws: A `DecodingError` that names the column, the type and the row.
    public func decode<T: Decodable>(_ type: T.Type = T.self, from row: SQLiteRow) throws -> T {
        let reader = CodableRowReader(RowStatement(row), self)
        defer { reader.end() }
        return try reader.read(type)
    }

    /// Decodes rows, in order.
    ///
    /// - Throws: A `DecodingError` that names the column, the type and the row.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self, from rows: some Sequence<SQLiteRow>
    ) throws -> [T] {
        var values: [T] = []
        var current:
            (columns: SQLiteRow.Columns, statement: RowStatement, reader: CodableRowReader)?
        defer { current?.reader.end() }
        for row in rows {
            if current?.columns.hasSameNames(as: row.columns) == true {
                current?.statement.row = row
            } else {
                current?.reader.end()
                let statement = RowStatement(row)
                current = (
                    row.columns, statement, CodableRowReader(statement, self, row: values.count)
                )
            }
            if let reader = current?.reader { values.append(try reader.read(type)) }
        }
        return values
    }
}
