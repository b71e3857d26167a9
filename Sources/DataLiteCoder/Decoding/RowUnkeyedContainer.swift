import DataLiteCore

/// An unkeyed container of the columns of a row, in order.
struct RowUnkeyedContainer: NestingUnkeyedDecodingContainer {
    private let reader: CodableRowReader
    private let rowID: Int
    private(set) var currentIndex = 0

    init(_ reader: CodableRowReader) {
        self.reader = reader
        rowID = reader.rowID
    }

    var codingPath: [any CodingKey] { reader.codingPath }
    var count: Int? { reader.columns.names.count }
    var isAtEnd: Bool { currentIndex >= reader.columns.names.count }

    mutating func decodeNil() throws -> Bool {
        let isNull = reader.isNull(try column(Never?.self))
        if isNull { currentIndex += 1 }
        return isNull
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try reader.value(type, column: column(type), position: currentIndex)
        currentIndex += 1
        return value
    }

    private func column(_ type: any Any.Type) throws -> Int32 {
        try reader.requireRow(rowID)
        guard !isAtEnd else { throw reader.beyondEnd(type) }
        return reader.columns.index(at: currentIndex)
    }

    // A structure in a column is JSON.

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try reader.jsonReader(column((any Decoder).self), .none)
        currentIndex += 1
        return decoder
    }
}
