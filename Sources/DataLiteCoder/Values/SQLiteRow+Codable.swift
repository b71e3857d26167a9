public import DataLiteCore

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
