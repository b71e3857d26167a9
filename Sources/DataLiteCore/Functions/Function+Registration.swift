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
