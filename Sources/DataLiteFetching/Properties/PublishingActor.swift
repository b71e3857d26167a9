import Dispatch

/// The actor on which a ``_FetchState`` publishes changes. It is not retained, because it may own the property.
//
// The main actor always exists, so it needs no weak reference. A weak reference to an object moves its reference count
// out of the object, which would slow down every use of the main actor in the whole program.
struct PublishingActor {
    private let main: MainActor?
    private weak var other: (any Actor)?

    /// - Parameter isolation: The actor of the code that creates the property, or `nil` if it has none. The compiler
    ///   passes `nil` for a property that is initialized in its declaration, as are most properties of a `@MainActor`
    ///   class, even though the initializer of the class runs on the main actor.
    init(_ isolation: (any Actor)?) {
        let isMain = isolation.map { $0 === MainActor.shared } ?? MainQueue.isCurrent
        main = isMain ? MainActor.shared : nil
        other = isMain ? nil : isolation
    }

    /// The actor, or `nil` if the property was created outside any actor or the actor was released.
    var actor: (any Actor)? { main ?? other }
}

/// The queue on which the code of the main actor runs. On Linux, this queue may run on another thread.
private enum MainQueue {
    private static let key: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
