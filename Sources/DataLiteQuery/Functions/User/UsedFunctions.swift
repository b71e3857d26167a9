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
