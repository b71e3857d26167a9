// `isKnownUniquelyReferenced` ignores weak and unowned references. A program that has kept one can make it strong
// later, while the object serves another call, perhaps on another thread. So an object that the library reuses is
// reused only if there are none of these either.

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
    // All strong references together count as one unowned reference, and all unowned ones as one weak reference.
    _getWeakRetainCount(object) > 1 || _getUnownedRetainCount(object) > 1
}

/// The number of weak and unowned references to an object, to compare with an earlier one.
func weakReferenceCount(of object: AnyObject) -> UInt {
    _getWeakRetainCount(object) &+ _getUnownedRetainCount(object)
}
