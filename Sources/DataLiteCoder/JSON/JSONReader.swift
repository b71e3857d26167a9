import DataLiteCore
import Foundation

/// A decoder for the JSON in a column, or for a part of it. It wraps the decoder of a `JSONDecoder` and applies the
/// coder's keys and formats.
struct JSONReader: Decoder {
    private let column: JSONColumn
    private let base: any Decoder

    /// Whether the keys are dictionary keys, which no strategy changes.
    private let keysAreNames: Bool

    init(_ column: JSONColumn, _ base: any Decoder, keysAreNames: Bool = false) {
        self.column = column
        self.base = base
        self.keysAreNames = keysAreNames
    }

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let keys: SQLiteCoder.KeyForm =
            keysAreNames || !column.mapsKeys ? .unchanged : column.coder.keys
        return KeyedDecodingContainer(
            Object<Key>(
                column: column,
                base: try column.locating { try base.container(keyedBy: NameKey.self) },
                keys: keys))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        List(column: column, base: try column.locating { try base.unkeyedContainer() })
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        Single(reader: self, base: try column.locating { try base.singleValueContainer() })
    }

    /// Decodes the value as a type.
    ///
    /// - Parameter json: Decodes the value as the `JSONDecoder` does.
    @_semantics("optimize.sil.specialize.generic.never")
    func value<T: Decodable>(_ type: T.Type, json: (any Decoder) throws -> T) throws -> T {
        switch column.form(of: type) {
        case .json: return try json(base)
        case .converted: return try converted(type)
        case .structure:
            return try T(
                from: JSONReader(column, base, keysAreNames: type is any NamedValues.Type))
        }
    }

    /// A value whose format the coder determines.
    @_semantics("optimize.sil.specialize.generic.never")
    private func converted<T: Decodable>(_ type: T.Type) throws -> T {
        let container = try base.singleValueContainer()
        // A number of more than 63 bits is not an `SQLiteValue`.
        if type != Date.self, let number = try? container.decode(type) { return number }
        guard !container.decodeNil() else {
            throw DecodingError.valueNotFound(type, mismatch(type, .null))
        }
        let stored = try container.decode(SQLiteValue.self)
        // A JSON array is not an integer, although the bytes of a BLOB may be.
        if case .blob = stored, type != Date.self {
            throw DecodingError.typeMismatch(type, mismatch(type, stored))
        }
        guard let value = column.coder.convert(stored, to: type) as? T else {
            throw DecodingError.typeMismatch(type, mismatch(type, stored))
        }
        return value
    }

    private func mismatch(_ type: any Any.Type, _ found: SQLiteValue) -> DecodingError.Context {
        .init(
            codingPath: codingPath,
            debugDescription: "expected \(type), found \(found.debugDescription)")
    }

    // MARK: - Containers

    private struct Object<Key: CodingKey>: NestingKeyedDecodingContainer {
        let column: JSONColumn
        let base: KeyedDecodingContainer<NameKey>
        let keys: SQLiteCoder.KeyForm

        var codingPath: [any CodingKey] { base.codingPath }
        var allKeys: [Key] { base.allKeys.compactMap { keys.key(of: $0.stringValue) } }

        /// The key in the JSON: the coder's name for the key, or the key itself if only that exists.
        private func name(_ key: Key) -> NameKey {
            let name = NameKey(keys.name(of: key.stringValue))
            guard !base.contains(name) else { return name }
            let own = NameKey(key.stringValue)
            return base.contains(own) ? own : name
        }

        func contains(_ key: Key) -> Bool { base.contains(name(key)) }

        func decodeNil(forKey key: Key) throws -> Bool {
            try column.locating { try base.decodeNil(forKey: name(key)) }
        }

        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            try value(type, key)
        }

        @available(macOS 15, iOS 18, *)
        func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, key) }

        @available(macOS 15, iOS 18, *)
        func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
            try value(type, key)
        }

        private func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
            let name = name(key)
            do {
                // The `JSONDecoder` throws the error for a missing key and for null.
                guard base.contains(name), column.form(of: type) != .json else {
                    return try base.decode(type, forKey: name)
                }
                return try JSONReader(column, base.superDecoder(forKey: name))
                    .value(type) { _ in try base.decode(type, forKey: name) }
            } catch {
                throw column.located(error, type, codingPath + [name])
            }
        }

        func decode(_ type: String.Type, forKey key: Key) throws -> String {
            try simple(type, key)
        }

        func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try simple(type, key) }

        func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try simple(type, key) }

        /// A value that the `JSONDecoder` reads.
        @inline(__always)
        private func simple<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
            do {
                return try base.decode(type, forKey: name(key))
            } catch {
                throw column.located(error, type, codingPath + [name(key)])
            }
        }

        func superDecoder() throws -> any Decoder {
            try column.locating { JSONReader(column, try base.superDecoder()) }
        }

        func superDecoder(forKey key: Key) throws -> any Decoder {
            try column.locating { JSONReader(column, try base.superDecoder(forKey: name(key))) }
        }
    }

    private struct List: NestingUnkeyedDecodingContainer {
        let column: JSONColumn
        var base: any UnkeyedDecodingContainer

        var codingPath: [any CodingKey] { base.codingPath }
        var count: Int? { base.count }
        var isAtEnd: Bool { base.isAtEnd }
        var currentIndex: Int { base.currentIndex }

        mutating func decodeNil() throws -> Bool { try column.locating { try base.decodeNil() } }

        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

        @available(macOS 15, iOS 18, *)
        mutating func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }

        @available(macOS 15, iOS 18, *)
        mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

        @_semantics("optimize.sil.specialize.generic.never")
        private mutating func value<T: Decodable>(_ type: T.Type) throws -> T {
            try located(type) { list in
                guard !list.base.isAtEnd, list.column.form(of: type) != .json else {
                    return try list.base.decode(type)
                }
                var rest = list.base
                let reader = JSONReader(list.column, try rest.superDecoder())
                let value = try reader.value(type) { try $0.singleValueContainer().decode(type) }
                list.base = rest
                return value
            }
        }

        mutating func decode(_ type: String.Type) throws -> String {
            try located(type) { try $0.base.decode(type) }
        }

        mutating func decode(_ type: Int.Type) throws -> Int {
            try located(type) { try $0.base.decode(type) }
        }

        private mutating func located<T: Decodable>(
            _ type: T.Type, _ body: (inout List) throws -> T
        ) throws -> T {
            do {
                return try body(&self)
            } catch {
                throw column.located(error, type, codingPath + [ElementKey(currentIndex)])
            }
        }

        mutating func superDecoder() throws -> any Decoder {
            try column.locating { JSONReader(column, try base.superDecoder()) }
        }
    }

    private struct Single: SingleValueDecodingContainer {
        let reader: JSONReader
        let base: any SingleValueDecodingContainer

        var codingPath: [any CodingKey] { base.codingPath }
        func decodeNil() -> Bool { base.decodeNil() }

        func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

        @available(macOS 15, iOS 18, *)
        func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }

        @available(macOS 15, iOS 18, *)
        func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

        @_semantics("optimize.sil.specialize.generic.never")
        private func value<T: Decodable>(_ type: T.Type) throws -> T {
            try located(type) { try reader.value(type) { _ in try base.decode(type) } }
        }

        func decode(_ type: String.Type) throws -> String {
            try located(type) { try base.decode(type) }
        }

        func decode(_ type: Int.Type) throws -> Int { try located(type) { try base.decode(type) } }

        private func located<T: Decodable>(_ type: T.Type, _ body: () throws -> T) throws -> T {
            do {
                return try body()
            } catch {
                throw reader.column.located(error, type, codingPath)
            }
        }
    }
}
