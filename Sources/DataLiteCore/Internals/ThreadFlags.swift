import DataLiteC

/// What the current thread is doing, as far as other code must know it.
struct ThreadFlags: OptionSet {
    let rawValue: Int32

    /// A listener of the log is being called. SQLite forbids it to use SQLite.
    static let callingLog = ThreadFlags(rawValue: 1)

    /// Automatic extensions are being applied to a connection.
    static let applyingExtensions = ThreadFlags(rawValue: 2)

    /// The flags of the current thread.
    // Not inlined: each object file into which the C function is inlined has its own flags.
    @inline(never)
    private static var storage: UnsafeMutablePointer<Int32> { datalite_thread_flags() }

    /// Whether a flag of the current thread is set.
    static func isSet(_ flag: ThreadFlags) -> Bool { storage.pointee & flag.rawValue != 0 }

    /// Calls a closure with a flag of the current thread, unless the flag is already set.
    ///
    /// - Returns: `nil` if the closure was not called.
    static func with<R, E: Error>(
        _ flag: ThreadFlags, _ body: () throws(E) -> R
    ) throws(E) -> R? {
        let storage = storage
        guard storage.pointee & flag.rawValue == 0 else { return nil }
        storage.pointee |= flag.rawValue
        defer { storage.pointee &= ~flag.rawValue }
        return try body()
    }
}
