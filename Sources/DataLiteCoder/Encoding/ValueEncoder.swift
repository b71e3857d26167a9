import DataLiteCore
import Foundation

/// The encoder that an `Encodable` gets: hands its values to a sink. One object serves any number of
/// values.
final class ValueEncoder: Encoder {
    let sink: any ValueSink
    let codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { sink.coder.userInfo }

    /// Whether the keys that are written are names of columns: those of a row, or of a dictionary.
    private(set) var keysAreNames = false

    private var form = KnownValueForm()

    /// Where there are values that want to be written piece by piece.
    private var parts: [ValuePart.Place] = []

    init(_ sink: any ValueSink) { self.sink = sink }

    /// Has a value write itself.
    func encode(_ value: some Encodable) throws {
        parts = []
        try write(value)
        guard !parts.isEmpty else { return }
        sink.beginParts()
        for place in parts {
            try put(sink.coder.json(ValuePart(value: value, place: place)), at: place)
        }
    }

    /// Has a value write itself, or the one in it.
    func write<T: Encodable>(_ value: T) throws {
        switch form.form(of: T.self) {
        case .simple:
            guard let simple = try sink.coder.simpleValue(value) else { fallthrough }
            try sink.put(simple)
        case .properties:
            keysAreNames = false
            try value.encode(to: self)
        case .names:
            keysAreNames = true
            try value.encode(to: self)
        }
    }

    private func put(_ value: SQLiteValue, at place: ValuePart.Place) throws {
        switch place {
        case .key(let key): try sink.put(value, key: key)
        case .position(let position): try sink.put(value, position: position)
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedValues<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedValues(encoder: self) }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValue(encoder: self)
    }

    /// An encoder for a value that is written piece by piece, which is passed over now: its JSON is
    /// made when the whole value has been seen.
    func note(_ place: ValuePart.Place) -> any Encoder {
        if !parts.contains(place) {
            parts.append(place)
            // Keeps the place among the columns. What this throws is thrown again with the JSON.
            try? put(.null, at: place)
        }
        return PartEncoder()
    }

    /// A value in SQL's form: its own, or JSON.
    func value(_ value: some Encodable) throws -> SQLiteValue {
        if let simple = try sink.coder.simpleValue(value) { return simple }
        let probe = ProbeEncoder(sink.coder)
        try value.encode(to: probe)
        if let single = probe.single { return single }
        return try sink.coder.json(value)
    }
}

/// A sink for the values of one that stands alone.
final class ProbeEncoder: Encoder, SingleValueEncodingContainer {
    private let coder: SQLiteCoder
    let codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { coder.userInfo }

    /// The value, if the type has written just one.
    private(set) var single: SQLiteValue?

    init(_ coder: SQLiteCoder) { self.coder = coder }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        PartEncoder().container(keyedBy: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        PartEncoder().unkeyedContainer()
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
