public import DataLiteC

/// Access to a number that other threads may read at the same time. It orders no other memory access.
///
/// `Atomic` of the standard library needs macOS 15.
@usableFromInline
package enum RelaxedAtomic {
    @inlinable
    @inline(__always)
    package static func load(_ number: UnsafePointer<Int>) -> Int { datalite_load(number) }

    package static func store(_ value: Int, in number: UnsafeMutablePointer<Int>) {
        datalite_store(number, value)
    }

    /// For a number that only one thread changes at a time.
    package static func increment(_ number: UnsafeMutablePointer<Int>) {
        datalite_store(number, datalite_load(number) &+ 1)
    }
}
