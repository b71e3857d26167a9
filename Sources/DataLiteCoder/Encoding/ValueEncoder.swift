import DataLiteCore
import Foundation

/// The encoder that an `Encodable` gets: hands its values to a sink. One object serves any number of
/// values.
final class ValueEncoder: Encoder {
    private(set) var sink: any ValueSink

    /// Kept for one value only: it may hold what holds the encoder.
    @exclusivity(unchecked) private(set) var coder = SQLiteCoder.default

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { coder.userInfo }

    /// Whether the keys that are written are names of columns: those of a row, or of a dictionary.
    @exclusivity(unchecked) private(set) var keysAreNames = false

    private let frame = LinkFrame()

    // Read by copying and set by assigning, so no access can overlap another one.

    @exclusivity(unchecked) private var forms = KnownValueForms()

    /// The containers that have been handed out, which have no state of their own: for most types, one.
    @exclusivity(unchecked) private var containers: [AnyKeptContainer] = []

    /// How many types of keys there have been.
    @exclusivity(unchecked) private var numbers: Int64

    /// Where there are values that want to be written piece by piece.
    @exclusivity(unchecked) private var parts: [ValuePart.Place] = []

    /// - Parameter former: The encoder for the same sink that this one follows.
    init(_ sink: any ValueSink, after former: ValueEncoder? = nil) {
        self.sink = sink
        numbers = former?.numbers ?? 0
    }

    deinit { frame.cut() }

    /// Has a value write itself.
    func encode(_ value: some Encodable, _ coder: SQLiteCoder) throws {
        self.coder = coder
        if containers.contains(where: { $0.isShared() }) {
            frame.cut()
            containers = []
        }
        frame.begin(self)
        defer {
            frame.end()
            self.coder = .default
        }
        parts = []
        try write(value)
        guard !parts.isEmpty else { return }
        for place in parts {
            try put(coder.json(ValuePart(value: value, place: place)), at: place)
        }
    }

    /// Puts another encoder for the same sink in the place of one that somebody has kept.
    @inline(__always)
    static func renew(_ encoder: inout ValueEncoder) {
        guard !isKnownUniquelyReferenced(&encoder) else { return }
        let sink = encoder.sink
        encoder.retire()
        encoder = ValueEncoder(sink, after: encoder)
    }

    /// Takes its sink from those who have kept the encoder.
    private func retire() {
        sink = ClosedSink()
        frame.cut()
    }

    func form(of type: any Encodable.Type) -> ValueForm { forms.form(of: type) }

    /// Has a value write itself, or the one in it.
    func write<T: Encodable>(_ value: T) throws {
        let outer = keysAreNames
        defer { keysAreNames = outer }
        switch form(of: T.self).kind {
        case .simple:
            guard let simple = try coder.simpleValue(value) else { fallthrough }
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
        case .key(let key): try put(value, key, .none)
        case .position(let position): try sink.put(value, position: position)
        }
    }

    /// A property.
    func put(_ value: SQLiteValue, _ key: String, _ slot: KeySlot) throws {
        try sink.put(value, name: keysAreNames ? key : coder.keys.name(of: key), slot)
    }

    /// A property that is `nil`.
    func putNil(_ key: String) throws {
        try sink.putNil(name: keysAreNames ? key : coder.keys.name(of: key), .none)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        typealias Kept = KeptContainer<KeyedEncodingContainer<Key>>
        let keys = ObjectIdentifier(type)
        for container in containers where container.keys == keys {
            // Right: there are only containers of this kind, so the keys tell its type.
            return unsafeDowncast(container, to: Kept.self).copy()
        }
        return makeContainer(type)
    }

    // Not in line, or its look-up of types would come before everything in `container(keyedBy:)`.
    @inline(never)
    private func makeContainer<Key: CodingKey>(
        _ type: Key.Type
    ) -> KeyedEncodingContainer<Key> {
        numbers += 1
        let number = KeyByte.isAvailable(for: type) ? numbers : nil
        let container = KeyedEncodingContainer(
            KeyedValues<Key>(link: EncoderLink(frame), number: number))
        containers.append(KeptContainer(container, keys: type))
        return container
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
    func value<T: Encodable>(_ value: T) throws -> SQLiteValue {
        if form(of: T.self).kind == .simple, let simple = try coder.simpleValue(value) {
            return simple
        }
        let probe = ProbeEncoder(coder)
        try value.encode(to: probe)
        if let single = probe.single { return single }
        return try coder.json(value)
    }
}
