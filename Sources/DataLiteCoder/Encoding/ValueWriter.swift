import DataLiteCore

/// Writes values into a sink, one after the other: what their encoders and containers refer to.
///
/// The values between ``beginRun(_:)`` and ``endRun()`` share their keyed containers.
final class ValueWriter {
    let sink: any ValueSink

    // SAFETY: the properties without a check at run time are read by copying and written by assignment,
    // or changed by methods of their own types that call no code of the user; so two accesses never
    // overlap.

    /// Kept for one run only: it may hold what holds the writer.
    @exclusivity(unchecked) private(set) var coder = SQLiteCoder.default

    /// The number of the current run. A keyed container of another run refuses values.
    @exclusivity(unchecked) private(set) var run = 0

    /// The number of the value that is being written. Encoders and other containers of another value
    /// refuse values.
    @exclusivity(unchecked) private(set) var value = 0

    /// Whether the keys that are written are names of columns: those of a row, or of a dictionary.
    @exclusivity(unchecked) private(set) var keysAreNames = false

    /// What types are as a whole, looked up once for many values.
    private var forms = KnownValueForms()

    @exclusivity(unchecked) private var containers = ContainerCache()

    /// The properties and elements that the value writes by containers of their own, as JSON.
    private var parts: [Part] = []

    private struct Part {
        let target: Target
        let json: JSONPart
    }

    enum Target: Equatable {
        case name(String)
        case position(Int)
    }

    init(_ sink: any ValueSink) { self.sink = sink }

    func beginRun(_ coder: SQLiteCoder) {
        endRun()
        self.coder = coder
    }

    /// Ends the run: its containers refuse values from now on.
    func endRun() {
        run += 1
        value += 1
        // They refer to the writer.
        containers.removeAll()
        // Released after the change, because releasing it may call code of the user.
        let ended = coder
        coder = .default
        withExtendedLifetime(ended) {}
    }

    /// Lets a value write itself.
    func encode(_ value: some Encodable) throws {
        self.value += 1
        defer { self.value += 1 }
        parts = []
        try write(value)
        for part in parts {
            let value = try part.json.sqliteValue()
            switch part.target {
            case .name(let name): try sink.put(value, name: name, .none)
            case .position(let position): try sink.put(value, position: position)
            }
        }
    }

    func form(of type: any Encodable.Type) -> ValueForm { forms.form(of: type) }

    /// Lets a value write itself, or the value in it.
    func write<T: Encodable>(_ value: T) throws {
        let outer = keysAreNames
        defer { keysAreNames = outer }
        switch form(of: T.self).kind {
        case .simple:
            guard let simple = try coder.simpleValue(value) else { fallthrough }
            try sink.put(simple)
        case .properties:
            keysAreNames = false
            try value.encode(to: ValueEncoder(self))
        case .names:
            keysAreNames = true
            try value.encode(to: ValueEncoder(self))
        }
    }
}

// MARK: - Containers

extension ValueWriter {
    /// Making a container takes an allocation and look-ups of types, so one serves all values of a
    /// run.
    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        guard let cached = containers.container(ObjectIdentifier(type)) else {
            return newContainer(type)
        }
        // SAFETY: The keys tell the type of the container, because only `newContainer` adds some.
        return unsafeDowncast(cached, to: CachedContainer<KeyedEncodingContainer<Key>>.self).copy()
    }

    @inline(never)
    private func newContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
        let keys = ObjectIdentifier(type)
        let container = KeyedEncodingContainer(
            KeyedValues<Key>(self, keyType: containers.number(of: keys)))
        containers.add(container, keys)
        return container
    }

    /// The name of a property's column or parameter.
    func name(of key: String) -> String { keysAreNames ? key : coder.keys.name(of: key) }

    func requireRun(_ run: Int) throws {
        guard run == self.run else { throw sink.closedError }
    }

    func requireValue(_ value: Int) throws {
        guard value == self.value else { throw sink.closedError }
    }

    /// A property or an element that is written by a container of its own. Its JSON is put in its place
    /// when the whole value has been written.
    func part(at target: Target, _ key: any CodingKey) throws -> JSONPart {
        if let part = parts.first(where: { $0.target == target }) { return part.json }
        // Reserves the position among the columns.
        switch target {
        case .name(let name): try sink.put(.null, name: name, .none)
        case .position(let position): try sink.put(.null, position: position)
        }
        let json = JSONPart(coder, key)
        parts.append(Part(target: target, json: json))
        return json
    }

    /// A property or an element in SQL's form: its own, or JSON.
    func sqliteValue<T: Encodable>(
        _ value: T, _ key: @autoclosure () -> any CodingKey
    ) throws -> SQLiteValue {
        if form(of: T.self).kind == .simple, let simple = try coder.simpleValue(value) {
            return simple
        }
        let json = JSONPart(coder, key())
        try json.write(value)
        return try json.sqliteValue()
    }
}
