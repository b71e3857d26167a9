import DataLiteC

// Registration of functions. FunctionRegistration holds the C callbacks.

extension Connection {
    /// Adds a function. C: `sqlite3_create_function_v2`, `sqlite3_create_window_function`.
    ///
    /// - Throws: `SQLITE_MISUSE` for a name or an argument count that SQLite does not accept;
    ///   `SQLITE_BUSY` if it replaces a function while a statement is mid-step.
    public func add(function definition: Function.Definition) throws(SQLiteError) {
        let pointer = try handle.open()
        try definition.validate()
        let failure = handle.releases.during { () -> SQLiteError? in
            let code = register(definition, on: pointer)
            return code == SQLITE_OK ? nil : registrationError(code, of: definition)
        }
        if let failure { throw failure }
    }

    /// Removes a function. Removing one that does not exist is not an error.
    ///
    /// SQLite keeps an empty entry in its place: a built-in function, or one for any number of
    /// arguments, that the removed function has overridden does not become visible again.
    ///
    /// - Throws: `SQLITE_MISUSE` for an invalid name or argument count; `SQLITE_BUSY` while a
    ///   statement is mid-step.
    public func remove(function name: String, argc: Int32) throws(SQLiteError) {
        let pointer = try handle.open()
        try Function.Definition.validate(name: name, argc: argc)
        let failure = handle.releases.during { () -> SQLiteError? in
            let code = sqlite3_create_function_v2(
                pointer, name, argc, SQLITE_UTF8, nil, nil, nil, nil, nil)
            return code == SQLITE_OK ? nil : handle.error(code, sql: nil)
        }
        if let failure { throw failure }
    }

    /// SQLite owns the registration from here on and destroys it also when it returns an error.
    private func register(
        _ definition: Function.Definition, on pointer: OpaquePointer
    ) -> Int32 {
        let flags = SQLITE_UTF8 | definition.options.rawValue
        if let type = definition.scalarType {
            return sqlite3_create_function_v2(
                pointer, definition.name, definition.argc, flags,
                ScalarTypeRegistration(type, handle: handle).retainedPointer(),
                ScalarTypeRegistration.invoke, nil, nil, FunctionRegistration.destroy)
        }
        switch definition.implementation {
        case .scalar(let body):
            return sqlite3_create_function_v2(
                pointer, definition.name, definition.argc, flags,
                ScalarRegistration(body, handle: handle).retainedPointer(),
                ScalarRegistration.invoke, nil, nil, FunctionRegistration.destroy)
        case .aggregate(let make):
            return sqlite3_create_function_v2(
                pointer, definition.name, definition.argc, flags,
                AggregateRegistration(handle: handle) { .init(aggregate: make()) }
                    .retainedPointer(),
                nil, AggregateRegistration.step, AggregateRegistration.finalize,
                FunctionRegistration.destroy)
        case .window(let make):
            return sqlite3_create_window_function(
                pointer, definition.name, definition.argc, flags,
                AggregateRegistration(handle: handle) { .init(window: make()) }.retainedPointer(),
                AggregateRegistration.step, AggregateRegistration.finalize,
                AggregateRegistration.value, AggregateRegistration.inverse,
                FunctionRegistration.destroy)
        }
    }

    private func registrationError(
        _ code: Int32, of definition: Function.Definition
    ) -> SQLiteError {
        guard code == SQLITE_MISUSE else { return handle.error(code, sql: nil) }
        return SQLiteError(
            .misuse,
            message: "\(definition.owner): SQLite does not accept the name "
                + "\"\(definition.name)\" with \(definition.argc) arguments")
    }
}
