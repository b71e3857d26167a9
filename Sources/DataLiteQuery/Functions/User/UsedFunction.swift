/// A Swift function that a statement calls.
//
// A function with any number of arguments is added for the number of the call, because SQLite prefers another function
// with exactly this number.
struct UsedFunction: Sendable {
    let function: any DatabaseFunction
    let name: String
    let key: FunctionKey
    let identity: FunctionIdentity

    /// - Parameter count: The number of arguments of the call.
    init(_ function: any DatabaseFunction, argumentCount count: Int) {
        let definition = function._functionDefinition
        self.function = function
        name = definition.name
        let argc = definition.argc < 0 && count <= 127 ? Int32(count) : definition.argc
        key = FunctionKey(name: definition.name, argc: argc)
        identity = FunctionIdentity(
            type: ObjectIdentifier(type(of: function) as any Any.Type),
            instance: function._functionInstance)
    }

    /// Replaces a function with the same name and number of arguments that another query has added, or that a newer
    /// SQLite has: SQLite would call that one.
    ///
    /// - Throws: `SQLITE_MISUSE` if a statement is running.
    func replaceOther(on connection: Connection) throws(SQLiteError) {
        switch connection.origin(ofCall: key) {
        case .query(let other):
            if !other.isSame(as: identity) { try replace(on: connection) }
        case .schema(let other, _):
            guard other.isSame(as: identity) else { throw .functionOfSchema(self) }
        case .program, .removed: return
        case nil:
            // A function of this library yields to that of SQLite.
            guard !(function is RandomUUID), SQLiteLibrary.linked.hasFunction(key) else { return }
            try replace(on: connection)
        }
    }

    private func replace(on connection: Connection) throws(SQLiteError) {
        do {
            try connection.add(function: registration, for: identity)
        } catch {
            guard error.resultCode.primary == .busy else { throw error }
            throw .functionIsReplaced(self)
        }
    }

    /// Adds the function to a connection that lacks it.
    ///
    /// - Returns: `false` if the program has removed it.
    func add(to connection: Connection) throws(SQLiteError) -> Bool {
        if case .removed = connection.origin(ofCall: key) { return false }
        try connection.add(function: registration, for: identity)
        return true
    }

    /// Notes that a trigger, a view or a default calls the function, which the connection has.
    func noteUseInSchema(of connection: Connection) {
        connection.noteUseInSchema(of: key) { other throws(SQLiteError) in
            guard try add(to: other) else { return }
            noteUseInSchema(of: other)
        }
    }

    private var registration: Function.Registration {
        Function.Registration(function, argc: key.argc)
    }
}
