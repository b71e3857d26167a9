import DataLiteC

// Registration of functions. RegisteredFunction holds the C callbacks.

extension Connection {
    /// Adds a function. C: `sqlite3_create_function_v2`, `sqlite3_create_window_function`.
    ///
    /// - Throws: `SQLITE_MISUSE` for a name or an argument count that SQLite does not accept;
    ///   `SQLITE_BUSY` if it replaces a function while a statement is mid-step.
    public func add(function definition: Function.Registration) throws(SQLiteError) {
        _ = try handle.open()
        try definition.validate()
        try handle.noteFunctionChange()
        try register(definition, .program)
    }

    /// Adds a function that a query calls, or replaces one that another query has added. A pool does not undo this when
    /// the connection is used again: each query adds the functions that it calls.
    ///
    /// - Throws: The same errors as ``add(function:)-(Function.Registration)``.
    package func add(
        function definition: Function.Registration, for identity: FunctionIdentity
    ) throws(SQLiteError) {
        try definition.validate()
        try register(definition, .query(identity))
    }

    private func register(
        _ definition: Function.Registration, _ origin: FunctionOrigins.Origin
    ) throws(SQLiteError) {
        let pointer = try handle.open()
        let failure = handle.link.releasingDestroyed { () -> SQLiteError? in
            let code = register(definition, on: pointer)
            return code == SQLITE_OK ? nil : registrationError(code, of: definition)
        }
        if let failure { throw failure }
        note(origin, FunctionKey(name: definition.name, argc: definition.argc))
    }

    /// Removes all functions with a name that were added with ``add(function:)-(Function.Registration)``, whatever
    /// their argument counts.
    ///
    /// - Throws: The same errors as ``remove(function:argc:)``.
    public func remove(function name: String) throws(SQLiteError) {
        let argumentCounts = handle.functionOrigins.argumentCounts(of: name)
        for argc in argumentCounts.isEmpty ? [-1] : argumentCounts {
            try remove(function: name, argc: argc)
        }
    }

    /// Removes a function. Removing a function that does not exist is not an error.
    ///
    /// SQLite keeps an empty entry in its place. So if the function has overridden a built-in function, or a
    /// function for any number of arguments, the overridden function does not become visible again.
    ///
    /// - Throws: `SQLITE_MISUSE` for an invalid name or argument count; `SQLITE_BUSY` while a
    ///   statement is mid-step.
    public func remove(function name: String, argc: Int32) throws(SQLiteError) {
        let pointer = try handle.open()
        try Function.Registration.validate(name: name, argc: argc)
        try handle.noteFunctionChange()
        let failure = handle.link.releasingDestroyed { () -> SQLiteError? in
            let code = sqlite3_create_function_v2(
                pointer, name, argc, SQLITE_UTF8, nil, nil, nil, nil, nil)
            return code == SQLITE_OK ? nil : handle.error(code, sql: nil)
        }
        if let failure { throw failure }
        note(.removed, FunctionKey(name: name, argc: argc))
    }

    private func note(_ origin: FunctionOrigins.Origin, _ function: FunctionKey) {
        // SQLite compiles statements again if a function is replaced, but not if it gets an overload that a call would
        // find.
        if handle.functionOrigins[function] == nil { withExtendedLifetime(cache.removeAll()) {} }
        // Released after the access has ended: an instance may use the connection when it is released.
        let previous = handle.functionOrigins[function]
        handle.functionOrigins[function] = origin
        withExtendedLifetime(previous) {}
    }

    /// SQLite takes ownership of the registration and destroys it even if it returns an error.
    private func register(
        _ definition: Function.Registration, on pointer: OpaquePointer
    ) -> Int32 {
        let flags = SQLITE_UTF8 | definition.options.rawValue
        if let type = definition.scalarType {
            return sqlite3_create_function_v2(
                pointer, definition.name, definition.argc, flags,
                ScalarTypeRegistration(type, definition.name, handle.link).retainedPointer(),
                ScalarTypeRegistration.invoke, nil, nil, RegisteredFunction.destroy)
        }
        switch definition._implementation {
        case .scalar(let body):
            return sqlite3_create_function_v2(
                pointer, definition.name, definition.argc, flags,
                ScalarRegistration(body, definition.name, handle.link).retainedPointer(),
                ScalarRegistration.invoke, nil, nil, RegisteredFunction.destroy)
        case .aggregate(let make):
            return sqlite3_create_function_v2(
                pointer, definition.name, definition.argc, flags,
                AggregateRegistration(definition.name, handle.link) { .init(aggregate: make()) }
                    .retainedPointer(),
                nil, AggregateRegistration.step, AggregateRegistration.finalize,
                RegisteredFunction.destroy)
        case .window(let make):
            return sqlite3_create_window_function(
                pointer, definition.name, definition.argc, flags,
                AggregateRegistration(definition.name, handle.link) { .init(window: make()) }
                    .retainedPointer(),
                AggregateRegistration.step, AggregateRegistration.finalize,
                AggregateRegistration.value, AggregateRegistration.inverse,
                RegisteredFunction.destroy)
        }
    }

    private func registrationError(
        _ code: Int32, of definition: Function.Registration
    ) -> SQLiteError {
        guard code == SQLITE_MISUSE else { return handle.error(code, sql: nil) }
        return SQLiteError.misuse(
            "\(definition.owner): SQLite does not accept the name "
                + "\"\(definition.name)\" with \(definition.argc.counted("argument"))")
    }
}

// MARK: - FunctionOrigins

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
