/// A weak reference to an object of a class-bound protocol.
///
/// Each protocol needs a separate type: a generic one would have to cast the object to the protocol at each
/// use, which costs ten times as much as reading the reference. The types are classes, because reading a weak
/// property of a struct in an array copies it.
package protocol WeakReference<Object>: AnyObject {
    associatedtype Object

    init(_ object: Object)

    /// `nil` once the object was released.
    var object: Object? { get }
}

/// Weakly referenced objects, each once, in the order in which they were added.
package struct WeakList<Reference: WeakReference> {
    private var references: [Reference] = []

    package init() {}

    /// Whether there are no references, not even to released objects.
    package var isEmpty: Bool { references.isEmpty }

    package mutating func add(_ object: Reference.Object) {
        remove(object)
        references.append(Reference(object))
    }

    /// Removes an object, and the references to released objects.
    package mutating func remove(_ object: Reference.Object) {
        references.removeAll { reference in
            guard let other = reference.object else { return true }
            return other as AnyObject === object as AnyObject
        }
    }

    /// The objects that are alive.
    package var alive: [Reference.Object] { references.compactMap(\.object) }

    /// Calls `body` with each object that is alive. Changes to the list take effect at the next call.
    ///
    /// - Returns: Whether any object was alive.
    @discardableResult
    package func forEach(_ body: (Reference.Object) throws -> Void) rethrows -> Bool {
        var isAnyAlive = false
        for reference in references {
            guard let object = reference.object else { continue }
            isAnyAlive = true
            try body(object)
        }
        return isAnyAlive
    }
}
