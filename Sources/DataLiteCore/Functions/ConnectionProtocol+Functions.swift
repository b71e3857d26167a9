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

// MARK: - Typed functions

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

// MARK: - Registration

extension Function {
    /// The registration of a function with a connection: a name, an argument count, options and an
    /// implementation. Functions defined by types and by closures are both registered in this form.
    public struct Registration {
        /// The implementation that SQLite calls.
        public enum _Implementation {
            /// A function of the arguments of one call.
            case scalar((any ArgumentsProtocol) throws -> SQLiteValue)
            /// Creates the instance for a group.
            case aggregate(() -> any _AggregateInstance)
            /// Creates the instance for a group or a partition.
            case window(() -> any _WindowInstance)
        }

        /// The name in SQL.
        public let name: String
        /// The number of arguments, or -1 for any number.
        public let argc: Int32
        /// The properties that SQLite may assume of the function.
        public let options: Options
        /// The implementation that SQLite calls.
        public let _implementation: _Implementation

        /// The subject of error messages: the type that defines the function, or the function.
        let owner: String

        /// The type that defines the scalar function, if any. It can be called without the closure.
        let scalarType: Function.Scalar.Type?

        /// Defines a function by closures.
        public init(
            name: String, argc: Int32, options: Options,
            _implementation implementation: _Implementation
        ) {
            self.init(
                name: name, argc: argc, options: options, implementation: implementation,
                owner: Self.owner(of: name))
        }

        private init(
            name: String, argc: Int32, options: Options, implementation: _Implementation,
            owner: String, scalarType: Function.Scalar.Type? = nil
        ) {
            self.name = name
            self.argc = argc
            self.options = options
            self._implementation = implementation
            self.owner = owner
            self.scalarType = scalarType
        }
    }
}

extension Function.Registration {
    /// Creates the registration of a function that is defined by a type.
    ///
    /// - Throws: `SQLITE_MISUSE` if the type is neither a scalar function nor an aggregate, or does
    ///   not override `name`.
    public init(_ type: Function.Type) throws(SQLiteError) {
        let implementation: _Implementation
        switch type {
        case let scalar as Function.Scalar.Type:
            implementation = .scalar { try scalar.invoke(args: $0)?.sqliteValue ?? .null }
        case let window as Function.Window.Type:
            implementation = .window { window.init() }
        case let aggregate as Function.Aggregate.Type:
            implementation = .aggregate { aggregate.init() }
        default:
            throw SQLiteError.misuse(
                "\(type) is neither a Function.Scalar nor a Function.Aggregate")
        }
        guard !type.name.isEmpty else { throw notOverridden(type, "name") }
        self.init(
            name: type.name, argc: type.argc, options: type.options,
            implementation: implementation, owner: "\(type)",
            scalarType: type as? Function.Scalar.Type)
    }

    /// Checks for invalid definitions that SQLite rejects without a message, and for names that it would
    /// truncate.
    func validate() throws(SQLiteError) {
        try Self.validate(name: name, argc: argc, owner: owner)
    }

    static func validate(
        name: String, argc: Int32, owner: String? = nil
    ) throws(SQLiteError) {
        let owner = owner ?? Self.owner(of: name)
        guard (1...255).contains(name.utf8.count), !name.utf8.contains(0) else {
            throw SQLiteError.misuse(
                "\(owner): the name \"\(MessageText.name(name))\" must have 1 to 255 bytes, none of them NUL"
            )
        }
        guard argc >= -1 else {
            throw SQLiteError.misuse("\(owner): \(argc) is not a valid argument count")
        }
    }

    private static func owner(of name: String) -> String {
        "function \"\(MessageText.name(name))\""
    }
}
