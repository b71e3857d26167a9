/// The keyed containers of a run, by the type of their keys. A container is made for the first value of
/// a run, kept from the second one on, and used again for the others.
struct ContainerCache {
    private var kept: [AnyCachedContainer] = []

    /// The types of keys that have been asked for. Their positions tell apart keys of different types
    /// in the memory of a sink.
    private var keyTypes: [ObjectIdentifier] = []

    /// The types of keys of which this run has had a container.
    private var used: [ObjectIdentifier] = []

    /// - Parameter make: Makes a container, for the number of the type of its keys.
    mutating func container<Container, Key: CodingKey>(
        keyedBy type: Key.Type, _ make: (Int) -> Container
    ) -> Container {
        let id = ObjectIdentifier(type)
        for container in kept where container.keys == id {
            // SAFETY: The type of keys determines the type of the container: all containers of a cache
            // are of one generic type.
            return unsafeDowncast(container, to: CachedContainer<Container>.self).container
        }
        return newContainer(id, make)
    }

    // Not inline: its look-ups of types would come before everything else in the function above.
    @inline(never)
    private mutating func newContainer<Container>(
        _ id: ObjectIdentifier, _ make: (Int) -> Container
    ) -> Container {
        let container = make(number(of: id))
        if used.contains(id) {
            kept.append(CachedContainer(container, keys: id))
        } else {
            used.append(id)
        }
        return container
    }

    private mutating func number(of id: ObjectIdentifier) -> Int {
        if let number = keyTypes.firstIndex(of: id) { return number }
        keyTypes.append(id)
        return keyTypes.count - 1
    }

    /// Ends a run.
    mutating func removeAll() {
        kept.removeAll(keepingCapacity: true)
        used.removeAll(keepingCapacity: true)
    }
}

private class AnyCachedContainer {
    let keys: ObjectIdentifier
    init(keys: ObjectIdentifier) { self.keys = keys }
}

private final class CachedContainer<Container>: AnyCachedContainer {
    let container: Container

    init(_ container: Container, keys: ObjectIdentifier) {
        self.container = container
        super.init(keys: keys)
    }
}
