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
        let takesNull = TypedArguments.takesNull(repeat (each Argument).self)
        try add(typedFunction: name, takesNull: takesNull, options: options) {
            (arguments: inout TypedArguments) throws in
            try body(repeat arguments.next((each Argument).self))
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
        try add(
            typedFunction: name, takesNull: TypedArguments.takesNull(A.self),
            options: options
        ) {
            (arguments: inout TypedArguments) throws in
            try body(arguments.next(A.self))
        }
    }

    /// Makes a closure of two arguments known to SQL as a function.
    @inlinable
    public func add<A: SQLiteRepresentable, B: SQLiteRepresentable, R: SQLiteBindable>(
        function name: String, options: Function.Options = [],
        _ body: @escaping (A, B) throws -> R?
    ) throws(SQLiteError) {
        try add(
            typedFunction: name, takesNull: TypedArguments.takesNull(A.self, B.self),
            options: options
        ) {
            (arguments: inout TypedArguments) throws in
            try body(arguments.next(A.self), arguments.next(B.self))
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
        try add(
            typedFunction: name, takesNull: TypedArguments.takesNull(A.self, B.self, C.self),
            options: options
        ) {
            (arguments: inout TypedArguments) throws in
            try body(arguments.next(A.self), arguments.next(B.self), arguments.next(C.self))
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
        try add(
            typedFunction: name,
            takesNull: TypedArguments.takesNull(A.self, B.self, C.self, D.self),
            options: options
        ) {
            (arguments: inout TypedArguments) throws in
            try body(
                arguments.next(A.self), arguments.next(B.self), arguments.next(C.self),
                arguments.next(D.self))
        }
    }

    @inlinable
    func add<R: SQLiteBindable>(
        typedFunction name: String, takesNull: [Bool], options: Function.Options,
        _ body: @escaping (inout TypedArguments) throws -> R?
    ) throws(SQLiteError) {
        let definition = Function.Definition(
            name: name, argc: Int32(takesNull.count), options: options,
            implementation: .scalar { args in
                var arguments = TypedArguments(of: name, args, takesNull: takesNull)
                do {
                    return try body(&arguments)?.sqliteValue ?? .null
                } catch is TypedArguments.NullForNonOptional {
                    return .null
                }
            })
        try add(function: definition)
    }
}
