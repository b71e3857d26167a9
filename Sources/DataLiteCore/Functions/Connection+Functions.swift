import DataLiteC

// The C callbacks of functions: each finds the Swift object behind the context and hands over.

extension Connection {
    /// Makes a function known to SQL. C: `sqlite3_create_function_v2`,
    /// `sqlite3_create_window_function`.
    ///
    /// - Throws: `SQLITE_MISUSE` for a name or an argument count that SQLite does not take;
    ///   `SQLITE_BUSY` if it replaces a function while a statement is mid-step.
    public func add(function definition: Function.Definition) throws(SQLiteError) {
        let pointer = try handle.open()
        try definition.validate()
        let code = register(definition, on: pointer)
        guard code == SQLITE_OK else { throw refusal(code, of: definition) }
    }

    /// Takes a function away. One that SQL does not know is no error.
    ///
    /// SQLite keeps the place empty: a built-in function, or one for any number of arguments, that
    /// stood behind the one taken away does not come forth.
    ///
    /// - Throws: `SQLITE_MISUSE` for a name or an argument count that no function can have;
    ///   `SQLITE_BUSY` while a statement is mid-step.
    public func remove(function name: String, argc: Int32) throws(SQLiteError) {
        let pointer = try handle.open()
        try Function.Definition.validate(name: name, argc: argc)
        let code = sqlite3_create_function_v2(
            pointer, name, argc, SQLITE_UTF8, nil, nil, nil, nil, nil)
        guard code == SQLITE_OK else { throw handle.error(code, sql: nil) }
    }

    /// SQLite lets go of the registration through the last callback, also when it refuses it.
    private func register(
        _ definition: Function.Definition, on pointer: OpaquePointer
    ) -> Int32 {
        let flags = SQLITE_UTF8 | definition.options.rawValue
        let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
            $0.map { Unmanaged<FunctionRegistration>.fromOpaque($0).release() }
        }
        switch definition.implementation {
        case .scalar(let body):
            return sqlite3_create_function_v2(
                pointer, definition.name, definition.argc, flags,
                retained(ScalarRegistration(body, handle: handle)),
                ScalarRegistration.invoke, nil, nil, release)
        case .aggregate(let make):
            return sqlite3_create_function_v2(
                pointer, definition.name, definition.argc, flags,
                retained(AggregateRegistration(handle: handle) { .init(aggregate: make()) }),
                nil, AggregateRegistration.step, AggregateRegistration.finalize, release)
        case .window(let make):
            return sqlite3_create_window_function(
                pointer, definition.name, definition.argc, flags,
                retained(AggregateRegistration(handle: handle) { .init(window: make()) }),
                AggregateRegistration.step, AggregateRegistration.finalize,
                AggregateRegistration.value, AggregateRegistration.inverse, release)
        }
    }

    private func retained(_ registration: FunctionRegistration) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(registration).toOpaque()
    }

    private func refusal(_ code: Int32, of definition: Function.Definition) -> SQLiteError {
        guard code == SQLITE_MISUSE else { return handle.error(code, sql: nil) }
        return SQLiteError(
            .misuse,
            message: "\(definition.owner): SQLite does not take the name \"\(definition.name)\" "
                + "with \(definition.argc) arguments")
    }
}
