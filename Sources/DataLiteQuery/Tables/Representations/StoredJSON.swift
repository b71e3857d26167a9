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
