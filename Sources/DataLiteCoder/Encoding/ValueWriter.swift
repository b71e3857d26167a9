import DataLiteCore

/// Writes values into a sink, one after the other: what their encoders and containers refer to.
///
/// The values between ``beginRun(_:)`` and ``endRun()`` share their keyed containers.
final class ValueWriter {
    let sink: any ValueSink

    // SAFETY: the properties without a check at run time are read by copying and written by assignment,
    // or changed by methods of their own types that call no code of the user; so two accesses never
    // overlap.

    /// Kept for one run only, because it may refer to what owns the writer.
    @exclusivity(unchecked) private(set) var coder = SQLiteCoder.default

    /// Whether a run has begun and not ended.
    private var isOpen = false

    /// The number of the value that is being written. Encoders and unkeyed containers of another value
    /// refuse values.
    @exclusivity(unchecked) private(set) var value = 0

    /// Whether the keys that are written are names of columns: those of a row, or of a dictionary.
    @exclusivity(unchecked) private(set) var keysAreNames = false

    /// What types are as a whole, looked up once for many values.
    @exclusivity(unchecked) private var forms = KnownValueForms()

    @exclusivity(unchecked) private var containers = ContainerCache<ValueLink>()

    /// How many keyed containers there have been.
    private var containerCount = 0

    /// The properties and elements that the value writes by containers of their own, as JSON.
    @exclusivity(unchecked) private var parts: [Part] = []

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
        if isOpen { endRun() }
        isOpen = true
        self.coder = coder
    }

    /// Ends the run: its containers refuse values from now on.
    func endRun() {
        isOpen = false
        value += 1
        // They refer to the writer.
        containers.endRun()
        // Released after the change, because releasing it may call code of the user.
        let ended = coder
        coder = .default
        withExtendedLifetime(ended) {}
    }

    /// Lets a value write itself.
    func encode(_ value: some Encodable) throws {
        self.value += 1
        defer { self.value += 1 }
        if !parts.isEmpty { parts = [] }
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

    /// Writes a simple value, or lets a value write itself.
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
    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        guard let cached = containers.find(ObjectIdentifier(type)) else {
            return newContainer(type)
        }
        return cached._withUnsafeGuaranteedRef { cached in
            if !cached.isOpen { open(cached) }
            // SAFETY: the keys tell the type of the container, because only `newContainer` adds some.
            return unsafeDowncast(
                cached, to: CachedContainer<KeyedEncodingContainer<Key>, ValueLink>.self
            ).copy()
        }
    }

    @inline(never)
    private func newContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
        // The number is a new one, because a container that the user has kept may have been removed.
        let link = ValueLink(
            keyType: KeyByte.isAvailable(for: type) ? containerCount : nil,
            closedError: sink.closedError)
        containerCount += 1
        let container = KeyedEncodingContainer(KeyedValues<Key>(link))
        let cached = CachedContainer(
            container, isOneReference: ContainerLayout.encodingIsOneReference, keys: type, link)
        containers.add(cached)
        open(cached)
        return container
    }

    private func open(_ container: AnyCachedContainer<ValueLink>) {
        container.link.open(self)
        container.isOpen = true
    }

    /// The name of a property's column or parameter.
    func name(of key: String) -> String { keysAreNames ? key : coder.keys.name(of: key) }

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
