import DataLiteCore

/// A Swift function that a statement calls.
struct UsedFunction: Sendable {
    let function: any DatabaseFunction
    let name: String
    let key: FunctionKey
    let identity: FunctionIdentity

    init(_ function: any DatabaseFunction) {
        let definition = function._functionDefinition
        self.function = function
        name = definition.name
        key = FunctionKey(name: definition.name, argc: definition.argc)
        identity = FunctionIdentity(
            type: ObjectIdentifier(type(of: function) as any Any.Type),
            instance: function._functionInstance)
    }

    /// Replaces a function with the same name and number of arguments that another query has added, or that a newer
    /// SQLite has: SQLite would call that one.
    ///
    /// - Throws: `SQLITE_MISUSE` if a statement is running.
    func replaceOther(on connection: Connection) throws(SQLiteError) {
        switch connection.origin(of: key) {
        case .query(let other):
            if !other.isSame(as: identity) { try replace(on: connection) }
        case .program, .removed: return
        case nil:
            // A function of this library yields to that of SQLite.
            guard !(function is RandomUUID), SQLiteLibrary.linked.hasFunction(key) else { return }
            try replace(on: connection)
        }
    }

    private func replace(on connection: Connection) throws(SQLiteError) {
        do {
            try connection.add(function: Function.Registration(function), for: identity)
        } catch {
            guard error.resultCode.primary == .busy else { throw error }
            throw .functionIsReplaced(self)
        }
    }

    /// Adds the function to a connection that lacks it.
    ///
    /// - Returns: `false` if the program has removed it.
    func add(to connection: Connection) throws(SQLiteError) -> Bool {
        if case .removed = connection.origin(of: key) { return false }
        try connection.add(function: Function.Registration(function), for: identity)
        return true
    }
}

extension DatabaseCollation {
    /// - Throws: `SQLITE_MISUSE` if another query has added a collating sequence with the same name. It is not replaced,
    ///   because indexes may have been sorted by it.
    func requireOnly(on connection: Connection) throws(SQLiteError) {
        switch connection.origin(ofCollation: name) {
        case .query(let other):
            guard other != place.description else { return }
            throw .collationsWithOneName(other, self)
        case .program, .removed: return
        case nil:
            let isBuiltIn = ["binary", "nocase", "rtrim"].contains { SQLName.matches($0, name) }
            if isBuiltIn { throw .collationOfSQLite(self) }
        }
    }

    /// Adds the collating sequence to a connection that lacks it.
    ///
    /// - Returns: `false` if the program has removed it.
    func add(to connection: Connection) throws(SQLiteError) -> Bool {
        guard connection.origin(ofCollation: name) != .removed else { return false }
        try connection.addMissing(collation: Collation(self), .query(place: place.description))
        return true
    }
}
