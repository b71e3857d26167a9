/// A keyed container of the standard library that is handed out time and again. Making one costs an
/// allocation, and a look-up of its type by that of its keys.
class AnyKeptContainer {
    /// The type of its keys.
    let keys: ObjectIdentifier

    init(keys: any CodingKey.Type) { self.keys = ObjectIdentifier(keys) }

    /// Whether somebody has kept what was handed out.
    func isShared() -> Bool { true }
}

/// The container with its type, which is found in the object itself.
final class KeptContainer<Container>: AnyKeptContainer {
    @exclusivity(unchecked) private var container: Container

    init(_ container: Container, keys: any CodingKey.Type) {
        self.container = container
        super.init(keys: keys)
    }

    // Not in line, where the type would be looked up.
    @inline(never)
    func copy() -> Container { container }

    override func isShared() -> Bool {
        withUnsafeMutableBytes(of: &container, Self.isShared)
    }

    /// - Parameter container: A reference to the library's own box for it, and nothing else.
    // Right: it is as large as one reference, and what holds values of every size and is no larger refers to
    // an object. Only the count of references is looked at, which all objects have at one place.
    private static func isShared(_ container: UnsafeMutableRawBufferPointer) -> Bool {
        guard container.count == MemoryLayout<Box>.size, let box = container.baseAddress else {
            return true
        }
        return !isKnownUniquelyReferenced(&box.assumingMemoryBound(to: Box.self).pointee)
    }
}

/// Stands for the library's box: the compiler wants a class to look at the count of references.
private class Box {}
