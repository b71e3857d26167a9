import DataLiteCore
import Foundation

/// Starts a thread with a name that runs a closure.
typealias ThreadStarter =
    @Sendable (_ name: String, _ body: @escaping @Sendable () -> Void) throws(SQLiteError) -> Void

/// Threads of the operating system. Foundation's `Thread` does not report that a thread cannot be created.
enum SystemThread {
    /// The stack size in bytes. The default for secondary threads on macOS, 512 KB, is small for SQL functions and
    /// decoders.
    private static let stackSize = 4 << 20

    /// The name and closure passed to a new thread.
    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            Thread.current.name = name
            body()
        }
    }

    /// Starts a detached thread. C: `pthread_create`.
    ///
    /// - Throws: `SQLITE_NOMEM` if the system cannot create another thread, because memory is exhausted or the process
    ///   has too many threads.
    static func start(
        _ name: String, _ body: @escaping @Sendable () -> Void
    ) throws(SQLiteError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)
        // The new thread takes ownership of the reference. `pthread_create` makes earlier writes visible to it.
        let start = Unmanaged.passRetained(Start(name, body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(&thread, &attributes, Self.main, start.toOpaque())
        guard code != 0 else { return }
        start.release()
        throw SQLiteError(
            .nomem,
            message: "no thread can be created for the database: \(String(cString: strerror(code)))"
        )
    }

    /// The function that a thread runs.
    #if canImport(Darwin)
        private static let main:
            @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
                Unmanaged<Start>.fromOpaque($0).takeRetainedValue().run()
                return nil
            }
    #else
        private static let main:
            @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
                guard let context = $0 else { return nil }
                Unmanaged<Start>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }
    #endif
}

/// The identity of a thread while it runs.
struct ThreadID: Hashable, Sendable {
    let number: UInt

    static var current: ThreadID {
        #if canImport(Darwin)
            ThreadID(number: UInt(bitPattern: pthread_self()))
        #else
            ThreadID(number: UInt(pthread_self()))
        #endif
    }
}
