import DataLiteCore
import Foundation

/// A keyed container of the columns of a row.
// The container is one reference, because the standard library copies it for each value that it reads.
struct RowKeyedContainer<Key: CodingKey>: NestingKeyedDecodingContainer {
    private let content: RowContainer

    init(_ content: RowContainer) { self.content = content }

    /// The reader.
    ///
    /// - Throws: A `DecodingError` if the reader's run has ended.
    private func openReader() throws -> CodableRowReader {
        guard let reader = content.owner else { throw CodableRowReader.ended }
        try reader.requireRun()
        return reader
    }

    /// The column of a key.
    ///
    /// - Throws: A `DecodingError` if the run has ended.
    private func keyColumn(_ key: Key, _ reader: CodableRowReader) throws -> RowPlan.KeyColumn {
        let known = content.column(of: key)
        guard known.isNone else { return known }
        let keyColumn = try reader.keyColumn(key.stringValue)
        // The lookup may have called user code, which may have ended the run.
        try reader.requireRun()
        content.setColumn(keyColumn, of: key)
        return keyColumn
    }

    var codingPath: [any CodingKey] { content.owner?.codingPath ?? [] }
    var allKeys: [Key] { (try? openReader().allKeys()) ?? [] }

    func contains(_ key: Key) -> Bool {
        guard let reader = try? openReader() else { return false }
        let known = try? keyColumn(key, reader)
        // Reading the value throws the error.
        guard let known else { return (try? reader.requireRun()) != nil }
        return known.column >= 0 || reader.hasPart(at: known)
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        let reader = try openReader()
        let keyColumn = try keyColumn(key, reader)
        if keyColumn.column < 0, let part = try reader.part(at: keyColumn) {
            return part.isAllNull()
        }
        return reader.isNull(try reader.requiredColumn(keyColumn))
    }

    // A structure in a column is JSON. A structure without a column is read from the columns with its prefix.

    func superDecoder() throws -> any Decoder { try openReader().decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        let reader = try openReader()
        let keyColumn = try keyColumn(key, reader)
        if keyColumn.column < 0, let part = try reader.part(at: keyColumn) {
            return part.beginRow(reader.row)
        }
        return try reader.jsonReader(reader.requiredColumn(keyColumn), keyColumn)
    }

    // MARK: - Values

    @inline(__always)
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        if type == Data.self { return CodableRowReader.same(try simple(Data.self, key), as: type) }
        if type == Date.self, readsDatesAsCore {
            return CodableRowReader.same(try simple(Date.self, key), as: type)
        }
        return try converted(type, key)
    }

    @inline(__always)
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        if type == Data.self {
            guard let value = try optional(Data.self, key) else { return nil }
            return CodableRowReader.same(value, as: type)
        }
        if type == Date.self, readsDatesAsCore {
            guard let value = try optional(Date.self, key) else { return nil }
            return CodableRowReader.same(value, as: type)
        }
        return try optionalConverted(type, key)
    }

    @inline(__always)
    private var readsDatesAsCore: Bool {
        content.unretained?._withUnsafeGuaranteedRef { $0.readsDatesAsCore } ?? false
    }

    /// The SQLite `Statement` that is on the row, and the column of a key, which is `none` until it is looked up.
    /// `nil` for other statements.
    @inline(__always)
    private func place(of key: Key) -> (Unmanaged<Statement>, RowPlan.KeyColumn)? {
        guard let statement = content.statement else { return nil }
        return (statement, content.column(of: key))
    }

    /// A value that DataLiteCore reads without the coder.
    @inline(__always)
    private func simple<T: SQLiteRepresentable>(_ type: T.Type, _ key: Key) throws -> T {
        try inPlace(type, key) ?? simpleByReader(type, key)
    }

    /// A value in a column that has been looked up; `nil` if it has not been, or if its value has another type.
    @inline(__always)
    private func inPlace<T: SQLiteRepresentable>(_ type: T.Type, _ key: Key) -> T? {
        guard let (statement, known) = place(of: key), known.column >= 0 else { return nil }
        return Statement.rowValue(of: statement, at: known.column)
    }

    @inline(never)
    private func simpleByReader<T: SQLiteRepresentable>(_ type: T.Type, _ key: Key) throws -> T {
        let reader = try openReader()
        return try reader.simple(type, keyColumn(key, reader))
    }

    /// The value of an optional property: `nil` if the column is NULL or missing.
    @inline(__always)
    private func optional<T: SQLiteRepresentable>(_ type: T.Type, _ key: Key) throws -> T? {
        if let (statement, known) = place(of: key) {
            if known.column >= 0 {
                if let value: T = Statement.rowValue(of: statement, at: known.column) {
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
        let reader = try openReader()
        return try reader.optional(type, keyColumn(key, reader))
    }

    /// A value of any type, in the coder's format.
    private func converted<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        let reader = try openReader()
        return try reader.value(type, keyColumn(key, reader))
    }

    private func optionalConverted<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
        let reader = try openReader()
        return try reader.optionalValue(type, keyColumn(key, reader))
    }

    // The types that synthesized code reads without a generic method: strings, booleans and integers are read by the
    // methods with two constraints, which the compiler specializes for each of these requirements.

    // All coders read a number the same way, but not TEXT.

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try inPlace(type, key) ?? doubleByReader(key)
    }

    @inline(never)
    private func doubleByReader(_ key: Key) throws -> Double {
        try openReader().readsFloatsAsText
            ? converted(Double.self, key) : simpleByReader(Double.self, key)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        if let (statement, known) = place(of: key), known.column >= 0 {
            if let value: Double = Statement.rowValue(of: statement, at: known.column) {
                return value
            }
            if Statement.isNull(statement, at: known.column) { return nil }
        }
        return try optionalDoubleByReader(key)
    }

    @inline(never)
    private func optionalDoubleByReader(_ key: Key) throws -> Double? {
        try openReader().readsFloatsAsText
            ? optionalConverted(Double.self, key) : optionalByReader(Double.self, key)
    }

    @inline(__always)
    func decode<T: Decodable & SQLiteRepresentable>(_ type: T.Type, forKey key: Key) throws -> T {
        try simple(type, key)
    }

    // Each has a default that looks the column up twice, so a generic method would not be called.

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try optional(type, key)
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try optional(type, key)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try optional(type, key)
    }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try optional(type, key)
    }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try optional(type, key)
    }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try optional(type, key)
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try optional(type, key)
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try optional(type, key)
    }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try optional(type, key)
    }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try optional(type, key)
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try optional(type, key)
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try optional(type, key)
    }

    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try converted(type, key)
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try optionalConverted(type, key)
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
