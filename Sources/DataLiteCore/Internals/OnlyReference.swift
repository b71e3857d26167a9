// `isKnownUniquelyReferenced` ignores weak and unowned references. A program that keeps such a reference can
// make it strong later, while the object serves another call, perhaps on another thread. So the library
// reuses an object only if it has no weak or unowned references either.

/// Whether nothing else refers to an object, not even weakly.
@inlinable
@inline(__always)
package func isOnlyReference<T: AnyObject>(_ object: inout T) -> Bool {
    isKnownUniquelyReferenced(&object) && !hasWeakReference(object)
}

/// Whether there is a weak or unowned reference to an object.
@inlinable
@inline(__always)
package func hasWeakReference(_ object: AnyObject) -> Bool {
    // All strong references together are counted as one unowned reference, and all unowned references as one
    // weak reference.
    _getWeakRetainCount(object) > 1 || _getUnownedRetainCount(object) > 1
}

/// The number of weak and unowned references to an object, to compare with an earlier number.
func weakReferenceCount(of object: AnyObject) -> UInt {
    _getWeakRetainCount(object) &+ _getUnownedRetainCount(object)
}

// MARK: - WeakList

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

// MARK: - CachedObjects

/// Objects that modules above the core cache with a connection or a statement, one of each class.
///
/// Each module uses its own classes, so modules cannot collide.
package struct CachedObjects {
    private var objects: [AnyObject] = []

    package init() {}

    /// The object of a class; `nil` if none has been stored.
    package subscript<Companion: AnyObject>(_ type: Companion.Type) -> Companion? {
        get {
            for object in objects {
                if let companion = object as? Companion { return companion }
            }
            return nil
        }
        set {
            objects.removeAll { $0 is Companion }
            if let newValue { objects.append(newValue) }
        }
    }
}

// Declared in this module, because other modules would check the exclusivity of each access to the
// companions.

extension Statement {
    /// The object of a class that a module has cached with the statement.
    package func companion<Companion: AnyObject>(_ type: Companion.Type) -> Companion? {
        companions[type]
    }
}

extension Connection {
    /// The object of a class that a module has cached with the connection.
    package func companion<Companion: AnyObject>(_ type: Companion.Type) -> Companion? {
        companions[type]
    }
}
