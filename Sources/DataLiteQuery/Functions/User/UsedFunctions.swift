/// The Swift functions and collating sequences that a statement uses.
///
/// A connection that lacks one of them gets it when the statement is first prepared, so it has to be added only for SQL
/// text that names it.
@usableFromInline
struct UsedFunctions: Sendable {
    private var functions: [UsedFunction] = []

    private var collations: [DatabaseCollation] = []

    var isEmpty: Bool { functions.isEmpty && collations.isEmpty }

    /// Adds a function.
    ///
    /// - Returns: An error if the statement calls another function with the same name and number of arguments. SQLite
    ///   would call only one of them.
    mutating func append(
        _ function: any DatabaseFunction, argumentCount: Int
    ) -> SQLiteError? {
        let function = UsedFunction(function, argumentCount: argumentCount)
        guard let other = functions.first(where: { $0.key == function.key }) else {
            functions.append(function)
            return nil
        }
        return other.identity.isSame(as: function.identity)
            ? nil : .functionsWithOneName(other, function)
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
        return other.identity == collation.identity
            ? nil : .collationsWithOneName(other.identity.place, collation)
    }

    // MARK: - Adding

    /// Adds what a connection lacks, for a trigger, a view or a default.
    func addMissing(to db: any ConnectionProtocol) throws(SQLiteError) {
        guard let connection = db.sqliteConnection?.takeUnretainedValue() else { return }
        for function in functions {
            let arguments = repeatElement("NULL", count: Int(max(function.key.argc, 0)))
            let call: SQL =
                "SELECT \(identifier: function.name)(\(raw: arguments.joined(separator: ", ")))"
            _ = try adding(to: db) { () throws(SQLiteError) in try db.prepare(sql: call.text) }
            function.noteUseInSchema(of: connection)
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
    /// A function or a collating sequence is added only after SQLite has reported that it is missing, so nothing that
    /// the program has added is replaced.
    func adding<Prepared>(
        to db: any ConnectionProtocol,
        _ prepare: () throws(SQLiteError) -> Prepared
    ) throws(SQLiteError) -> Prepared {
        guard let connection = db.sqliteConnection?.takeUnretainedValue() else {
            return try prepare()
        }
        for function in functions { try function.replaceOther(on: connection) }
        for collation in collations { try collation.replaceOther(on: connection) }
        var missing = self
        while true {
            do {
                return try prepare()
            } catch {
                guard try missing.addReported(by: error, to: connection) else { throw error }
            }
        }
    }

    /// Removes what SQLite does not know, and adds it to the connection.
    ///
    /// - Returns: Whether there was anything to add.
    private mutating func addReported(
        by error: SQLiteError, to connection: Connection
    ) throws(SQLiteError) -> Bool {
        if let index = functions.firstIndex(where: { error.reportsMissing($0) }) {
            return try functions.remove(at: index).add(to: connection)
        }
        if let index = collations.firstIndex(where: { error.reportsMissing($0) }) {
            return try collations.remove(at: index).add(to: connection)
        }
        return false
    }
}

extension SQLiteError {
    /// Whether SQLite reports that there is no collating sequence with the name.
    fileprivate func reportsMissing(_ collation: DatabaseCollation) -> Bool {
        resultCode.primary == .error
            && message.contains("no such collation sequence: \(collation.name)")
    }

    /// Whether SQLite reports that there is no function with the name, or none with the number of arguments. Both
    /// messages are part of SQLite's `resolve.c`; there is no result code for them.
    fileprivate func reportsMissing(_ function: UsedFunction) -> Bool {
        guard resultCode.primary == .error else { return false }
        return message.contains("no such function: \(function.name)")
            || message.contains("wrong number of arguments to function \(function.name)()")
    }
}

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

extension SQLiteError {
    static func functionsWithOneName(_ first: UsedFunction, _ second: UsedFunction) -> SQLiteError {
        let (one, other) = (first.qualifiedName, second.qualifiedName)
        guard one != other else {
            return SQLiteError.misuse(
                "\(one) of two instances is the SQL function \"\(second.name)\": "
                    + "a statement can call the method of one instance")
        }
        return SQLiteError.misuse(
            "\(one) and \(other) are both the SQL function \"\(second.name)\": "
                + "give one of them another name, as in @DatabaseFunction(\"other\")")
    }

    static func functionIsReplaced(_ function: UsedFunction) -> SQLiteError {
        SQLiteError.misuse(
            "\(function.qualifiedName) replaces another SQL function "
                + "\"\(function.name)\", which is impossible while a statement runs: "
                + "give it another name, as in @DatabaseFunction(\"other\")")
    }

    static func functionOfSchema(_ function: UsedFunction) -> SQLiteError {
        SQLiteError.misuse(
            "\(function.qualifiedName) is not the SQL function \"\(function.name)\" that a "
                + "trigger, a view or a default of this connection calls: give one of them another "
                + "name, as in @DatabaseFunction(\"other\")")
    }

    static func collationIsReplaced(_ collation: DatabaseCollation) -> SQLiteError {
        SQLiteError.misuse(
            "\(collation.place) replaces the collating sequence \"\(collation.name)\" of "
                + "another instance, which is impossible while a statement runs")
    }

    static func collationsWithOneName(
        _ first: String, _ second: DatabaseCollation
    ) -> SQLiteError {
        SQLiteError.misuse(
            "\(first) and \(second.place) both define the collating sequence "
                + "\"\(second.name)\": give one of them another name")
    }

    static func collationOfSQLite(_ collation: DatabaseCollation) -> SQLiteError {
        SQLiteError.misuse(
            "\(collation.place) has the name of SQLite's collating sequence "
                + "\"\(collation.name)\": give it another name, or add it to the connection to "
                + "replace SQLite's")
    }
}

extension UsedFunction {
    /// The name with its module and the types that contain the function.
    fileprivate var qualifiedName: String {
        var path = String(reflecting: type(of: function)).split(separator: ".")
        // The type itself, whose name only the macro knows.
        path.removeLast()
        path.removeAll { $0.hasPrefix("(unknown context") }
        return (path.map(String.init) + [function._functionName]).joined(separator: ".")
    }
}
