import DataLiteCore
import Foundation

/// The encoder that an `Encodable` gets: hands its values to a sink. One object serves any number of
/// values.
final class ValueEncoder: Encoder {
    unowned let sink: any ValueSink
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// Properties that the value wants to write piece by piece. What becomes of them is found in the
    /// JSON of the whole value.
    private(set) var structured: [String] = []

    init(_ sink: any ValueSink) { self.sink = sink }

    /// Has a value write itself.
    func encode(_ value: some Encodable) throws {
        structured = []
        try value.encode(to: self)
        guard !structured.isEmpty else { return }
        let names = structured
        structured = []
        let whole = try JSONSerialization.jsonObject(with: sink.coder.jsonEncoder().encode(value))
        for name in names {
            guard let part = (whole as? [String: Any])?[name] else { continue }
            let json = try JSONSerialization.data(
                withJSONObject: part, options: [.fragmentsAllowed, .sortedKeys])
            try sink.put(.text(String(decoding: json, as: UTF8.self)), key: name)
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedValues<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedValues(encoder: self) }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValue(encoder: self)
    }

    func note(structured key: String) -> DiscardingEncoder {
        structured.append(key)
        return DiscardingEncoder()
    }

    /// A value in SQL's form: its own, or JSON.
    func value(_ value: some Encodable) throws -> SQLiteValue {
        if let simple = try sink.coder.simpleValue(value) { return simple }
        let probe = ProbeEncoder(sink.coder)
        try value.encode(to: probe)
        if let single = probe.single { return single }
        let json = try sink.coder.jsonEncoder().encode(value)
        return .text(String(decoding: json, as: UTF8.self))
    }
}

/// A sink for the values of one that stands alone.
final class ProbeEncoder: Encoder, SingleValueEncodingContainer {
    private let coder: SQLiteCoder
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// The value, if the type has written just one.
    private(set) var single: SQLiteValue?

    init(_ coder: SQLiteCoder) { self.coder = coder }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        DiscardingEncoder().container(keyedBy: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        DiscardingEncoder().unkeyedContainer()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { single = .null }

    func encode(_ value: some Encodable) throws {
        if let simple = try coder.simpleValue(value) {
            single = simple
        } else {
            try value.encode(to: self)
        }
    }
}
