import DataLiteCore

/// The columns of a row in their order.
struct UnkeyedRow: UnkeyedDecodingContainer {
    private let link: RowLink
    private let columns: Int
    private(set) var currentIndex = 0

    init(link: RowLink, count: Int) {
        self.link = link
        columns = count
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { columns }
    var isAtEnd: Bool { currentIndex >= columns }

    mutating func decodeNil() throws -> Bool {
        let isNull = try link.read { $0.isNull(try column(Never?.self)) }
        if isNull { currentIndex += 1 }
        return isNull
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try link.readKeeping { try $0.value(type, column: column(type)) }
        currentIndex += 1
        return value
    }

    private func column(_ type: any Any.Type) throws -> Int32 {
        guard !isAtEnd else { throw try link.read { $0.beyondEnd(type) } }
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
        let decoder = try link.readKeeping { try $0.jsonDecoder(column((any Decoder).self), .none) }
        currentIndex += 1
        return decoder
    }
}
