/// Objects that modules above the core cache with a connection or a statement, one of each class.
///
/// Each module uses its own classes, so modules cannot collide.
package struct CachedObjects {
    private var objects: [AnyObject] = []

    package init() {}

    /// The object of a class; `nil` if none has been stored.
    package subscript<Companion: AnyObject>(_ type: Companion.Type) -> Companion? {
        get {
            for object in objects {
                if let companion = object as? Companion { return companion }
            }
            return nil
        }
        set {
            objects.removeAll { $0 is Companion }
            if let newValue { objects.append(newValue) }
        }
    }
}

// Declared in this module, because other modules would check the exclusivity of each access to the
// companions.

extension Statement {
    /// The object of a class that a module has cached with the statement.
    package func companion<Companion: AnyObject>(_ type: Companion.Type) -> Companion? {
        companions[type]
    }
}

extension Connection {
    /// The object of a class that a module has cached with the connection.
    package func companion<Companion: AnyObject>(_ type: Companion.Type) -> Companion? {
        companions[type]
    }
}
