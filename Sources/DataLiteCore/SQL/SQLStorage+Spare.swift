import DataLiteC
import Foundation

// A statement's SQL is usually not needed after the statement has run, and the next SQL is written on the same thread.
// So a thread keeps the storage of its latest SQL and reuses it, if nothing else refers to it by then. Allocating and
// releasing it would take 250 instructions of a lookup: `lookup-one-line` of `.ci/instructions`.
//
// SAFETY: only the current thread accesses its memory. The reference in it is retained by `keepForNext` and released by
// `make`, or by the destructor when the thread ends.
extension SQLStorage {
    /// The largest text, and the largest text parameter, of a storage that a thread keeps, in bytes. A storage with a
    /// blob is not kept, because the blob may have a custom deallocator.
    private static let textLimit = 1024
    private static let parameterLimit = 64

    /// The largest number of parameters of a storage that a thread keeps.
    private static let parameterCountLimit = 64

    /// The memory of the current thread.
    // Not inlined: each object file that the C function is inlined into has its own memory.
    @inline(never)
    private static var spare: UnsafeMutablePointer<datalite_spare> { datalite_spare_storage() }

    /// An empty storage.
    @usableFromInline
    static func make(textCapacity: Int, parameterCapacity: Int) -> SQLStorage {
        let spare = spare
        if let object = spare.pointee.object {
            spare.pointee.object = nil
            var storage = Unmanaged<SQLStorage>.fromOpaque(object).takeRetainedValue()
            if isKnownUniquelyReferenced(&storage),
                storage.hasCapacity(text: textCapacity, parameters: parameterCapacity)
            {
                storage.removeAll()
                return storage
            }
        }
        // Enough for most statements that may come next.
        return allocate(
            textCapacity: max(textCapacity, 160), parameterCapacity: max(parameterCapacity, 4))
    }

    /// Keeps the storage for the next SQL that the thread writes.
    @inline(__always)
    func keepForNext() {
        let spare = Self.spare
        guard spare.pointee.object == nil, text.count <= Self.textLimit,
            parameters.count <= Self.parameterCountLimit
        else { return }
        for parameter in parameters {
            switch parameter {
            case .int, .real, .null: continue
            case .text(let text): guard text.utf8.count <= Self.parameterLimit else { return }
            case .blob: return
            }
        }
        guard spare.pointee.isReleased != 0 || Self.releaseWhenThreadEnds(spare) else { return }
        spare.pointee.object = Unmanaged.passRetained(self).toOpaque()
    }

    /// - Returns: Whether the storage is released when the thread ends.
    @inline(never)
    private static func releaseWhenThreadEnds(
        _ spare: UnsafeMutablePointer<datalite_spare>
    ) -> Bool {
        guard let key = threadKey, pthread_setspecific(key, spare) == 0 else { return false }
        spare.pointee.isReleased = 1
        return true
    }

    /// The key whose destructor releases the storage of a thread; `nil` if the system has no more keys.
    private static let threadKey: pthread_key_t? = {
        var key = pthread_key_t()
        let code = pthread_key_create(&key) { memory in
            #if canImport(Darwin)
                let spare = memory.assumingMemoryBound(to: datalite_spare.self)
            #else
                guard let spare = memory?.assumingMemoryBound(to: datalite_spare.self) else {
                    return
                }
            #endif
            // Another destructor may still run SQL, for example to close a database that the thread held.
            spare.pointee.isReleased = 0
            guard let object = spare.pointee.object else { return }
            spare.pointee.object = nil
            Unmanaged<SQLStorage>.fromOpaque(object).release()
        }
        return code == 0 ? key : nil
    }()
}
