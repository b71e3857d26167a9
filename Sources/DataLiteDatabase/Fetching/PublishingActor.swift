import Dispatch

/// The actor on which a ``FetchState`` publishes changes. It is not retained, because it may own the property.
//
// The main actor always exists. A weak reference to it would slow down each use of it in the whole program, because it
// moves the reference count out of the object.
struct PublishingActor {
    private let main: MainActor?
    private weak var other: (any Actor)?

    /// - Parameter isolation: The actor of the code that creates the property, or `nil` if it has none. The compiler
    ///   passes `nil` for a property whose declaration has its value, as for most properties of a `@MainActor` class,
    ///   although the initializer of the class runs on the main actor.
    init(_ isolation: (any Actor)?) {
        let isMain = isolation.map { $0 === MainActor.shared } ?? MainQueue.isCurrent
        main = isMain ? MainActor.shared : nil
        other = isMain ? nil : isolation
    }

    /// The actor, or `nil` if the property was created on none or the actor was released.
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
