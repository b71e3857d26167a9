public import DataLiteCore
import Foundation

/// INTEGER and REAL are numbers, TEXT is a string, BLOB is an array of bytes, NULL is null. JSON
/// has only one kind of number, so a REAL without a fraction is read back as an INTEGER. `true` and
/// `false` are read as 1 and 0, as SQLite's own JSON functions do.
extension SQLiteValue: Codable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .int(let value): try container.encode(value)
        case .real(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .blob(let value): try container.encode([UInt8](value))
        case .null: try container.encodeNil()
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Int64.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .real(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .int(value ? 1 : 0)
        } else {
            self = .blob(Data(try container.decode([UInt8].self)))
        }
    }
}

/// A row is an object with a member for each column. Columns with the same name share one member.
extension SQLiteRow: Codable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        for (column, value) in self { try container.encode(value, forKey: NameKey(column)) }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NameKey.self)
        self.init(
            try container.allKeys.map { key in
                (
                    column: key.stringValue,
                    value: try container.decode(SQLiteValue.self, forKey: key)
                )
            })
    }
}

/// A key that is just a name.
struct NameKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init("\(intValue)") }
}
