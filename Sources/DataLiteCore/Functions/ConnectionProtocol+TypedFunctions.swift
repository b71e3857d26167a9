extension ConnectionProtocol {
    /// Adds a closure as a function. The closure's parameter types determine the argument count and
    /// the conversions.
    ///
    /// ```swift
    /// try connection.add(function: "hypot", options: [.deterministic, .innocuous]) {
    ///     (x: Double, y: Double) in (x * x + y * y).squareRoot()
    /// }
    /// ```
    ///
    /// If a parameter that is not optional receives NULL, the result is NULL and the closure is not called. A
    /// value that cannot be converted ends the statement with an error whose `underlyingError` has the code
    /// `SQLITE_MISMATCH`.
    public func add<each Argument: SQLiteRepresentable, R: SQLiteBindable>(
        function name: String, options: Function.Options = [],
        _ body: @escaping (repeat each Argument) throws -> R?
    ) throws(SQLiteError) {
        var types: [any SQLiteRepresentable.Type] = []
        for type in repeat (each Argument).self { types.append(type) }
        let argc = Int32(types.count)
        try add(typedFunction: name, argc: argc, options: options) { [types] args in
            var index = 0
            do {
                return try body(repeat args.typed(&index) as each Argument)?.sqliteValue ?? .null
            } catch is ArgumentMismatch {
                return try TypedArguments.mismatchResult(args, of: name, as: types)
            }
        }
    }

    // Overloads for one to four arguments. The compiler specializes them for the closure's types. It does not
    // specialize parameter packs, which make a call several times slower.

    /// Adds a closure of one argument as a function.
    @_documentation(visibility: internal)
    @inlinable
    public func add<A: SQLiteRepresentable, R: SQLiteBindable>(
        function name: String, options: Function.Options = [],
        _ body: @escaping (A) throws -> R?
    ) throws(SQLiteError) {
        try add(typedFunction: name, argc: 1, options: options) { args in
            guard let a = args[0] as A? else {
                return try TypedArguments.mismatchResult(args, of: name, as: A.self)
            }
            return try body(a)?.sqliteValue ?? .null
        }
    }

    /// Adds a closure of two arguments as a function.
    @_documentation(visibility: internal)
    @inlinable
    public func add<A: SQLiteRepresentable, B: SQLiteRepresentable, R: SQLiteBindable>(
        function name: String, options: Function.Options = [],
        _ body: @escaping (A, B) throws -> R?
    ) throws(SQLiteError) {
        try add(typedFunction: name, argc: 2, options: options) { args in
            guard let a = args[0] as A?, let b = args[1] as B? else {
                return try TypedArguments.mismatchResult(args, of: name, as: A.self, B.self)
            }
            return try body(a, b)?.sqliteValue ?? .null
        }
    }

    /// Adds a closure of three arguments as a function.
    @_documentation(visibility: internal)
    @inlinable
    public func add<
        A: SQLiteRepresentable, B: SQLiteRepresentable, C: SQLiteRepresentable, R: SQLiteBindable
    >(
        function name: String, options: Function.Options = [],
        _ body: @escaping (A, B, C) throws -> R?
    ) throws(SQLiteError) {
        try add(typedFunction: name, argc: 3, options: options) { args in
            guard let a = args[0] as A?, let b = args[1] as B?,
                let c = args[2] as C?
            else {
                return try TypedArguments.mismatchResult(
                    args, of: name, as: A.self, B.self, C.self)
            }
            return try body(a, b, c)?.sqliteValue ?? .null
        }
    }

    /// Adds a closure of four arguments as a function.
    @_documentation(visibility: internal)
    @inlinable
    public func add<
        A: SQLiteRepresentable, B: SQLiteRepresentable, C: SQLiteRepresentable,
        D: SQLiteRepresentable, R: SQLiteBindable
    >(
        function name: String, options: Function.Options = [],
        _ body: @escaping (A, B, C, D) throws -> R?
    ) throws(SQLiteError) {
        try add(typedFunction: name, argc: 4, options: options) { args in
            guard let a = args[0] as A?, let b = args[1] as B?,
                let c = args[2] as C?, let d = args[3] as D?
            else {
                return try TypedArguments.mismatchResult(
                    args, of: name, as: A.self, B.self, C.self, D.self)
            }
            return try body(a, b, c, d)?.sqliteValue ?? .null
        }
    }

    @inlinable
    func add(
        typedFunction name: String, argc: Int32, options: Function.Options,
        _ body: @escaping (any ArgumentsProtocol) throws -> SQLiteValue
    ) throws(SQLiteError) {
        try add(
            function: Function.Registration(
                name: name, argc: argc, options: options, _implementation: .scalar(body)))
    }
}
