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
