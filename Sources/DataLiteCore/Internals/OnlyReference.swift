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
