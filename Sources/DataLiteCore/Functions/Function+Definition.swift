extension Function {
    /// A function as a connection registers it: whatever form it was written in, it comes down to a
    /// name, an argument count, options, and closures.
    public struct Definition {
        /// What SQLite calls.
        public enum Implementation {
            /// A function of the arguments of one call.
            case scalar((any ArgumentsProtocol) throws -> SQLiteValue)
            /// Makes the instance for a group.
            case aggregate(() -> any AggregateInstance)
            /// Makes the instance for a group or a partition.
            case window(() -> any WindowInstance)
        }

        /// The name in SQL.
        public let name: String
        /// The number of arguments, or -1 for any number.
        public let argc: Int32
        /// What SQLite may expect of the function.
        public let options: Options
        /// What SQLite calls.
        public let implementation: Implementation

        /// Who to blame in an error message: the type that defines the function, or the function.
        let owner: String

        /// The definition of a function by closures.
        public init(
            name: String, argc: Int32, options: Options, implementation: Implementation
        ) {
            self.init(
                name: name, argc: argc, options: options, implementation: implementation,
                owner: Self.owner(of: name))
        }

        private init(
            name: String, argc: Int32, options: Options, implementation: Implementation,
            owner: String
        ) {
            self.name = name
            self.argc = argc
            self.options = options
            self.implementation = implementation
            self.owner = owner
        }
    }
}

extension Function.Definition {
    /// The definition that a type gives.
    ///
    /// - Throws: `SQLITE_MISUSE` if the type is none of scalar, aggregate and window, or gives no
    ///   name.
    public init(_ type: Function.Type) throws(SQLiteError) {
        let implementation: Implementation
        switch type {
        case let scalar as Function.Scalar.Type:
            implementation = .scalar { try scalar.invoke(args: $0)?.sqliteValue ?? .null }
        case let window as Function.Window.Type:
            implementation = .window { window.init() }
        case let aggregate as Function.Aggregate.Type:
            implementation = .aggregate { aggregate.init() }
        default:
            throw SQLiteError(
                .misuse,
                message: "\(type) is neither a Function.Scalar nor a Function.Aggregate")
        }
        guard !type.name.isEmpty else { throw notOverridden(type, "name") }
        self.init(
            name: type.name, argc: type.argc, options: type.options,
            implementation: implementation, owner: "\(type)")
    }

    /// Checks what SQLite would either refuse without a word or cut short.
    func validate() throws(SQLiteError) {
        try Self.validate(name: name, argc: argc, owner: owner)
    }

    static func validate(
        name: String, argc: Int32, owner: String? = nil
    ) throws(SQLiteError) {
        let owner = owner ?? Self.owner(of: name)
        guard (1...255).contains(name.utf8.count), !name.utf8.contains(0) else {
            throw SQLiteError(
                .misuse,
                message: "\(owner): the name \"\(name)\" is not 1 to 255 bytes without NUL")
        }
        guard argc >= -1 else {
            throw SQLiteError(.misuse, message: "\(owner): \(argc) is no argument count")
        }
    }

    private static func owner(of name: String) -> String { "function \"\(name)\"" }
}
