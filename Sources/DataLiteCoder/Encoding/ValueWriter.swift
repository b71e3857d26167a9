import DataLiteCore

/// Writes values into a sink, one at a time. Their encoders and containers reference it.
///
/// The values between ``begin(_:)`` and ``end()`` are a run. If the caller keeps an encoder or a container of a run,
/// the writer is not reused for another run: it stays ended and rejects every value, on any thread.
package final class ValueWriter {
    let sink: any ValueSink

    // SAFETY: the properties without an exclusivity check at run time are read by copying and written by assignment,
    // or changed by methods of their own types that call no user code, so two accesses never overlap.

    /// Kept for the run only, because the coder may reference the owner of the writer.
    @exclusivity(unchecked) package private(set) var coder = SQLiteCoder.default

    /// Whether a run has begun and not ended.
    @exclusivity(unchecked) private(set) var isOpen = false

    /// The number of the value that is being written. Encoders and unkeyed containers of another value reject values.
    @exclusivity(unchecked) private(set) var value = 0

    /// Whether the keys being written are column names, as for a row or a dictionary.
    @exclusivity(unchecked) private(set) var keysAreNames = false

    /// The nesting depth of values that encode themselves as a single value.
    @exclusivity(unchecked) private var depth = 0

    /// The forms of types, looked up once for many values.
    @exclusivity(unchecked) private var forms = KnownValueForms()

    /// The types of single-byte keys.
    @exclusivity(unchecked) private var keyTypes = KeyTypes()

    @exclusivity(unchecked) private var containers = RunContainers<ValueWriter>()

    /// The properties and elements that the value writes through separate containers, as JSON.
    @exclusivity(unchecked) private var parts: [Part] = []

    private struct Part {
        let target: Target
        let json: NestedValueEncoder
    }

    enum Target: Equatable {
        case name(String)
        case position(Int)
    }

    package init(_ sink: any ValueSink) { self.sink = sink }

    /// Creates a writer for the sink of another writer. It keeps the key types, because the sink identifies keys by
    /// their numbers.
    private init(replacing other: ValueWriter) {
        sink = other.sink
        forms = other.forms
        keyTypes = other.keyTypes
    }

    /// Replaces a writer if the caller kept one of its encoders or containers.
    package static func replaceIfKept(_ writer: inout ValueWriter) {
        if !isOnlyReference(&writer) { writer = ValueWriter(replacing: writer) }
    }

    package func begin(_ coder: SQLiteCoder) {
        isOpen = true
        self.coder = coder
        containers.beginRun(self)
    }

    /// Ends the run. Its containers reject further values.
    package func end() {
        // A writer that has ended may be in use on another thread.
        guard isOpen else { return }
        isOpen = false
        value += 1
        // The containers reference the writer, which can be reused if nothing else references it.
        containers.endRun()
        // Released after the changes, because releasing them may call user code.
        let ended = (coder, parts)
        defer { withExtendedLifetime(ended) {} }
        coder = .default
        if !parts.isEmpty { parts = [] }
    }

    /// Encodes a value.
    package func encode(_ value: some Encodable) throws {
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

    package func form(of type: any Encodable.Type) -> ValueForm { forms.form(of: type) }

    /// Writes a simple value, or encodes a value with its own `encode(to:)`.
    @_semantics("optimize.sil.specialize.generic.never")
    func write<T: Encodable>(_ value: T) throws {
        let outer = keysAreNames
        depth += 1
        defer {
            depth -= 1
            keysAreNames = outer
        }
        try NestingLimit.require(depth, value, at: [])
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

    // MARK: - Containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        guard let stored = containers.find(type) else { return newContainer(type) }
        return stored._withUnsafeGuaranteedRef {
            // SAFETY: the key type determines the type of the container, because only `newContainer` adds containers.
            $0.copy(as: KeyedEncodingContainer<Key>.self)
        }
    }

    @inline(never)
    private func newContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
        let content = ValueContainer(self, keyTypes.firstSlot(of: type))
        let container = KeyedEncodingContainer(ValueKeyedContainer<Key>(content))
        // Storing a container does not pay off for one value.
        if value > 1, Self.storesContainers { containers.add(container, content, for: type) }
        return container
    }

    /// Whether copies of keyed containers can be counted.
    private static let storesContainers = isReference(
        KeyedEncodingContainer(ClosedContainer<IndexKey>(error: ended)))

    /// The name of a property's column or parameter.
    func name(of key: String) -> String { keysAreNames ? key : coder.keys.name(of: key) }

    /// The error for a container that no longer has a writer.
    static var ended: EncodingError {
        .invalidValue(
            ValueWriter.self,
            .init(codingPath: [], debugDescription: "the value of this container has been written"))
    }

    func requireRun() throws {
        guard isOpen else { throw sink.closedError }
    }

    func requireValue(_ value: Int) throws {
        guard value == self.value else { throw sink.closedError }
    }

    /// The encoder for a property or an element that is written by its own container. Its JSON is added after the
    /// whole value is written.
    func part(at target: Target, _ key: any CodingKey) throws -> NestedValueEncoder {
        if let part = parts.first(where: { $0.target == target }) { return part.json }
        // Reserves the position among the columns.
        switch target {
        case .name(let name): try sink.put(.null, name: name, .none)
        case .position(let position): try sink.put(.null, position: position)
        }
        let json = NestedValueEncoder(coder.coder(forKey: key.stringValue), key)
        parts.append(Part(target: target, json: json))
        return json
    }

    /// The SQL value of a property or an element: a simple value or JSON.
    @_semantics("optimize.sil.specialize.generic.never")
    func sqliteValue<T: Encodable>(
        _ value: T, _ key: @autoclosure () -> any CodingKey
    ) throws -> SQLiteValue {
        let coder = coder.coder(forKey: key().stringValue)
        if form(of: T.self).kind == .simple, let simple = try coder.simpleValue(value) {
            return simple
        }
        let json = NestedValueEncoder(coder, key())
        try json.write(value)
        return try json.sqliteValue()
    }
}
