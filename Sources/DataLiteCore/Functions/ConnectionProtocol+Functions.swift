extension ConnectionProtocol {
    public func remove(function name: String) throws(SQLiteError) {
        try remove(function: name, argc: -1)
    }

    /// Adds a closure as a function.
    ///
    /// ```swift
    /// try connection.add(function: "reversed", argc: 1) { args in
    ///     (args[0] as String?).map { String($0.reversed()) }
    /// }
    /// ```
    ///
    /// - Parameter argc: The number of arguments; -1 for any number.
    public func add(
        function name: String, argc: Int32, options: Function.Options = [],
        _ body: @escaping (any ArgumentsProtocol) throws -> (any SQLiteBindable)?
    ) throws(SQLiteError) {
        try add(
            function: Function.Registration(
                name: name, argc: argc, options: options,
                _implementation: .scalar { try body($0)?.sqliteValue ?? .null }))
    }

    /// Adds closures as an aggregate. Each group has its own state.
    ///
    /// ```swift
    /// try connection.add(aggregate: "product", argc: 1, initial: 1.0) { product, args in
    ///     product *= args[0] ?? 1
    /// } finalize: { $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - argc: The number of arguments; -1 for any number.
    ///   - initial: The state at the start of a group.
    ///   - step: Adds the arguments of one row to the state.
    ///   - finalize: The result for the final state.
    public func add<State>(
        aggregate name: String, argc: Int32, options: Function.Options = [],
        initial: @autoclosure @escaping () -> State,
        step: @escaping (inout State, any ArgumentsProtocol) throws -> Void,
        finalize: @escaping (State) throws -> (any SQLiteBindable)?
    ) throws(SQLiteError) {
        try add(
            function: Function.Registration(
                name: name, argc: argc, options: options,
                _implementation: .aggregate {
                    ClosureAggregate(initial(), step: step, result: finalize)
                }))
    }

    /// Adds closures as a window function, which can also be used as an aggregate. Each partition has its own
    /// state.
    ///
    /// - Parameters:
    ///   - argc: The number of arguments; -1 for any number.
    ///   - initial: The state of an empty frame.
    ///   - step: Adds the arguments of one row to the state.
    ///   - inverse: Removes the arguments of the oldest row from the state.
    ///   - value: The value for the state, at each row and at the end.
    public func add<State>(
        window name: String, argc: Int32, options: Function.Options = [],
        initial: @autoclosure @escaping () -> State,
        step: @escaping (inout State, any ArgumentsProtocol) throws -> Void,
        inverse: @escaping (inout State, any ArgumentsProtocol) throws -> Void,
        value: @escaping (State) throws -> (any SQLiteBindable)?
    ) throws(SQLiteError) {
        try add(
            function: Function.Registration(
                name: name, argc: argc, options: options,
                _implementation: .window {
                    ClosureWindow(initial(), step: step, inverse: inverse, value: value)
                }))
    }
}
