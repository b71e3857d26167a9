/// The keyed containers of a reader or a writer, one for each type of keys.
///
/// Making a container of the standard library takes two allocations and several look-ups of types: about
/// 2,000 of the 12,000 instructions of a one-line lookup. So one serves all values, and all runs.
///
/// Finding a container is not generic: looking up the types of generic code would cost more than reading
/// a row of four columns does.
struct ContainerCache<Link: ContainerLink> {
    private var containers: [AnyCachedContainer<Link>] = []

    /// The container for a type of keys; not retained, because the cache keeps it for the run.
    @inline(__always)
    func find(_ keys: ObjectIdentifier) -> Unmanaged<AnyCachedContainer<Link>>? {
        for index in containers.indices where containers[index].keys == keys {
            return .passUnretained(containers[index])
        }
        return nil
    }

    mutating func add(_ container: AnyCachedContainer<Link>) { containers.append(container) }

    /// Closes the containers. One that the user has kept stays closed: the next run has another one.
    mutating func endRun() {
        for index in containers.indices.reversed() where containers[index].isOpen {
            containers[index].isOpen = false
            containers[index].link.close()
            if containers[index].isShared() { containers.remove(at: index) }
        }
    }
}

/// What a keyed container refers to: a reader or a writer, until its run ends.
protocol ContainerLink: AnyObject {
    /// Releases the reader or the writer, so that the container refuses every call.
    func close()

    /// Called before the cache releases a container that the user has kept: closed for ever.
    func retire()
}

/// A keyed container for keys of any type.
class AnyCachedContainer<Link: ContainerLink> {
    // SAFETY: the properties are read by copying and written by assignment, so two accesses never overlap.

    /// The type of the keys.
    let keys: ObjectIdentifier
    let link: Link

    /// Whether the link is open.
    @exclusivity(unchecked) var isOpen = false

    /// The object that the container refers to, and keeps alive; `nil` if that is not known.
    @exclusivity(unchecked) private var box: UnsafeMutableRawPointer?

    fileprivate init(_ keys: ObjectIdentifier, _ link: Link, box: UnsafeMutableRawPointer?) {
        self.keys = keys
        self.link = link
        self.box = box
    }

    /// Whether the user has kept the container.
    func isShared() -> Bool {
        guard box != nil else { return true }
        return withUnsafeMutableBytes(of: &box) { box in
            // SAFETY: `box` is not nil and points to an object, so its memory is that of a reference.
            !isKnownUniquelyReferenced(&box.assumingMemoryBound(to: AnyObject.self)[0])
        }
    }
}

/// A keyed container of the standard library, with its type.
final class CachedContainer<Container, Link: ContainerLink>: AnyCachedContainer<Link> {
    private let container: Container

    /// - Parameter isOneReference: Whether this is known of containers of this kind.
    init(_ container: Container, isOneReference: Bool, keys: any CodingKey.Type, _ link: Link) {
        self.container = container
        let box: UnsafeMutableRawPointer? =
            isOneReference
            ? withUnsafeBytes(of: container) { $0.load(as: UnsafeMutableRawPointer.self) } : nil
        super.init(ObjectIdentifier(keys), link, box: box)
    }

    // Here, and not in the base class, because the container must still be there.
    deinit {
        if isShared() { link.retire() }
    }

    // Not inline: here the object tells its types, and a caller would have to look them up.
    @inline(never)
    func copy() -> Container { container }
}

/// Tells whether the containers of the standard library are one reference to an object, as they are now:
/// then its count of references tells whether the user has kept one.
enum ContainerLayout {
    static let decodingIsOneReference: Bool = {
        let link = RowLink(hasByteKeys: false, readsDatesAsCore: false)
        return withExtendedLifetime(link) {
            isOneReference(KeyedDecodingContainer(KeyedRow<NameKey>(link.row)))
        }
    }()

    static let encodingIsOneReference = isOneReference(
        KeyedEncodingContainer(ClosedContainer<NameKey>(error: ParameterSink.ended)))

    /// Whether the bytes of a value are a reference to the one object that it is seen to contain.
    private static func isOneReference(_ container: some Any) -> Bool {
        let children = Mirror(reflecting: container).children.map(\.value)
        guard children.count == 1, type(of: children[0]) is AnyClass else { return false }
        let object = Unmanaged.passUnretained(children[0] as AnyObject).toOpaque()
        return withUnsafeBytes(of: container) { bytes in
            bytes.count == MemoryLayout<UnsafeMutableRawPointer>.size
                && bytes.load(as: UnsafeMutableRawPointer.self) == object
        }
    }
}
