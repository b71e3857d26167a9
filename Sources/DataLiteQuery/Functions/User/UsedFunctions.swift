/// The Swift functions that a statement calls.
///
/// A connection that lacks one of them gets it when the statement is first prepared, so a function has to be added only
/// for SQL text that calls it by its name.
@usableFromInline
struct UsedFunctions: Sendable {
    private var functions: [any DatabaseFunction] = []

    var isEmpty: Bool { functions.isEmpty }

    mutating func append(_ function: any DatabaseFunction) { functions.append(function) }

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

extension SQLiteError {
    /// Whether SQLite reports that there is no function with the name, or none with the number of arguments. Both
    /// messages are part of SQLite's `resolve.c`; there is no result code for them.
    fileprivate func reportsMissing(_ function: any DatabaseFunction) -> Bool {
        guard resultCode.primary == .error else { return false }
        let name = function._functionDefinition.name
        return message.contains("no such function: \(name)")
            || message.contains("wrong number of arguments to function \(name)()")
    }
}
