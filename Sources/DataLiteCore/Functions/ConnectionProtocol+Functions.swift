extension ConnectionProtocol {
    /// Takes away the function with a name that takes any number of arguments.
    public func remove(function name: String) throws(SQLiteError) {
        try remove(function: name, argc: -1)
    }

    /// Makes a closure known to SQL as a function.
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
            function: Function.Definition(
                name: name, argc: argc, options: options,
                implementation: .scalar { try body($0)?.sqliteValue ?? .null }))
    }

    /// Makes a closure known to SQL as an aggregate, with a state of its own for each group.
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
    ///   - step: Takes the arguments of one row into the state.
    ///   - finalize: The result for the state at the end.
    public func add<State>(
        aggregate name: String, argc: Int32, options: Function.Options = [],
        initial: @autoclosure @escaping () -> State,
        step: @escaping (inout State, any ArgumentsProtocol) throws -> Void,
        finalize: @escaping (State) throws -> (any SQLiteBindable)?
    ) throws(SQLiteError) {
        try add(
            function: Function.Definition(
                name: name, argc: argc, options: options,
                implementation: .aggregate {
                    ClosureAggregate(initial(), step: step, result: finalize)
                }))
    }

    /// Makes a closure known to SQL as a window function, with a state of its own for each
    /// partition. It can be used as an aggregate as well.
    ///
    /// - Parameters:
    ///   - argc: The number of arguments; -1 for any number.
    ///   - initial: The state of an empty frame.
    ///   - step: Takes the arguments of one row into the state.
    ///   - inverse: Takes the arguments of the oldest row out of the state.
    ///   - value: The value for the state, at each row and at the end.
    public func add<State>(
        window name: String, argc: Int32, options: Function.Options = [],
        initial: @autoclosure @escaping () -> State,
        step: @escaping (inout State, any ArgumentsProtocol) throws -> Void,
        inverse: @escaping (inout State, any ArgumentsProtocol) throws -> Void,
        value: @escaping (State) throws -> (any SQLiteBindable)?
    ) throws(SQLiteError) {
        try add(
            function: Function.Definition(
                name: name, argc: argc, options: options,
                implementation: .window {
                    ClosureWindow(initial(), step: step, inverse: inverse, value: value)
                }))
    }
}
