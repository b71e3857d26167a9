import DataLiteCore
import DataLiteSyntax

/// The default of a column.
enum PropertyDefault: Equatable {
    case none
    /// A Swift literal of the property's type.
    case literal(String)
    /// SQL that cannot be expressed as a Swift literal.
    case sql(String)

    /// - Parameter sql: The default as `pragma_table_xinfo` reports it.
    init(_ sql: String?, type: PropertyType) {
        guard let sql else {
            self = .none
            return
        }
        guard let constant = SQLConstant(sql) else {
            self = .sql(sql)
            return
        }
        if constant == .null {
            self = .none
        } else {
            self = Self.literal(of: constant, type).map(Self.literal) ?? .sql(constant.sql)
        }
    }

    /// The literal of the value that SQLite stores in a column of this type, or `nil` if the value does not have
    /// the type.
    private static func literal(of constant: SQLConstant, _ type: PropertyType) -> String? {
        switch (type, constant) {
        case (.int, .integer(let value)), (.value, .integer(let value)):
            value.description
        case (.double, .integer(let value)):
            Double(exactly: value) == nil ? nil : value.description
        case (.int, .real(let value)):
            Int64(exactly: value)?.description
        case (.double, .real(let value)), (.value, .real(let value)):
            value.isFinite ? value.description : nil
        case (.bool, .integer(0)): "false"
        case (.bool, .integer(1)): "true"
        case (.string, .text(let value)), (.value, .text(let value)):
            SwiftText.literal(value)
        case (.string, .integer(let value)):
            SwiftText.literal(value.description)
        default: nil
        }
    }
}

/// A default value that is an SQL constant.
enum SQLConstant: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// Another constant, such as a BLOB.
    case other(String)

    /// - Returns: `nil` for an expression, including `CURRENT_TIMESTAMP`.
    init?(_ sql: String) {
        var tokens = Array(SQLTokens(sql))
        var isNegative = false
        if tokens.count == 2, tokens[1].kind == .number {
            isNegative = tokens[0].isPunctuation("-")
            guard isNegative || tokens[0].isPunctuation("+") else { return nil }
            tokens.removeFirst()
        }
        guard tokens.count == 1, let token = tokens.first else { return nil }
        switch token.kind {
        case .number: self.init(number: (isNegative ? "-" : "") + token.text)
        case .string, .identifier: self = .text(token.name ?? "")
        case .blob: self = .other(token.text)
        case .word: self.init(word: token)
        default: return nil
        }
    }

    private init?(number: String) {
        let digits = number.drop { $0 == "-" }
        if digits.lowercased().hasPrefix("0x") {
            guard let bits = UInt64(digits.dropFirst(2), radix: 16) else { return nil }
            let value = Int64(bitPattern: bits)
            self = .integer(number.hasPrefix("-") ? 0 &- value : value)
        } else if let value = Int64(number) {
            self = .integer(value)
        } else {
            guard let value = Double(number) else { return nil }
            self = .real(value)
        }
    }

    /// A bare word is a string, unless it is a constant or a keyword
    /// (<https://www.sqlite.org/lang_createtable.html>, section 3.2).
    private init?(word: SQLToken) {
        switch word.text.foldedASCII {
        case "null": self = .null
        case "true": self = .integer(1)
        case "false": self = .integer(0)
        case "current_date", "current_time", "current_timestamp": return nil
        default: self = .text(word.text)
        }
    }

    var sql: String {
        switch self {
        case .null: "NULL"
        case .integer(let value): value.sqliteLiteral
        case .real(let value): value.isInfinite ? value.sqliteLiteral : value.description
        case .text(let value): value.sqliteLiteral
        case .other(let sql): sql
        }
    }
}
