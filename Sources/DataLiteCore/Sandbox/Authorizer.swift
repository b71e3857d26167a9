import DataLiteC

/// Decides which actions the statements of a connection may contain.
///
/// ```swift
/// let authorizer = Authorizer.all(.readOnly, .tables(["albums", "songs"]), .withoutPragmas)
/// try connection.withAuthorizer(authorizer) {
///     try connection.rows(SQL(raw: textOfUser))
/// }
/// ```
///
/// SQLite asks while it compiles a statement; if an action is denied, the statement fails with `SQLITE_AUTH`, or with
/// `SQLITE_ERROR` for a function, before it runs. An authorizer restricts what SQL may name. It limits neither time nor
/// memory: see ``QueryLimits`` and `runUntrusted(_:_:limits:)`.
///
/// C: `sqlite3_set_authorizer`.
public struct Authorizer: Sendable {
    let decide: @Sendable (SQLAction) throws -> Authorization

    /// Creates an authorizer from a closure.
    ///
    /// The closure is called for each action of each statement that is compiled, on the thread of the connection. It must
    /// not use the connection: that throws `SQLITE_MISUSE`.
    ///
    /// - Parameter decide: Returns the answer. If it throws an error, the action is denied, and the error is the
    ///   `underlyingError` of the statement's `SQLITE_AUTH`.
    public init(_ decide: @escaping @Sendable (SQLAction) throws -> Authorization) {
        self.decide = decide
    }

    /// The strictest answer of several authorizers: an action is allowed if all of them allow it.
    public static func all(_ authorizers: Authorizer...) -> Authorizer {
        Authorizer { action in
            try authorizers.reduce(.allow) { answer, authorizer in
                // Nothing is stricter, and an authorizer may have effects that the caller does not expect.
                answer == .deny ? .deny : answer.and(try authorizer.decide(action))
            }
        }
    }

    /// Denies everything that writes: changes of rows and of the schema, in temporary tables too, `ATTACH`, `DETACH`,
    /// `VACUUM`, `ANALYZE` and `REINDEX`, and all pragmas but those that only report something.
    ///
    /// Transactions and savepoints are allowed, and so are all functions: a function in Swift can write. SQLite declares a
    /// table-valued function, such as `json_each`, like a table when a connection first uses it, so that first use is
    /// denied.
    public static let readOnly = Authorizer { action in
        switch action.kind {
        case .read, .select, .function, .recursive, .transaction, .savepoint: .allow
        case .pragma(let name, let argument):
            ReportingPragmas.contain(name, argument) ? .allow : .deny
        default: .deny
        }
    }

    /// Allows only some tables and views of one database to be read or changed, and denies changes of the schema.
    ///
    /// A view can be read if also the tables that it reads are in the list, and a table with triggers can be changed if
    /// the tables of the triggers are. Where foreign keys are enforced, a change reads the tables at the other end of a
    /// key, which need to be in the list. A full-text table needs its shadow tables, such as `docs_data`. The tables of the
    /// schema, such as `sqlite_schema`, and table-valued functions, such as `json_each`, need to be in the list, too. A
    /// common table expression also needs to be in the list if a statement uses none of its columns:
    /// `SELECT count(*) FROM c`. If the main database has no table with a name in the list, such a statement can count
    /// the rows of a table with this name in an attached database.
    ///
    /// - Parameters:
    ///   - names: The names, in any letter case.
    ///   - schema: `main`, `temp`, or the name of an attached database.
    public static func tables(_ names: Set<String>, in schema: String = "main") -> Authorizer {
        let names = Set(names.map(SchemaName.init))
        let expected = SchemaName(schema)
        let includes = { @Sendable (table: String, schema: String?) in
            names.contains(SchemaName(table)) && schema.map(SchemaName.init) == expected
        }
        return Authorizer { action in
            switch action.kind {
            case .insert(let table), .update(let table, _), .delete(let table):
                return includes(table, action.schema) ? .allow : .deny
            case .read(let table, let column):
                // If no column of a table is used, as in count(*), SQLite passes the schema only if the statement names
                // it. The table of an unqualified name is then that of the main database, or a temporary one.
                let found = action.schema ?? (column.isEmpty ? "main" : nil)
                return includes(table, found) ? .allow : .deny
            case .select, .function, .recursive, .transaction, .savepoint, .pragma, .attach,
                .detach:
                return .allow
            default: return .deny
            }
        }
    }

    /// Allows only calls of some functions, by name, in any letter case.
    ///
    /// Operators that call functions need to be in the list: `like`, `glob`, `->`, `->>`, `match`, `regexp`.
    public static func functions(_ names: Set<String>) -> Authorizer {
        let names = Set(names.map(SchemaName.init))
        return Authorizer { action in
            guard case .function(let name) = action.kind else { return .allow }
            return names.contains(SchemaName(name)) ? .allow : .deny
        }
    }

    /// Denies all pragmas, including `SELECT ... FROM pragma_table_info(...)`.
    public static let withoutPragmas = Authorizer { action in
        if case .pragma = action.kind { .deny } else { .allow }
    }

    /// Denies `ATTACH` and `DETACH`, and `VACUUM`, which attaches a file.
    public static let withoutAttach = Authorizer { action in
        switch action.kind {
        case .attach, .detach: .deny
        default: .allow
        }
    }

    /// Denies changes of the schema: `CREATE`, `DROP`, `ALTER` and `REINDEX`, and writes of `sqlite_schema`.
    public static let withoutSchemaChanges = Authorizer { action in
        switch action.kind {
        case .read, .select, .function, .recursive, .transaction, .savepoint, .pragma, .attach,
            .detach, .analyze:
            return .allow
        case .insert(let table), .update(let table, _), .delete(let table):
            return schemaTables.contains(table.lowercasedASCII) ? .deny : .allow
        default: return .deny
        }
    }

    private static let schemaTables: Set<String> = [
        "sqlite_schema", "sqlite_master", "sqlite_temp_schema", "sqlite_temp_master",
    ]
}

/// The pragmas that only report something.
private enum ReportingPragmas {
    /// Whatever their argument is.
    private static let always: Set<String> = [
        "collation_list", "compile_options", "database_list", "foreign_key_check",
        "foreign_key_list", "function_list", "index_info", "index_list", "index_xinfo",
        "integrity_check", "module_list", "pragma_list", "quick_check", "table_info", "table_list",
        "table_xinfo",
    ]

    /// Without an argument.
    private static let withoutArgument: Set<String> = [
        "application_id", "auto_vacuum", "data_version", "encoding", "foreign_keys",
        "freelist_count", "page_count", "page_size", "schema_version", "user_version",
    ]

    static func contain(_ name: String, _ argument: String?) -> Bool {
        let name = name.lowercasedASCII
        return always.contains(name) || (argument == nil && withoutArgument.contains(name))
    }
}

// MARK: - The authorizer of a connection

extension Connection {
    /// The authorizer of the connection, if one was set with ``setAuthorizer(_:)``.
    public var authorizer: Authorizer? { handle.authorizer as? Authorizer }

    /// Sets the authorizer of the connection, or removes it.
    ///
    /// It applies to every statement: prepared and cached statements are compiled again before their next run, so they
    /// cannot escape it. It also applies to the statements of the library, such as those that read the schema.
    ///
    /// SQLite has one authorizer for each connection, so one that was set with the C interface is replaced. The library's
    /// own use of it, for observation, continues.
    ///
    /// - Throws: `SQLITE_BUSY` while a statement is running, because it would run to its end without the authorizer.
    public func setAuthorizer(_ authorizer: Authorizer?) throws(SQLiteError) {
        guard authorizer != nil || handle.authorizer != nil else { return }
        try handle.noteSettingChange("authorizer")
        try replaceAuthorizer(authorizer)
    }
}

extension ConnectionProtocol {
    /// Runs a closure with an authorizer, which applies in addition to the one that is set.
    ///
    /// ```swift
    /// let count: Int? = try db.withAuthorizer(.readOnly) {
    ///     try db.value(SQL(raw: textOfUser))
    /// }
    /// ```
    ///
    /// Statements that the closure leaves running are ended.
    ///
    /// - Throws: `SQLITE_BUSY` while a statement is running; `SQLITE_MISUSE` for a connection that is not an SQLite
    ///   connection, such as a stub; the error of the closure.
    @discardableResult
    public func withAuthorizer<R>(_ authorizer: Authorizer, _ body: () throws -> R) throws -> R {
        guard let connection = runningConnection else {
            throw SQLiteError.misuse("\(type(of: self)) does not support authorizers")
        }
        let outer = connection.authorizer
        try connection.replaceAuthorizer(outer.map { .all($0, authorizer) } ?? authorizer)
        let result: R
        do {
            result = try body()
        } catch {
            connection.restoreAuthorizer(outer)
            throw error
        }
        connection.restoreAuthorizer(outer)
        return result
    }
}

extension Connection {
    fileprivate func replaceAuthorizer(_ authorizer: Authorizer?) throws(SQLiteError) {
        _ = try handle.open()
        handle.performDeferredWork()
        guard !handle.hasRunningStatement else {
            throw SQLiteError(
                .busy, message: "the authorizer cannot be changed while a statement is running")
        }
        clearStatementCache()
        handle.authorizer = authorizer
        handle.updateAuthorizer()
    }

    /// Restores the previous authorizer, after ending all statements.
    fileprivate func restoreAuthorizer(_ outer: Authorizer?) {
        guard !isClosed else { return }
        handle.abortStatements()
        clearStatementCache()
        handle.authorizer = outer
        handle.updateAuthorizer()
    }
}

extension ConnectionHandle {
    /// Sets the callback of SQLite for the authorizer and for the recorders.
    func updateAuthorizer() {
        guard let pointer else { return }
        // Setting a callback expires all statements, including those compiled with ignored columns; removing one
        // does not.
        sqlite3_set_authorizer(
            pointer,
            { context, code, first, second, schema, source in
                guard let context else { return SQLITE_OK }
                // SAFETY: the handle removes the callback before it is released.
                return Unmanaged<ConnectionHandle>.fromOpaque(context)._withUnsafeGuaranteedRef {
                    $0.authorize(code, first, second, schema, source)
                }
            }, Unmanaged.passUnretained(self).toOpaque())
        guard authorizer == nil else { return }
        if let readRecorder {
            readRecorder.install(on: pointer)
        } else if let writeRecorder {
            writeRecorder.install(on: pointer)
        } else {
            sqlite3_set_authorizer(pointer, nil, nil)
        }
    }

    private func authorize(
        _ code: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
        _ schema: UnsafePointer<CChar>?, _ source: UnsafePointer<CChar>?
    ) -> Int32 {
        if code == SQLITE_READ, let first { readRecorder?.didRead(first, second, schema) }
        writeRecorder?.note(code, first, second, schema)
        guard let authorizer else { return SQLITE_OK }
        if let budget, !ignoresStop, budget.chargeAuthorization() { return SQLITE_DENY }
        return authorizer.authorize(code, first, second, schema, source, on: self)
    }
}

extension Authorizer: StatementAuthorizer {
    func authorize(
        _ code: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
        _ schema: UnsafePointer<CChar>?, _ source: UnsafePointer<CChar>?,
        on handle: ConnectionHandle
    ) -> Int32 {
        let action = SQLAction(
            code, String(repairing: first), String(repairing: second),
            schema: String(repairing: schema), source: String(repairing: source))
        do {
            return try handle.whileRefusingAllUse(of: .insideAuthorizer) {
                try decide(action).code
            }
        } catch {
            handle.willFail(.authorizer, error)
            return SQLITE_DENY
        }
    }
}

extension Authorization {
    fileprivate var code: Int32 {
        switch self {
        case .allow: SQLITE_OK
        case .ignore: SQLITE_IGNORE
        case .deny: SQLITE_DENY
        }
    }
}
