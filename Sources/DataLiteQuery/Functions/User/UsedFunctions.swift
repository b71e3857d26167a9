/// The Swift functions and collating sequences that a statement uses.
///
/// A connection that lacks one of them gets it when the statement is first prepared, so it has to be added only for SQL
/// text that names it.
@usableFromInline
struct UsedFunctions: Sendable {
    private var functions: [any DatabaseFunction] = []

    /// A function of each type; few statements call functions of several types.
    private var kinds: [any DatabaseFunction] = []

    private var collations: [DatabaseCollation] = []

    var isEmpty: Bool { functions.isEmpty && collations.isEmpty }

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

    /// Adds a collating sequence.
    ///
    /// - Returns: An error if the statement uses another collating sequence with the same name.
    mutating func append(_ collation: DatabaseCollation) -> SQLiteError? {
        let other = collations.first { SQLName.matches($0.name, collation.name) }
        guard let other else {
            collations.append(collation)
            return nil
        }
        return other.place == collation.place ? nil : .collationsWithOneName(other, collation)
    }
}

// MARK: - Adding

extension UsedFunctions {
    /// Adds what a connection lacks.
    func addMissing(to db: any ConnectionProtocol) throws(SQLiteError) {
        guard db.sqliteConnection != nil else { return }
        for kind in kinds {
            let definition = kind._functionDefinition
            let arguments = repeatElement("NULL", count: Int(max(definition.argc, 0)))
            let call: SQL =
                "SELECT \(identifier: definition.name)(\(raw: arguments.joined(separator: ", ")))"
            _ = try adding(to: db) { () throws(SQLiteError) in try db.prepare(sql: call.text) }
        }
        for collation in collations {
            let comparison: SQL = "SELECT '' = '' COLLATE \(identifier: collation.name)"
            _ = try adding(to: db) { () throws(SQLiteError) in
                try db.prepare(sql: comparison.text)
            }
        }
    }

    /// Calls a closure that prepares the statement, and again after each function or collating sequence that SQLite does
    /// not know is added.
    ///
    /// One is added only after SQLite has reported that there is none of its name, so nothing is replaced, and a
    /// connection that has them does no additional work.
    func adding<Prepared>(
        to db: any ConnectionProtocol,
        _ prepare: () throws(SQLiteError) -> Prepared
    ) throws(SQLiteError) -> Prepared {
        var missing = self
        while true {
            do {
                return try prepare()
            } catch {
                guard let connection = db.sqliteConnection,
                    let definition = missing.removeReported(by: error)
                else { throw error }
                try connection._withUnsafeGuaranteedRef { connection in
                    Result { () throws(SQLiteError) in
                        // The program does not want it.
                        if definition.isRemoved(from: connection) { throw error }
                        try definition.add(to: connection)
                    }
                }.get()
            }
        }
    }

    /// Removes and returns what SQLite does not know.
    private mutating func removeReported(by error: SQLiteError) -> Definition? {
        if let index = functions.firstIndex(where: { error.reportsMissing($0) }) {
            return .function(Function.Registration(functions.remove(at: index)))
        }
        if let index = collations.firstIndex(where: { error.reportsMissing($0) }) {
            return .collation(Collation(collations.remove(at: index)))
        }
        return nil
    }

    private enum Definition {
        case function(Function.Registration)
        case collation(Collation)

        func isRemoved(from connection: Connection) -> Bool {
            switch self {
            case .function(let function): connection.hasRemoved(function: function)
            case .collation(let collation): connection.hasRemoved(collation: collation.name)
            }
        }

        func add(to connection: Connection) throws(SQLiteError) {
            switch self {
            case .function(let function): try connection.addMissing(function: function)
            case .collation(let collation): try connection.addMissing(collation: collation)
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

    fileprivate static func collationsWithOneName(
        _ first: DatabaseCollation, _ second: DatabaseCollation
    ) -> SQLiteError {
        SQLiteError(
            .misuse,
            message: "\(first.place) and \(second.place) both define the collating sequence "
                + "\"\(second.name)\": give one of them another name")
    }

    /// Whether SQLite reports that there is no collating sequence with the name.
    fileprivate func reportsMissing(_ collation: DatabaseCollation) -> Bool {
        resultCode.primary == .error
            && message.contains("no such collation sequence: \(collation.name)")
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
