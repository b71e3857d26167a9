/// The Swift functions that a statement calls.
///
/// A connection that lacks one of them gets it when the statement is first prepared, so a function has to be added only
/// for SQL text that calls it by its name.
@usableFromInline
struct UsedFunctions: Sendable {
    private var functions: [any DatabaseFunction] = []

    var isEmpty: Bool { functions.isEmpty }

    /// A function of each type; few statements call functions of several types.
    private var kinds: [any DatabaseFunction] = []

    /// Adds a function.
    ///
    /// - Returns: An error if the statement calls another function with the same name and number of arguments. SQLite
    ///   would call only one of them.
    mutating func append(_ function: any DatabaseFunction) -> SQLiteError? {
        functions.append(function)
        let type = type(of: function) as any Any.Type
        if kinds.contains(where: { Swift.type(of: $0) as any Any.Type == type }) { return nil }
        let other = kinds.first { $0._functionDefinition.hasSameCalls(as: function) }
        kinds.append(function)
        return other.map { .functionsWithOneName($0, function) }
    }

    /// Adds the functions that a connection lacks.
    func addMissing(to db: any ConnectionProtocol) throws(SQLiteError) {
        guard db.sqliteConnection != nil else { return }
        for kind in kinds {
            let definition = kind._functionDefinition
            let arguments = repeatElement("NULL", count: Int(max(definition.argc, 0)))
            let call: SQL =
                "SELECT \(identifier: definition.name)(\(raw: arguments.joined(separator: ", ")))"
            _ = try adding(to: db) { () throws(SQLiteError) in try db.prepare(sql: call.text) }
        }
    }

    /// Calls a closure that prepares the statement, and again after each function that SQLite does not know is added.
    ///
    /// A function is added only after SQLite has reported that there is none of its name and number of arguments, so
    /// nothing is replaced, and a connection that has the functions does no additional work.
    func adding<Prepared>(
        to db: any ConnectionProtocol,
        _ prepare: () throws(SQLiteError) -> Prepared
    ) throws(SQLiteError) -> Prepared {
        var missing = functions
        while true {
            do {
                return try prepare()
            } catch {
                guard let connection = db.sqliteConnection,
                    let index = missing.firstIndex(where: { error.reportsMissing($0) })
                else { throw error }
                let function = missing.remove(at: index)
                let definition = function._functionDefinition
                let registration = Function.Registration(
                    name: definition.name, argc: definition.argc, options: definition.options,
                    _implementation: function._functionImplementation)
                try connection._withUnsafeGuaranteedRef { connection in
                    Result { () throws(SQLiteError) in
                        // The program does not want it.
                        if connection.hasRemoved(function: registration) { throw error }
                        try connection.addMissing(function: registration)
                    }
                }.get()
            }
        }
    }
}

extension FunctionDefinition {
    /// Whether SQLite could not tell calls of both functions apart.
    fileprivate func hasSameCalls(as function: any DatabaseFunction) -> Bool {
        let other = function._functionDefinition
        return argc == other.argc && SQLName.matches(name, other.name)
    }
}

extension SQLiteError {
    fileprivate static func functionsWithOneName(
        _ first: any DatabaseFunction, _ second: any DatabaseFunction
    ) -> SQLiteError {
        let definition = second._functionDefinition
        return SQLiteError(
            .misuse,
            message: "\(first.qualifiedName) and \(second.qualifiedName) are both the SQL function "
                + "\"\(definition.name)\": give one of them another name, as in "
                + "@DatabaseFunction(\"other\")")
    }

    /// Whether SQLite reports that there is no function with the name, or none with the number of arguments. Both
    /// messages are part of SQLite's `resolve.c`; there is no result code for them.
    fileprivate func reportsMissing(_ function: any DatabaseFunction) -> Bool {
        guard resultCode.primary == .error else { return false }
        let name = function._functionDefinition.name
        return message.contains("no such function: \(name)")
            || message.contains("wrong number of arguments to function \(name)()")
    }
}

extension DatabaseFunction {
    /// The name with its module and the types that contain the function.
    fileprivate var qualifiedName: String {
        var path = String(reflecting: Self.self).split(separator: ".")
        // The type itself, whose name only the macro knows.
        path.removeLast()
        path.removeAll { $0.hasPrefix("(unknown context") }
        return (path.map(String.init) + [_functionName]).joined(separator: ".")
    }
}
