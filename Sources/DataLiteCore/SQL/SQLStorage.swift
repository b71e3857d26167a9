import DataLiteC
import Foundation

/// The positions of the parts of an ``SQLStorage``.
@usableFromInline
struct SQLStorageHeader {
    /// The end of the parameters, and the end of the space for them, where the text begins.
    var parameterEnd: UnsafeMutablePointer<SQLiteValue>
    let parameterLimit: UnsafeMutablePointer<SQLiteValue>

    /// The end of the text, and the end of the space for it.
    var textEnd: UnsafeMutablePointer<UInt8>
    let textLimit: UnsafeMutablePointer<UInt8>

    /// The end of the last interpolation in the text, or of the last inserted `SQL` with parameters; `nil` if there is
    /// none.
    var interpolationsEnd: UnsafeMutablePointer<UInt8>?
}

/// The text and the parameters of an ``SQL`` in one allocation.
///
/// Most SQL is written where it runs. Two arrays and their growth would take a tenth of the time of a lookup:
/// `lookup-one-line` of `.ci/instructions`.
//
// SAFETY: the elements are the parameters, in the space up to `parameterLimit`, and then the bytes of the text. The
// elements before `parameterEnd` and `textEnd` are initialized. `ManagedBuffer` aligns `UInt64`, which is enough for
// `SQLiteValue`. The storage is changed only through a reference that is known to be the only one.
@usableFromInline
final class SQLStorage: ManagedBuffer<SQLStorageHeader, UInt64> {
    private static var wordsPerParameter: Int { MemoryLayout<SQLiteValue>.stride / 8 }

    static func allocate(textCapacity: Int, parameterCapacity: Int) -> SQLStorage {
        let words = parameterCapacity * wordsPerParameter + (textCapacity + 7) / 8
        let buffer = create(minimumCapacity: words) { buffer in
            let parameters = buffer.withUnsafeMutablePointerToElements {
                UnsafeMutableRawPointer($0).assumingMemoryBound(to: SQLiteValue.self)
            }
            let parameterLimit = parameters + parameterCapacity
            let text = UnsafeMutableRawPointer(parameterLimit)
                .assumingMemoryBound(to: UInt8.self)
            return SQLStorageHeader(
                parameterEnd: parameters, parameterLimit: parameterLimit, textEnd: text,
                textLimit: text + textCapacity)
        }
        return unsafeDowncast(buffer, to: SQLStorage.self)
    }

    deinit { destroyParameters() }

    /// Each separately: most parameters are numbers, which need no deinitialization.
    @inline(__always)
    private func destroyParameters() {
        var parameter = parameterStart
        let end = parts.pointee.parameterEnd
        while parameter < end {
            switch parameter.pointee {
            case .int, .real, .null: break
            case .text, .blob: parameter.deinitialize(count: 1)
            }
            parameter += 1
        }
    }

    // MARK: - Reading

    /// Whether there is room for this much text and this many parameters if the storage is emptied.
    @inline(__always)
    func hasCapacity(text: Int, parameters: Int) -> Bool {
        // Not a difference of pointers, which needs a division.
        parts.pointee.textLimit - textStart >= text
            && parameterStart + parameters <= parts.pointee.parameterLimit
    }

    /// Removes the text and the parameters.
    @inline(__always)
    func removeAll() {
        destroyParameters()
        parts.pointee.parameterEnd = parameterStart
        parts.pointee.textEnd = textStart
        parts.pointee.interpolationsEnd = nil
    }

    /// The header, without the check that a stored property of a class has at each access.
    @inline(__always)
    private var parts: UnsafeMutablePointer<SQLStorageHeader> {
        withUnsafeMutablePointerToHeader { $0 }
    }

    @inline(__always)
    private var parameterStart: UnsafeMutablePointer<SQLiteValue> {
        withUnsafeMutablePointerToElements {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: SQLiteValue.self)
        }
    }

    @inline(__always)
    private var textStart: UnsafeMutablePointer<UInt8> {
        UnsafeMutableRawPointer(mutating: parts.pointee.parameterLimit)
            .assumingMemoryBound(to: UInt8.self)
    }

    /// The parameters. They are valid while the storage is referenced and not changed.
    @inline(__always)
    var parameters: UnsafeBufferPointer<SQLiteValue> {
        let start = parameterStart
        return UnsafeBufferPointer(start: start, count: parts.pointee.parameterEnd - start)
    }

    /// The bytes of the text. They are valid while the storage is referenced and not changed.
    @inline(__always)
    var text: UnsafeBufferPointer<UInt8> {
        let start = textStart
        return UnsafeBufferPointer(start: start, count: parts.pointee.textEnd - start)
    }

    /// The offset after the last interpolation; 0 if there is none.
    var interpolationsEnd: Int {
        get { parts.pointee.interpolationsEnd.map { $0 - textStart } ?? 0 }
        set { parts.pointee.interpolationsEnd = newValue > 0 ? textStart + newValue : nil }
    }

    // MARK: - Changing

    /// Whether there is room for more text and parameters.
    @inline(__always)
    func hasRoom(text: Int, parameters: Int) -> Bool {
        parts.pointee.textLimit - parts.pointee.textEnd >= text
            && parts.pointee.parameterEnd + parameters <= parts.pointee.parameterLimit
    }

    /// A copy with room for more text and parameters.
    func copy(text: Int, parameters: Int) -> SQLStorage {
        let copy = SQLStorage.make(
            textCapacity: Self.capacity(
                for: self.text.count + text, growing: parts.pointee.textLimit - textStart),
            parameterCapacity: Self.capacity(
                for: self.parameters.count + parameters,
                growing: parts.pointee.parameterLimit - parameterStart))
        copy.append(SQL(.built(self)))
        return copy
    }

    private static func capacity(for count: Int, growing capacity: Int) -> Int {
        count <= capacity ? capacity : max(count, capacity * 2)
    }

    /// Appends text. There must be room for it.
    @inline(__always)
    func append(text other: UnsafeBufferPointer<UInt8>) {
        guard let source = other.baseAddress else { return }
        UnsafeMutableRawPointer(parts.pointee.textEnd)
            .copyMemory(from: source, byteCount: other.count)
        parts.pointee.textEnd += other.count
    }

    /// Appends text, then a `?` with its value. There must be room for them.
    @inline(__always)
    func append(
        text other: UnsafeBufferPointer<UInt8>, parameter value: consuming SQLiteValue
    ) {
        let parts = parts
        var text = parts.pointee.textEnd
        if let source = other.baseAddress {
            UnsafeMutableRawPointer(text).copyMemory(from: source, byteCount: other.count)
            text += other.count
        }
        text.initialize(to: UInt8(ascii: "?"))
        text += 1
        parts.pointee.textEnd = text
        parts.pointee.interpolationsEnd = text
        let parameter = parts.pointee.parameterEnd
        parameter.initialize(to: value)
        parts.pointee.parameterEnd = parameter + 1
    }

    /// Appends parameters. There must be room for them.
    func append(parameters other: UnsafeBufferPointer<SQLiteValue>) {
        guard let source = other.baseAddress, !other.isEmpty else { return }
        parts.pointee.parameterEnd.initialize(from: source, count: other.count)
        parts.pointee.parameterEnd += other.count
    }

    /// Moves parameters out of a buffer and appends them. There must be room for them.
    func append(moving other: UnsafeMutableBufferPointer<SQLiteValue>) {
        guard let source = other.baseAddress, !other.isEmpty else { return }
        parts.pointee.parameterEnd.moveInitialize(from: source, count: other.count)
        parts.pointee.parameterEnd += other.count
    }

    /// Appends other SQL with its parameters. There must be room for them.
    func append(_ other: SQL) {
        let offset = text.count
        other.withParts { text, parameters in
            append(text: text)
            append(parameters: parameters)
        }
        if other.interpolationsEnd > 0 { interpolationsEnd = offset + other.interpolationsEnd }
    }
}

// MARK: - Spare storage

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
