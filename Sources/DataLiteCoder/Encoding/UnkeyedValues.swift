import DataLiteCore

/// Writes the elements of an array.
struct UnkeyedValues: NestingUnkeyedEncodingContainer {
    private let writer: ValueWriter
    private let value: Int
    private(set) var count = 0

    init(_ writer: ValueWriter, _ value: Int) {
        self.writer = writer
        self.value = value
    }

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { try put(.null) }

    mutating func encode(_ value: some Encodable) throws {
        try writer.requireValue(self.value)
        try put(
            EncodingError.locating("element \(count)", IndexKey(count)) {
                try writer.sqliteValue(value, IndexKey(count))
            })
    }

    private mutating func put(_ stored: SQLiteValue) throws {
        try writer.requireValue(value)
        try writer.sink.put(stored, position: count)
        count += 1
    }

    mutating func superEncoder() -> any Encoder {
        defer { count += 1 }
        do {
            try writer.requireValue(value)
            return try writer.part(at: .position(count), IndexKey(count))
        } catch {
            return ClosedEncoder(error: error)
        }
    }
}

/// Writes a single value.
struct SingleValue: SingleValueEncodingContainer {
    private let writer: ValueWriter
    private let value: Int

    init(_ writer: ValueWriter, _ value: Int) {
        self.writer = writer
        self.value = value
    }

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws {
        try writer.requireValue(value)
        try writer.sink.put(.null)
    }

    func encode(_ value: some Encodable) throws {
        try writer.requireValue(self.value)
        try writer.write(value)
    }
}
