/// A container that is handed out for each row. Finding it by the type of its keys costs less than
/// making one, and less than a cast from `Any`, which looks up the type at run time.
final class KeptContainer {
    private let keys: ObjectIdentifier
    private let memory: UnsafeMutableRawPointer
    private let destroy: (UnsafeMutableRawPointer) -> Void

    init<Key: CodingKey>(_ container: KeyedDecodingContainer<Key>) {
        typealias Container = KeyedDecodingContainer<Key>
        keys = ObjectIdentifier(Key.self)
        memory = .allocate(
            byteCount: MemoryLayout<Container>.size, alignment: MemoryLayout<Container>.alignment)
        memory.initializeMemory(as: Container.self, to: container)
        destroy = { $0.assumingMemoryBound(to: Container.self).deinitialize(count: 1) }
    }

    deinit {
        destroy(memory)
        memory.deallocate()
    }

    func isFor<Key: CodingKey>(_ type: Key.Type) -> Bool { keys == ObjectIdentifier(type) }

    /// The container, which is for these keys.
    func container<Key: CodingKey>() -> KeyedDecodingContainer<Key> {
        memory.assumingMemoryBound(to: KeyedDecodingContainer<Key>.self).pointee
    }
}
