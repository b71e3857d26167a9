/// A function as SQLite finds it: by its name, in any letter case, and its number of arguments.
package struct FunctionKey: Hashable, Sendable {
    let name: ExactName
    let argc: Int32

    package init(name: String, argc: Int32) {
        self.name = ExactName(name: name.lowercasedASCII)
        self.argc = argc
    }

    /// The name in lower case.
    package var lowercasedName: String { name.name }

    /// The number of arguments, or -1 for any number.
    package var argumentCount: Int32 { argc }
}

/// A Swift function: its type, and the instance whose method it is, if any.
package struct FunctionIdentity: Sendable {
    let type: ObjectIdentifier
    let instance: (any Sendable)?

    package init(type: ObjectIdentifier, instance: (any Sendable)?) {
        self.type = type
        self.instance = instance
    }

    package func isSame(as other: FunctionIdentity) -> Bool {
        guard type == other.type else { return false }
        guard let instance, let other = other.instance else { return true }
        return haveSameResults(instance, other)
    }
}

/// Whether the methods of two instances of one type must have the same results: whether the instances are one object,
/// equal, or identical in memory.
private func haveSameResults<Instance>(_ lhs: Instance, _ rhs: Any) -> Bool {
    guard let rhs = rhs as? Instance else { return false }
    if Instance.self is AnyClass { return lhs as AnyObject === rhs as AnyObject }
    if let lhs = lhs as? any Equatable { return isEqual(lhs, rhs) }
    // SAFETY: only the bytes are compared. Equal bytes refer to the same objects.
    return withUnsafeBytes(of: lhs) { lhs in
        withUnsafeBytes(of: rhs) { rhs in lhs.elementsEqual(rhs) }
    }
}

private func isEqual<Value: Equatable>(_ lhs: Value, _ rhs: Any) -> Bool {
    rhs as? Value == lhs
}

/// Who added or removed the functions of a connection.
package struct FunctionOrigins: Sendable {
    package enum Origin: Sendable {
        /// The program called `add(function:)`.
        case program
        /// A query calls the function.
        case query(FunctionIdentity)
        /// The program removed the function.
        case removed
    }

    private var origins: [ExactName: [Int32: Origin]] = [:]

    /// `nil` for a function that was neither added nor removed.
    package subscript(key: FunctionKey) -> Origin? {
        get { origins[key.name]?[key.argc] }
        set { origins[key.name, default: [:]][key.argc] = newValue }
    }

    /// The numbers of arguments of the functions with a name that were added and not removed.
    func argumentCounts(of name: String) -> [Int32] {
        let named = origins[ExactName(name: name.lowercasedASCII)] ?? [:]
        return named.compactMap { argc, origin in
            if case .removed = origin { nil } else { argc }
        }
    }
}

extension Connection {
    /// Who added or removed a function, if it was added or removed.
    package func origin(of function: FunctionKey) -> FunctionOrigins.Origin? {
        handle.functionOrigins[function]
    }
}
