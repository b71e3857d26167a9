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

    // MARK: - Recognition

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
            self.init(integers: integers)
            return
        }
        let reals = values.compactMap { Double($0) }
        guard reals.count == values.count else { return nil }
        if reals.allSatisfy(Self.days.contains) {
            self = .date(.julianDay)
        } else if reals.allSatisfy(Self.seconds.contains) {
            self = .date(.fractionalUnixSeconds)
        } else {
            return nil
        }
    }

    private init?(integers: [Int64]) {
        // The seconds of the year 5138 are the milliseconds of March 1973.
        if integers.allSatisfy({ Self.days.contains(Double($0)) }) {
            self = .date(.julianDay)
        } else if integers.allSatisfy({ $0.magnitude < 100_000_000_000 }) {
            self = .date(.unixSeconds)
        } else if integers.allSatisfy({ Self.seconds.contains(Double($0) / 1000) }) {
            self = .date(.unixMilliseconds)
        } else {
            return nil
        }
    }

    /// The Julian days of the years 0 to 9999, which are the seconds of a few weeks of 1970.
    private static let days = 1_721_059.5..<5_373_484.5

    /// The seconds since 1970 of the years 0 to 9999.
    private static let seconds = -62_167_219_200.0..<253_402_300_800.0

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
        // Digits alone show no case.
        guard texts.contains(where: { $0.contains(where: \.isLetter) }) else { return nil }
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

    /// The form of all columns of a type, for the argument of `@Table`, by type. Types whose columns have several
    /// forms, or the standard one, are missing.
    var sharedForms: [PropertyType: ColumnForm] {
        var forms: [PropertyType: ColumnForm?] = [:]
        for column in columns where !isInGroup(column) {
            guard let form = column.form else { continue }
            let type = PropertyType(declaredType: column.declaredType)
            forms.updateValue(forms[type, default: form] == form ? form : nil, forKey: type)
        }
        return forms.compactMapValues { $0 == .standard ? nil : $0 }
    }

    /// Whether a column is in the group of a primary key of several columns, which does not have the forms of the
    /// table.
    func isInGroup(_ column: ColumnSchema) -> Bool {
        column.primaryKeyPosition > 0 && primaryKey.count > 1
    }
}

extension SourceSchema {
    /// The schema in which a column without values has the form of the column that it references.
    func withInheritedForms() -> SourceSchema {
        var tables = tables
        // A chain of references has at most as many steps as there are tables.
        for _ in tables.indices {
            var isChanged = false
            for table in tables.indices {
                isChanged = Self.inheritForms(table, in: &tables) || isChanged
            }
            guard isChanged else { break }
        }
        return SourceSchema(tables: tables)
    }

    /// - Returns: Whether a column got a form.
    private static func inheritForms(_ index: Int, in tables: inout [TableSchema]) -> Bool {
        var isChanged = false
        for key in tables[index].foreignKeys {
            guard let other = tables.first(where: { $0.name.foldedASCII == key.table.foldedASCII })
            else { continue }
            let referenced =
                key.referencedColumns.isEmpty ? other.primaryKey.map(\.name) : key.referencedColumns
            for (name, otherName) in zip(key.columns, referenced) {
                let form = other.columns.first { $0.name.foldedASCII == otherName.foldedASCII }?
                    .form
                let column = tables[index].columns.firstIndex {
                    $0.name.foldedASCII == name.foldedASCII && $0.form == nil
                }
                guard let form, let column else { continue }
                tables[index].columns[column].form = form
                isChanged = true
            }
        }
        return isChanged
    }
}
