import DataLiteCore
import Foundation

/// The columns of a row by name.
struct KeyedRow<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let reader: RowReader
    private let run: Int

    /// Where the reader has the places of the keys, if they are bytes.
    private let firstPlace: Int?

    init(_ reader: RowReader, firstPlace: Int?) {
        self.reader = reader
        run = reader.run
        self.firstPlace = firstPlace
    }

    /// The place of a key in the reader's plan.
    ///
    /// - Throws: if the run of the reader has ended.
    @inline(__always)
    private func place(_ key: Key) throws -> RowPlan.Place {
        try reader.requireRun(run)
        if let firstPlace, let place = reader.place(firstPlace, KeyByte.of(key)) { return place }
        return try newPlace(key)
    }

    @inline(never)
    private func newPlace(_ key: Key) throws -> RowPlan.Place {
        let place = reader.place(key.stringValue)
        // Both have called code of the user, which may have ended the run.
        try reader.requireRun(run)
        if let firstPlace { reader.setPlace(place, firstPlace, KeyByte.of(key)) }
        return place
    }

    var codingPath: [any CodingKey] { reader.codingPath }
    var allKeys: [Key] { run == reader.run ? reader.allKeys() : [] }

    func contains(_ key: Key) -> Bool {
        guard let place = try? place(key) else { return false }
        return place.column >= 0 || reader.part(at: place) != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        let place = try place(key)
        if place.column < 0, let part = reader.part(at: place) { return part.isAllNull() }
        return reader.isNull(try reader.requiredColumn(place))
    }

    @inline(__always)
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let place = try place(key)
        if type == Data.self {
            return RowReader.same(try reader.simple(Data.self, place), as: type)
        }
        if type == Date.self, reader.readsDatesAsCore {
            return RowReader.same(try reader.simple(Date.self, place), as: type)
        }
        return try reader.value(type, place)
    }

    @inline(__always)
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        let place = try place(key)
        if type == Data.self {
            guard let value = try reader.optional(Data.self, place) else { return nil }
            return RowReader.same(value, as: type)
        }
        if type == Date.self, reader.readsDatesAsCore {
            guard let value = try reader.optional(Date.self, place) else { return nil }
            return RowReader.same(value, as: type)
        }
        return try reader.optionalValue(type, place)
    }

    // A structure inside a column is JSON; one without a column is read from those with its prefix.

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try superDecoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try superDecoder(forKey: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        try reader.requireRun(run)
        return reader.decoder
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        let place = try place(key)
        if place.column < 0, let part = reader.part(at: place) { return part.beginRow(reader.row) }
        return try reader.jsonReader(reader.requiredColumn(place), place)
    }
}

// The types that synthesized code asks for without going through the generic methods.

extension KeyedRow {
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try reader.double(place(key))
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try reader.optionalDouble(place(key))
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try reader.simple(type, place(key))
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try reader.optional(type, place(key))
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try reader.simple(type, place(key))
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try reader.optional(type, place(key))
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try reader.simple(type, place(key))
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try reader.optional(type, place(key))
    }

    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try reader.simple(type, place(key))
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try reader.optional(type, place(key))
    }

    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try reader.simple(type, place(key))
    }

    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try reader.optional(type, place(key))
    }

    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try reader.simple(type, place(key))
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try reader.optional(type, place(key))
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try reader.simple(type, place(key))
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try reader.optional(type, place(key))
    }

    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try reader.simple(type, place(key))
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try reader.optional(type, place(key))
    }

    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try reader.simple(type, place(key))
    }

    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try reader.optional(type, place(key))
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try reader.simple(type, place(key))
    }

    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try reader.optional(type, place(key))
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try reader.simple(type, place(key))
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try reader.optional(type, place(key))
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try reader.simple(type, place(key))
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try reader.optional(type, place(key))
    }
}

extension KeyedRow {
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try reader.value(type, place(key))
    }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try reader.value(type, place(key))
    }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try reader.value(type, place(key))
    }
}
