import DataLiteCore
import Foundation

/// The form in which a file stores the dates or UUIDs of a column.
enum ColumnForm: Equatable {
    /// The form without a representation.
    case standard
    case date(Date)
    case uuid(UUID)

    enum Date: String {
        case millisecondText, unixSeconds, fractionalUnixSeconds, unixMilliseconds, julianDay

        var representation: String {
            switch self {
            case .millisecondText: "ISO8601Representation"
            case .unixSeconds: "UnixTimeRepresentation"
            case .fractionalUnixSeconds: "FractionalUnixTimeRepresentation"
            case .unixMilliseconds: "UnixMillisecondsRepresentation"
            case .julianDay: "JulianDayRepresentation"
            }
        }
    }

    enum UUID: String {
        case lowerText, blob

        var representation: String {
            switch self {
            case .lowerText: "LowercasedRepresentation"
            case .blob: "BytesRepresentation"
            }
        }
    }

    /// The argument of `@Table` for the form, if it is not the standard one.
    var tableArgument: String? {
        switch self {
        case .standard: nil
        case .date(let form): "dates: .\(form.rawValue)"
        case .uuid(let form): "uuids: .\(form.rawValue)"
        }
    }

    /// The argument of `@Column` for the form, if it is not the standard one.
    var columnArgument: String? {
        switch self {
        case .standard: nil
        case .date(let form): "as: Date.\(form.representation).self"
        case .uuid(let form): "as: UUID.\(form.representation).self"
        }
    }
}

// MARK: - Recognition

extension ColumnForm {
    /// The form of some values of a column; `nil` if there are none, or if they are not of one form.
    init?(of type: PropertyType, values: [SQLiteValue]) {
        guard !values.isEmpty else { return nil }
        switch type {
        case .date: self.init(dates: values)
        case .uuid: self.init(uuids: values)
        default: return nil
        }
    }

    private init?(dates values: [SQLiteValue]) {
        let texts = values.compactMap { value in
            if case .text(let text) = value { text } else { nil }
        }
        if texts.count == values.count {
            self = texts.allSatisfy(Self.hasMilliseconds) ? .date(.millisecondText) : .standard
            return
        }
        let integers = values.compactMap { value in
            if case .int(let integer) = value { integer } else { nil }
        }
        if integers.count == values.count {
            // The seconds of the year 5138 are the milliseconds of March 1973.
            let isSeconds = integers.allSatisfy { $0.magnitude < 100_000_000_000 }
            self = .date(isSeconds ? .unixSeconds : .unixMilliseconds)
            return
        }
        let reals = values.compactMap { Double($0) }
        guard reals.count == values.count else { return nil }
        // The days of the years 0 to 9999 are the seconds of a few weeks of 1970.
        let isDays = reals.allSatisfy { (1_721_059.5..<5_373_484.5).contains($0) }
        self = .date(isDays ? .julianDay : .fractionalUnixSeconds)
    }

    private init?(uuids values: [SQLiteValue]) {
        let isBlob = values.allSatisfy { value in
            if case .blob(let data) = value { data.count == 16 } else { false }
        }
        if isBlob {
            self = .uuid(.blob)
            return
        }
        let texts = values.compactMap { value in
            if case .text(let text) = value { text } else { nil }
        }
        guard texts.count == values.count else { return nil }
        let isLower = texts.allSatisfy {
            Foundation.UUID(uuidString: $0) != nil && $0 == $0.lowercased()
        }
        self = isLower ? .uuid(.lowerText) : .standard
    }

    /// Whether a text is `2025-01-02 09:00:00.000`.
    private static func hasMilliseconds(_ text: String) -> Bool {
        let pattern = Array("0000-00-00 00:00:00.000".utf8)
        let bytes = Array(text.utf8)
        guard bytes.count == pattern.count else { return false }
        return zip(bytes, pattern).allSatisfy { byte, expected in
            expected == UInt8(ascii: "0")
                ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == expected
        }
    }
}

extension TableSchema {
    /// The table with the forms of its dates and UUIDs, as far as its first rows show them.
    func withForms(from connection: Connection) -> TableSchema {
        guard kind == .table else { return self }
        var table = self
        for index in columns.indices where columns[index].storage == .ordinary {
            let column = columns[index]
            let type = PropertyType(declaredType: column.declaredType)
            guard [.date, .uuid].contains(type), SwiftNames.isExpressible(name),
                SwiftNames.isExpressible(column.name)
            else { continue }
            // Rows that cannot be read show no form.
            let values = try? connection.rows(
                """
                SELECT "value" FROM (
                    SELECT \(identifier: column.name) AS "value" \
                    FROM "main".\(identifier: name) LIMIT 1000
                ) WHERE "value" IS NOT NULL
                """
            ).compactMap(\.values.first)
            table.columns[index].form = ColumnForm(of: type, values: values ?? [])
        }
        return table
    }

    /// The form of all columns of a type, for the argument of `@Table`; `nil` if they have several forms, or the
    /// standard one.
    func sharedForm(of type: PropertyType) -> ColumnForm? {
        let forms = columns.filter {
            !isInGroup($0) && PropertyType(declaredType: $0.declaredType) == type
        }.compactMap(\.form)
        guard let first = forms.first, forms.allSatisfy({ $0 == first }) else { return nil }
        return first == .standard ? nil : first
    }

    /// Whether a column is in the group of a primary key of several columns, which does not have the forms of the
    /// table.
    func isInGroup(_ column: ColumnSchema) -> Bool {
        column.primaryKeyPosition > 0 && primaryKey.count > 1
    }
}
