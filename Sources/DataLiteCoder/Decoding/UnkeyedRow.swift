import DataLiteCore

/// The columns of a row in their order.
struct UnkeyedRow: UnkeyedDecodingContainer {
    let reader: RowReader
    private(set) var currentIndex = 0

    init(reader: RowReader) { self.reader = reader }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { reader.names.count }
    var isAtEnd: Bool { currentIndex >= reader.names.count }

    mutating func decodeNil() throws -> Bool {
        let isNull = reader.isNull(try column(Never?.self))
        if isNull { currentIndex += 1 }
        return isNull
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try reader.value(type, column: column(type))
        currentIndex += 1
        return value
    }

    private func column(_ type: any Any.Type) throws -> Int32 {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                .init(
                    codingPath: [],
                    debugDescription: "row \(reader.row) has \(reader.names.count) columns only: "
                        + reader.statement.sql))
        }
        return Int32(currentIndex)
    }

    // Structures inside a column are JSON.

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try reader.jsonDecoder(column((any Decoder).self), nil)
        currentIndex += 1
        return decoder
    }
}
