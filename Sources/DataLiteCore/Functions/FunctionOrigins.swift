/// A function as SQLite finds it: by its name, in any letter case, and its number of arguments.
package struct FunctionKey: Hashable, Sendable {
    let name: ExactName
    /// The number of arguments, or -1 for any number.
    package let argc: Int32

    package init(name: String, argc: Int32) {
        self.name = ExactName(name: name.lowercasedASCII)
        self.argc = argc
    }

    /// The name in lower case.
    package var lowercasedName: String { name.name }
}

/// A Swift function: its type, and the instance whose method it is, if any.
package struct FunctionIdentity: Sendable {
    package let type: ObjectIdentifier
    package let instance: (any Sendable)?

    package init(type: ObjectIdentifier, instance: (any Sendable)?) {
        self.type = type
        self.instance = instance
    }
}

/// Who added or removed the functions of a connection.
package struct FunctionOrigins: Sendable {
    package enum Origin: Sendable {
        /// The program called `add(function:)`.
        case program
        /// A query calls the function.
        case query(FunctionIdentity)
        /// A trigger, a view or a default calls the function, perhaps at any time later. The closure adds it to another
        /// connection.
        case schema(FunctionIdentity, add: @Sendable (Connection) throws(SQLiteError) -> Void)
        /// The program removed the function.
        case removed
    }

    private var origins: [ExactName: [Int32: Origin]] = [:]

    /// `nil` for a function that was neither added nor removed.
    package subscript(key: FunctionKey) -> Origin? {
        get { origins[key.name]?[key.argc] }
        set { origins[key.name, default: [:]][key.argc] = newValue }
    }

    /// The origin of the function that a call finds: one with its number of arguments, or with any number.
    func origin(ofCall key: FunctionKey) -> Origin? {
        origins[key.name].flatMap { $0[key.argc] ?? $0[-1] }
    }

    /// Closures that add the functions that triggers, views and defaults call.
    var additionsForSchema: [@Sendable (Connection) throws(SQLiteError) -> Void] {
        origins.values.flatMap { counts in
            counts.values.compactMap { origin in
                if case .schema(_, let add) = origin { add } else { nil }
            }
        }
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
    /// Who added or removed the function that a call finds, if it was added or removed.
    package func origin(ofCall function: FunctionKey) -> FunctionOrigins.Origin? {
        handle.functionOrigins.origin(ofCall: function)
    }

    /// Notes that a trigger, a view or a default calls a function that a query has added.
    ///
    /// - Parameter add: Adds the function to another connection.
    package func noteUseInSchema(
        of function: FunctionKey,
        add: @escaping @Sendable (Connection) throws(SQLiteError) -> Void
    ) {
        guard case .query(let identity) = handle.functionOrigins[function] else { return }
        handle.functionOrigins[function] = .schema(identity, add: add)
    }
}

/// A collating sequence that a query uses: the place that declares it, and its closure with what the closure captures.
package struct CollationIdentity: Hashable, Sendable {
    package let place: String
    private let code: [UInt8]

    package init(place: String, code: [UInt8]) {
        self.place = place
        self.code = code
    }
}

/// Who added or removed the collating sequences of a connection.
package struct CollationOrigins: Sendable {
    package enum Origin: Hashable, Sendable {
        /// The program called `add(collation:)`, or a hook found the collating sequence.
        case program
        /// A query uses the collating sequence.
        case query(CollationIdentity)
        /// The program removed the collating sequence.
        case removed
    }

    private var origins: [ExactName: Origin] = [:]

    /// `nil` for a collating sequence that was neither added nor removed.
    package subscript(name: String) -> Origin? {
        get { origins[ExactName(name: name.lowercasedASCII)] }
        set { origins[ExactName(name: name.lowercasedASCII)] = newValue }
    }
}

extension Connection {
    /// Who added or removed a collating sequence, if it was added or removed.
    package func origin(ofCollation name: String) -> CollationOrigins.Origin? {
        handle.collationOrigins[name]
    }
}
