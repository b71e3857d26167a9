import Foundation

extension Array where Element: Sendable {
    /// The results of a closure for all elements, computed concurrently on all processors.
    func concurrentMap<R>(_ body: @Sendable (Element) -> R) -> [R] {
        // SAFETY: each iteration writes a different element, and all complete before the array is read.
        let results = [R?](unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.initialize(repeating: nil)
            initialized = count
            nonisolated(unsafe) let slots = buffer
            DispatchQueue.concurrentPerform(iterations: count) { index in
                slots[index] = body(self[index])
            }
        }
        return results.compactMap(\.self)
    }
}
