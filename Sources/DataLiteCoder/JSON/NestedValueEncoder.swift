import DataLiteCore
import Foundation

/// Encodes a value once, with its own `encode(to:)`, as a single value or as JSON.
///
/// It is the encoder passed to the value. A `JSONEncoder` then writes the recorded content, in which dates and other
/// values that have a coder format are already replaced.
final class NestedValueEncoder: Encoder {
    private let settings: JSONSettings
    let codingPath: [any CodingKey]

    /// Whether this is the whole value, which may be a single SQL value.
    private let isRoot: Bool

    /// Whether the keys are dictionary keys, which no strategy changes.
    private var keysAreNames = false

    /// The number of elements that are sorted together; 0 if their order is significant.
    private var entryLength = 0

    private var content = Content.none

    private enum Content {
        case none
        case sql(SQLiteValue)
        case single(JSONNode)
        case object([String: JSONNode])
        case array([JSONNode])
    }

    /// - Parameter key: The key of the property or element to encode.
    convenience init(_ coder: SQLiteCoder, _ key: any CodingKey) {
        self.init(JSONSettings(coder), [key], isRoot: true)
    }

    private init(_ settings: JSONSettings, _ codingPath: [any CodingKey], isRoot: Bool) {
        self.settings = settings
        self.codingPath = codingPath
        self.isRoot = isRoot
    }

    var userInfo: [CodingUserInfoKey: Any] { settings.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if let error = settings.refusal(of: self) {
            return KeyedEncodingContainer(ClosedContainer<Key>(error: error))
        }
        if case .object = content {} else { content = .object([:]) }
        return KeyedEncodingContainer(Object<Key>(part: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if let error = settings.refusal(of: self) {
            return ClosedEncoder(error: error).unkeyedContainer()
        }
        if case .array = content {} else { content = .array([]) }
        return List(part: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(part: self) }

    /// Encodes a value with its own `encode(to:)`.
    @_semantics("optimize.sil.specialize.generic.never")
    func write<T: Encodable>(_ value: T) throws {
        if JSONColumn.isPlain(T.self) {
            content = .single(.leaf(value))
        } else {
            // A single dynamic cast for most values.
            if let container = value as? any ElementContainer {
                keysAreNames = value is any NamedValues
                entryLength = type(of: container).entryLength
            }
            try settings.nested(value, at: codingPath) { try value.encode(to: self) }
        }
    }

    /// The encoded value for SQL: a single value or JSON text.
    func sqliteValue() throws -> SQLiteValue {
        if case .sql(let value) = content { return value }
        return try settings.text(.part(self))
    }

    // MARK: - Content

    private func set(_ node: JSONNode, _ key: any CodingKey) {
        guard case .object(var members) = content else { return }
        content = .none
        members[name(of: key)] = node
        content = .object(members)
    }

    private func name(of key: any CodingKey) -> String {
        keysAreNames ? key.stringValue : settings.name(of: key.stringValue)
    }

    private func append(_ node: JSONNode) {
        guard case .array(var elements) = content else { return }
        content = .none
        elements.append(node)
        content = .array(elements)
    }

    /// The JSON of a property or an element.
    @_semantics("optimize.sil.specialize.generic.never")
    private func node<T: Encodable>(
        of value: T, _ key: @autoclosure () -> any CodingKey
    ) throws -> JSONNode {
        do {
            if let node = try settings.node(of: value) { return node }
        } catch let error as EncodingError {
            throw error.located(codingPath + [key()])
        }
        let part = part(key())
        try part.write(value)
        return .part(part)
    }

    /// The encoder for a property or an element that is written by its own container.
    private func part(_ key: any CodingKey) -> NestedValueEncoder {
        NestedValueEncoder(settings, codingPath + [key], isRoot: false)
    }

    /// The encoder for a member. Another request for the member returns the same encoder.
    private func member(_ key: any CodingKey) -> NestedValueEncoder {
        if case .object(let members) = content, case .part(let part) = members[name(of: key)] {
            return part
        }
        let part = part(key)
        set(.part(part), key)
        return part
    }

    private struct Object<Key: CodingKey>: NestingKeyedEncodingContainer {
        let part: NestedValueEncoder

        var codingPath: [any CodingKey] { part.codingPath }
        func encodeNil(forKey key: Key) throws { part.set(.null, key) }

        func encode(_ value: some Encodable, forKey key: Key) throws { try set(value, key) }

        @available(macOS 15, iOS 18, *)
        func encode(_ value: Int128, forKey key: Key) throws { try set(value, key) }

        @available(macOS 15, iOS 18, *)
        func encode(_ value: UInt128, forKey key: Key) throws { try set(value, key) }

        private func set(_ value: some Encodable, _ key: Key) throws {
            part.set(try part.node(of: value, key), key)
        }

        func superEncoder() -> any Encoder { part.member(NameKey("super")) }
        func superEncoder(forKey key: Key) -> any Encoder { part.member(key) }
    }

    private struct List: NestingUnkeyedEncodingContainer {
        let part: NestedValueEncoder

        var codingPath: [any CodingKey] { part.codingPath }

        var count: Int {
            if case .array(let elements) = part.content { elements.count } else { 0 }
        }

        func encodeNil() throws { part.append(.null) }

        func encode(_ value: some Encodable) throws { try append(value) }

        @available(macOS 15, iOS 18, *)
        func encode(_ value: Int128) throws { try append(value) }

        @available(macOS 15, iOS 18, *)
        func encode(_ value: UInt128) throws { try append(value) }

        @_semantics("optimize.sil.specialize.generic.never")
        private func append(_ value: some Encodable) throws {
            part.append(try part.node(of: value, IndexKey(count)))
        }

        func superEncoder() -> any Encoder {
            let element = part.part(IndexKey(count))
            part.append(.part(element))
            return element
        }
    }

    private struct Single: SingleValueEncodingContainer {
        let part: NestedValueEncoder

        var codingPath: [any CodingKey] { part.codingPath }

        func encodeNil() throws { part.content = part.isRoot ? .sql(.null) : .single(.null) }

        func encode(_ value: some Encodable) throws { try set(value) }

        @available(macOS 15, iOS 18, *)
        func encode(_ value: Int128) throws { try set(value) }

        @available(macOS 15, iOS 18, *)
        func encode(_ value: UInt128) throws { try set(value) }

        @_semantics("optimize.sil.specialize.generic.never")
        private func set(_ value: some Encodable) throws {
            if part.isRoot, let value = try part.settings.coder.simpleValue(value) {
                part.content = .sql(value)
            } else if !part.isRoot, let node = try part.settings.node(of: value) {
                part.content = .single(node)
            } else {
                try part.write(value)
            }
        }
    }
}

// MARK: - JSON

/// A JSON value.
enum JSONNode: Encodable {
    case null
    /// A value that the `JSONEncoder` encodes directly.
    case leaf(any Encodable)
    case part(NestedValueEncoder)

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .leaf(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .part(let part):
            try part.passContent(to: encoder)
        }
    }
}

extension NestedValueEncoder {
    /// Sorts the elements of an unordered collection by their JSON, so that equal values have equal JSON.
    ///
    /// This happens once, because it encodes the elements, and they may be unordered collections themselves.
    private func sort() throws {
        guard entryLength > 0, case .array(let elements) = content else { return }
        let entries = try stride(from: 0, to: elements.count, by: entryLength).map { start in
            let entry = elements[start..<min(start + entryLength, elements.count)]
            return (entry, json: try settings.json(elements[start]))
        }
        content = .array(
            entries.sorted { $0.json.lexicographicallyPrecedes($1.json) }.flatMap(\.0))
        entryLength = 0
    }

    fileprivate func passContent(to encoder: any Encoder) throws {
        try sort()
        switch content {
        case .none: _ = encoder.container(keyedBy: NameKey.self)
        case .sql(let value): try JSONSettings.node(of: value).encode(to: encoder)
        case .single(let node): try node.encode(to: encoder)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let members) where keysAreNames:
            // The key strategy of a `JSONEncoder` does not change the keys of a dictionary.
            var container = encoder.singleValueContainer()
            try container.encode(members)
        case .object(let members):
            var container = encoder.container(keyedBy: NameKey.self)
            for (name, node) in members { try container.encode(node, forKey: NameKey(name)) }
        }
    }
}
