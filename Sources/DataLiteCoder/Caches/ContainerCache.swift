/// The keyed containers of a run, by the type of their keys. A container is made for the first value of
/// a run, kept from the second one on, and used again for the others.
///
/// Looking up a container is not generic: looking up the types of generic code would cost more than
/// reading a row of four columns does.
struct ContainerCache {
    private var kept: [AnyCachedContainer] = []

    /// The types of keys that have been used. Their positions identify them in the memory of a sink.
    private var keyTypes: [ObjectIdentifier] = []

    /// The types of keys of which this run has had a container.
    private var used: [ObjectIdentifier] = []

    /// The container that is kept for a type of keys.
    func container(_ keys: ObjectIdentifier) -> AnyCachedContainer? {
        for container in kept where container.keys == keys { return container }
        return nil
    }

    /// The number of a type of keys.
    mutating func number(of keys: ObjectIdentifier) -> Int {
        if let number = keyTypes.firstIndex(of: keys) { return number }
        keyTypes.append(keys)
        return keyTypes.count - 1
    }

    /// Adds a new container, unless it is the first one of the run.
    mutating func add<Container>(_ container: Container, _ keys: ObjectIdentifier) {
        if used.contains(keys) {
            kept.append(CachedContainer(container, keys: keys))
        } else {
            used.append(keys)
        }
    }

    /// Ends a run.
    mutating func removeAll() {
        kept.removeAll(keepingCapacity: true)
        used.removeAll(keepingCapacity: true)
    }
}

/// A container of any type.
class AnyCachedContainer {
    /// The type of its keys.
    let keys: ObjectIdentifier

    init(keys: ObjectIdentifier) { self.keys = keys }
}

/// A container with its type.
final class CachedContainer<Container>: AnyCachedContainer {
    private let container: Container

    init(_ container: Container, keys: ObjectIdentifier) {
        self.container = container
        super.init(keys: keys)
    }

    // Not inline: here the object tells its type, and a caller would have to look it up.
    @inline(never)
    func copy() -> Container { container }
}
