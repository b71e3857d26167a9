import Foundation

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
