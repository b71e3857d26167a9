extension ConnectionProtocol {
    /// Makes a closure known to SQL as a function whose argument count and conversions are those of
    /// the closure's own parameters.
    ///
    /// ```swift
    /// try connection.add(function: "hypot", options: [.deterministic, .innocuous]) {
    ///     (x: Double, y: Double) in (x * x + y * y).squareRoot()
    /// }
    /// ```
    ///
    /// A NULL for a parameter that is not optional makes the result NULL, without calling the
    /// closure; a value that is none of the parameter's type ends the statement with
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
            } catch is UnfitArgument {
                return try TypedArguments.resultForUnfit(args, of: name, as: types)
            }
        }
    }
}

// The same for one to four arguments, which the compiler specialises for the closure's types where
// it is written. It does not do that with parameter packs, and a call costs several times as much.

extension ConnectionProtocol {
    /// Makes a closure of one argument known to SQL as a function.
    @inlinable
    public func add<A: SQLiteRepresentable, R: SQLiteBindable>(
        function name: String, options: Function.Options = [],
        _ body: @escaping (A) throws -> R?
    ) throws(SQLiteError) {
        try add(typedFunction: name, argc: 1, options: options) { args in
            guard let a = args[0] as A? else {
                return try TypedArguments.resultForUnfit(args, of: name, as: A.self)
            }
            return try body(a)?.sqliteValue ?? .null
        }
    }

    /// Makes a closure of two arguments known to SQL as a function.
    @inlinable
    public func add<A: SQLiteRepresentable, B: SQLiteRepresentable, R: SQLiteBindable>(
        function name: String, options: Function.Options = [],
        _ body: @escaping (A, B) throws -> R?
    ) throws(SQLiteError) {
        try add(typedFunction: name, argc: 2, options: options) { args in
            guard let a = args[0] as A?, let b = args[1] as B? else {
                return try TypedArguments.resultForUnfit(args, of: name, as: A.self, B.self)
            }
            return try body(a, b)?.sqliteValue ?? .null
        }
    }

    /// Makes a closure of three arguments known to SQL as a function.
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
                return try TypedArguments.resultForUnfit(
                    args, of: name, as: A.self, B.self, C.self)
            }
            return try body(a, b, c)?.sqliteValue ?? .null
        }
    }

    /// Makes a closure of four arguments known to SQL as a function.
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
                return try TypedArguments.resultForUnfit(
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
            function: Function.Definition(
                name: name, argc: argc, options: options, implementation: .scalar(body)))
    }
}
