import Dispatch

/// The actor on which a ``FetchState`` publishes changes. It is not kept alive, because it may own the property.
//
// The main actor always exists. A weak reference would slow down each use of it in the whole program: it moves
// the reference count out of the object.
struct PublishingActor {
    private let main: MainActor?
    private weak var other: (any Actor)?

    /// - Parameter isolation: The actor of the code that creates the property; `nil` if it has none. The compiler
    ///   passes `nil` for a property with its value in the declaration, as most properties of a `@MainActor` class
    ///   are written, although the initializer of the class runs on the main actor.
    init(_ isolation: (any Actor)?) {
        let isMain = isolation.map { $0 === MainActor.shared } ?? MainQueue.isCurrent
        main = isMain ? MainActor.shared : nil
        other = isMain ? nil : isolation
    }

    /// `nil` if the property was created on no actor, or if the actor is gone.
    var actor: (any Actor)? { main ?? other }
}

/// The queue on which the code of the main actor runs. On Linux, it leaves the main thread.
private enum MainQueue {
    private static let key: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
