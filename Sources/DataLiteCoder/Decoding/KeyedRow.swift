import DataLiteCore
import Foundation

/// The columns of a row by name.
///
/// All of it is plain bits, because the standard library copies it for each column that it reads.
struct KeyedRow<Key: CodingKey>: NestingKeyedDecodingContainer {
    private let row: RowReference

    init(_ row: RowReference) { self.row = row }

    /// The column of a key.
    ///
    /// - Throws: if the run has ended.
    private func keyColumn(_ key: Key) throws -> RowPlan.KeyColumn {
        let hasByteKeys = KeyByte.isAvailable(for: Key.self)
        if hasByteKeys, let known = row.keyColumn(KeyByte.of(key)) { return known }
        let keyColumn = try row.openReader().keyColumn(key.stringValue)
        // Both have called code of the user, which may have ended the run.
        _ = try row.openReader()
        if hasByteKeys { row.setKeyColumn(keyColumn, KeyByte.of(key)) }
        return keyColumn
    }

    var codingPath: [any CodingKey] { (try? row.openReader().codingPath) ?? [] }
    var allKeys: [Key] { (try? row.openReader().allKeys()) ?? [] }

    func contains(_ key: Key) -> Bool {
        guard let keyColumn = try? keyColumn(key), let reader = try? row.openReader() else {
            return false
        }
        return keyColumn.column >= 0 || reader.part(at: keyColumn) != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        let keyColumn = try keyColumn(key)
        let reader = try row.openReader()
        if keyColumn.column < 0, let part = reader.part(at: keyColumn) { return part.isAllNull() }
        return reader.isNull(try reader.requiredColumn(keyColumn))
    }

    // A structure inside a column is JSON; one without a column is read from those with its prefix.

    func superDecoder() throws -> any Decoder { try row.openReader().decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        let keyColumn = try keyColumn(key)
        let reader = try row.openReader()
        if keyColumn.column < 0, let part = reader.part(at: keyColumn) {
            return part.beginRow(reader.row)
        }
        return try reader.jsonReader(reader.requiredColumn(keyColumn), keyColumn)
    }
}

// MARK: - Values

extension KeyedRow {
    @inline(__always)
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        if type == Data.self { return RowReader.same(try simple(Data.self, key), as: type) }
        if type == Date.self, row.readsDatesAsCore {
            return RowReader.same(try simple(Date.self, key), as: type)
        }
        return try converted(type, key)
    }

    @inline(__always)
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        if type == Data.self {
            guard let value = try optional(Data.self, key) else { return nil }
            return RowReader.same(value, as: type)
        }
        if type == Date.self, row.readsDatesAsCore {
            guard let value = try optional(Date.self, key) else { return nil }
            return RowReader.same(value, as: type)
        }
        return try optionalConverted(type, key)
    }

    /// A value that the core reads by itself.
    @inline(__always)
    private func simple<T: SQLiteRepresentable>(_ type: T.Type, _ key: Key) throws -> T {
        try inPlace(type, key) ?? simpleByReader(type, key)
    }

    /// A value in a column that is known; `nil` if it is not known, and for a value of another type.
    @inline(__always)
    private func inPlace<T: SQLiteRepresentable>(_ type: T.Type, _ key: Key) -> T? {
        guard let (statement, known) = row.column(KeyByte.of(key)), known.column >= 0 else {
            return nil
        }
        return Statement.columnValue(of: statement, at: known.column)
    }

    @inline(never)
    private func simpleByReader<T: SQLiteRepresentable>(_ type: T.Type, _ key: Key) throws -> T {
        let keyColumn = try keyColumn(key)
        return try row.openReader().simple(type, keyColumn)
    }

    /// The same, where NULL is `nil`, and so is a column that is not there.
    @inline(__always)
    private func optional<T: SQLiteRepresentable>(_ type: T.Type, _ key: Key) throws -> T? {
        if let (statement, known) = row.column(KeyByte.of(key)) {
            if known.column >= 0 {
                if let value: T = Statement.columnValue(of: statement, at: known.column) {
                    return value
                }
                if Statement.isNull(statement, at: known.column) { return nil }
            } else if !known.isNone {
                return nil
            }
        }
        return try optionalByReader(type, key)
    }

    @inline(never)
    private func optionalByReader<T: SQLiteRepresentable>(_ type: T.Type, _ key: Key) throws -> T? {
        let keyColumn = try keyColumn(key)
        return try row.openReader().optional(type, keyColumn)
    }

    /// A value of any type, in the form of the coder.
    private func converted<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        let keyColumn = try keyColumn(key)
        return try row.openReader().value(type, keyColumn)
    }

    private func optionalConverted<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
        let keyColumn = try keyColumn(key)
        return try row.openReader().optionalValue(type, keyColumn)
    }
}

// The types that synthesized code reads without the generic method.

extension KeyedRow {
    // A number has the same form for all coders; a text has not.

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try inPlace(type, key) ?? doubleByReader(key)
    }

    @inline(never)
    private func doubleByReader(_ key: Key) throws -> Double {
        let reader = try row.openReader()
        return try reader.readsFloatsAsText
            ? converted(Double.self, key) : simpleByReader(Double.self, key)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        if let (statement, known) = row.column(KeyByte.of(key)), known.column >= 0 {
            if let value: Double = Statement.columnValue(of: statement, at: known.column) {
                return value
            }
            if Statement.isNull(statement, at: known.column) { return nil }
        }
        return try optionalDoubleByReader(key)
    }

    @inline(never)
    private func optionalDoubleByReader(_ key: Key) throws -> Double? {
        let reader = try row.openReader()
        return try reader.readsFloatsAsText
            ? optionalConverted(Double.self, key) : optionalByReader(Double.self, key)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try simple(type, key)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try optional(type, key)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try simple(type, key)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try optional(type, key)
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try simple(type, key)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try optional(type, key)
    }

    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try simple(type, key)
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try optional(type, key)
    }

    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try simple(type, key)
    }

    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try optional(type, key)
    }

    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try simple(type, key)
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try optional(type, key)
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try simple(type, key)
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try optional(type, key)
    }

    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try simple(type, key)
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try optional(type, key)
    }

    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try simple(type, key)
    }

    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try optional(type, key)
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try simple(type, key)
    }

    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try optional(type, key)
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try simple(type, key)
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try optional(type, key)
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try simple(type, key)
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try optional(type, key)
    }
}

extension KeyedRow {
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try converted(type, key)
    }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try converted(type, key)
    }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try converted(type, key)
    }
}
