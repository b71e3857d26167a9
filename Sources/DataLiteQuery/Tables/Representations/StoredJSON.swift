import Foundation

// A date in JSON is written and read as in a column: as text, or as a number if its text would not be exact.

extension JSONEncoder {
    /// An encoder for values that are stored as JSON.
    static var storedJSON: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            if case .text(let text) = date.sqliteValue {
                try container.encode(text)
            } else {
                try container.encode(date.timeIntervalSince1970)
            }
        }
        return encoder
    }

    /// The JSON of a value. The elements of a set, and the pairs of a dictionary that is written as an array, are sorted.
    func sortedJSON(of value: some Encodable) throws -> Data {
        guard let value = value as? any UnorderedJSON else { return try encode(value) }
        return try value.sortedJSON(by: self)
    }

    fileprivate func array(_ entries: [[Data]]) -> Data {
        let entries = entries.sorted { $0[0].lexicographicallyPrecedes($1[0]) }
        return Data("[".utf8) + Data(entries.joined().joined(separator: Data(",".utf8)))
            + Data("]".utf8)
    }
}

/// A collection whose order differs between equal values.
private protocol UnorderedJSON {
    func sortedJSON(by encoder: JSONEncoder) throws -> Data
}

extension Set: UnorderedJSON where Element: Encodable {
    fileprivate func sortedJSON(by encoder: JSONEncoder) throws -> Data {
        encoder.array(try map { [try encoder.sortedJSON(of: $0)] })
    }
}

extension Dictionary: UnorderedJSON where Key: Encodable, Value: Encodable {
    fileprivate func sortedJSON(by encoder: JSONEncoder) throws -> Data {
        let json = try encoder.encode(self)
        // The keys of an object are sorted already.
        guard json.first == UInt8(ascii: "[") else { return json }
        return encoder.array(
            try map { [try encoder.sortedJSON(of: $0.key), try encoder.sortedJSON(of: $0.value)] })
    }
}

extension JSONDecoder {
    /// A decoder for values that are stored as JSON.
    static var storedJSON: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let value: SQLiteValue =
                if let text = try? container.decode(String.self) {
                    .text(text)
                } else {
                    .real(try container.decode(Double.self))
                }
            guard let date = Date(value) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "\(value) is not a date")
            }
            return date
        }
        return decoder
    }
}

extension SQLiteValue {
    /// Whether the value is the JSON text `null`, as another program may store a missing value.
    var isJSONNull: Bool {
        switch self {
        case .text(let text): text.utf8.elementsEqual("null".utf8)
        case .blob(let bytes): bytes.elementsEqual("null".utf8)
        default: false
        }
    }
}
