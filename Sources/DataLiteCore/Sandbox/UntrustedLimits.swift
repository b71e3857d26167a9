/// What SQL from an unknown source may do: see ``ConnectionProtocol/runUntrusted(_:_:limits:)``.
public struct UntrustedLimits: Sendable {
    /// The time of the statement, including waits for locks; `nil` for no limit.
    public var time: Duration? = .seconds(1)

    /// The instructions of SQLite's virtual machine; `nil` for no limit. See ``QueryLimits/instructions``. While SQLite
    /// compiles the statement, each name counts as 100 instructions, and so does each token that SQLite may copy;
    /// 100,000 tokens are always allowed.
    public var instructions: Int? = 100_000_000

    /// The number of rows. More rows are not read.
    public var rows = 1000

    /// The bytes of all strings and BLOBs of the result. More rows are not read.
    public var bytes = 4 << 20

    /// The bytes of one string or BLOB, in the result, in a row of a table and in each step of a computation. A call of a
    /// function with such values is not interrupted, and the time of some grows with the square of their size.
    public var valueBytes = 100_000

    /// The bytes of the SQL.
    public var sqlBytes = 50_000

    /// The columns of the result, and the terms of a clause.
    public var columns = 200

    /// The depth of an expression.
    public var expressionDepth = 100

    /// The tables and views of the main database that may be read; `nil` for all. See ``Authorizer/tables(_:in:)`` for
    /// what the list must contain.
    public var tables: Set<String>?

    /// The functions that may be called, in lower case; `nil` for SQLite's own functions, except functions that reach
    /// outside of the database, such as `load_extension` and `sqlite_log`, and functions that take too long, such as
    /// `printf`. Functions in Swift can do anything, so they must be in the list.
    public var functions: Set<String>?

    /// A further authorizer, which can only deny more.
    public var authorizer: Authorizer?

    /// Limits with the defaults.
    public init() {}

    /// Limits with changes to the defaults: `UntrustedLimits { $0.tables = ["albums"] }`.
    public init(_ change: (inout UntrustedLimits) -> Void) { change(&self) }
}

/// The rows of an untrusted statement.
public struct UntrustedResult: Equatable, Sendable {
    /// The names of the columns.
    public let columns: [String]

    /// The rows, up to the limit.
    public let rows: [SQLiteRow]

    /// Whether there are more rows, which were not read because of ``UntrustedLimits/rows`` or
    /// ``UntrustedLimits/bytes``.
    public let isTruncated: Bool
}

extension UntrustedLimits {
    /// The limits of SQLite on statements and values.
    var limits: [Connection.Limit: Int] {
        [
            .length: valueBytes, .sqlLength: sqlBytes, .columns: columns,
            .expressionDepth: expressionDepth, .compoundQueries: 20, .programLength: 25_000,
            .functionArguments: 32, .attachedDatabases: 0, .likePatternLength: 200,
            .parameterNumber: 100, .triggerDepth: 10, .workerThreads: 0,
        ]
    }

    /// - Parameter known: The functions of SQLite itself.
    func authorizer(known: Set<String>) -> Authorizer {
        var authorizer = Authorizer.all(
            .readOnly, .withoutPragmas, Self.withoutControl, Self.withoutInternals,
            .functions(functions ?? known))
        if let tables { authorizer = .all(authorizer, .tables(tables)) }
        if let other = self.authorizer { authorizer = .all(authorizer, other) }
        return authorizer
    }

    /// SQLite's functions that may not be called by default.
    static let deniedFunctions: Set<String> = [
        // They reach outside of the database.
        "load_extension", "fts3_tokenizer", "edit", "readfile", "writefile", "sqlite_log",
        // They compute a value before they find that it is too long: `printf('%.*c', 999999999, 'x')` takes 9 seconds, and
        // `json_pretty` repeats its second argument at each level of each line.
        "printf", "format", "json_pretty",
        // Compares each key of one object with each key of the other: 0.4 seconds for 100 KB.
        "json_patch",
    ]

    /// Denies the end and the begin of a transaction.
    private static let withoutControl = Authorizer { action in
        switch action.kind {
        case .transaction, .savepoint: .deny
        default: .allow
        }
    }

    /// Denies the virtual tables that show other statements or the pages of the file.
    private static let withoutInternals = Authorizer { action in
        guard case .read(let table, _) = action.kind else { return .allow }
        return internals.contains(table.lowercasedASCII) ? .deny : .allow
    }

    private static let internals: Set<String> = [
        "bytecode", "completion", "dbstat", "sqlite_dbpage", "sqlite_stmt", "sqlite_memstat",
        "tables_used",
    ]

    /// The features of a connection while an untrusted statement runs.
    static let features: [(feature: Connection.Feature, isOn: Bool)] = [
        (.defensive, true), (.trustedSchema, false), (.writableSchema, false),
        (.fts3Tokenizer, false), (.extensionLoading, false), (.databaseReset, false),
        (.doubleQuotedStringsInDML, false),
    ]
}

// MARK: - Running untrusted SQL

extension ConnectionProtocol {
    /// Runs one statement of SQL text from an unknown source: of a user of a program, or of a language model.
    ///
    /// ```swift
    /// let limits = UntrustedLimits { $0.tables = ["albums", "songs"] }
    /// let result = try db.runUntrusted(text, limits: limits)
    /// ```
    ///
    /// The statement can only read. It cannot change rows or the schema, create temporary tables, attach files, run
    /// pragmas, control transactions, call functions in Swift that are not in the list, or read tables that are not in
    /// the list. Its time, its instructions, the size of its values and of its result are limited. SQL in the schema
    /// cannot call functions that are not innocuous. All settings are restored afterwards.
    ///
    /// It runs on this connection, so a transaction that is open here is visible to it. The memory that SQLite allocates
    /// while it runs is limited to 256 MB, if SQLite counts it: for a lower limit, use ``Connection/hardHeapLimit``, which
    /// applies to the whole process. Read
    /// [SQLite's advice](https://sqlite.org/security.html) and the guide Sandbox.md, which says what this does not
    /// protect from.
    ///
    /// - Returns: The rows, up to the limits.
    /// - Throws: `SQLITE_AUTH` if something is not allowed; `SQLITE_INTERRUPT` if time or instructions are exceeded;
    ///   `SQLITE_TOOBIG` if a value or the SQL is too large, including the views and common table expressions that it
    ///   uses; `SQLITE_ERROR` if another limit is exceeded or the SQL is
    ///   invalid; `SQLITE_MISUSE` if the text contains no or several statements, and for a connection that is not an
    ///   SQLite connection; `SQLITE_RANGE` if the parameters and their values do not match; `SQLITE_BUSY` while a
    ///   statement is running.
    public func runUntrusted(
        _ sql: String, _ parameters: SQLParameters = SQLParameters(),
        limits: UntrustedLimits = UntrustedLimits()
    ) throws -> UntrustedResult {
        guard let connection = sqliteConnection?.takeUnretainedValue() else {
            throw SQLiteError.misuse("\(type(of: self)) cannot run untrusted SQL")
        }
        guard sql.utf8.count <= limits.sqlBytes else {
            throw SQLiteError(
                .tooBig,
                message: "the SQL has \(sql.utf8.count) bytes; the limit is \(limits.sqlBytes)")
        }
        // The schema must be read before the limits apply: a table may have more columns.
        _ = try connection.prepare(sql: "SELECT 1 FROM main.sqlite_master") as Statement
        var expanded = ExpandedSQL(views: try connection.viewTexts())
        try expanded.require(sql, atMost: max(100_000, (limits.instructions ?? .max) / 100))
        let known = try limits.functions ?? connection.ownFunctions()
        var limits = limits
        limits.tables = try limits.tables.map(connection.tablesOfMain)
        return try connection.handle.withBudget(
            QueryLimits(time: limits.time, instructions: limits.instructions), nil, SandboxBudget()
        ) {
            try connection.withUntrustedFeatures {
                try connection.withLimits(limits.limits) {
                    try connection.withAuthorizer(limits.authorizer(known: known)) {
                        try connection.readUntrusted(sql, parameters, limits)
                    }
                }
            }
        }
    }
}

extension Connection {
    /// The names of SQLite's own functions, in lower case, without those that reach outside of the database, and those
    /// that were replaced. An authorizer does not see the number of arguments.
    fileprivate func ownFunctions() throws(SQLiteError) -> Set<String> {
        var (own, others): (Set<String>, Set<String>) = ([], [])
        for row in try rows("SELECT name, builtin FROM pragma_function_list") {
            guard let name: String = row.lenientValue(at: 0) else { continue }
            if row.lenientValue(at: 1) == 1 {
                own.insert(name.lowercasedASCII)
            } else {
                others.insert(name.lowercasedASCII)
            }
        }
        return own.subtracting(others).subtracting(UntrustedLimits.deniedFunctions)
    }

    /// The tables of a list without those that only an attached database has. SQLite does not tell an authorizer the
    /// database if a statement uses no column, as in `count(*)`.
    fileprivate func tablesOfMain(_ names: Set<String>) throws(SQLiteError) -> Set<String> {
        let attached = try attachedDatabaseNames
        guard !attached.isEmpty else { return names }
        let own = try tableNames("main").union(tableNames("temp"))
        var others: Set<String> = []
        for schema in attached { others.formUnion(try tableNames(schema)) }
        return names.filter { name in
            own.contains(name.lowercasedASCII) || !others.contains(name.lowercasedASCII)
        }
    }

    private func tableNames(_ schema: String) throws(SQLiteError) -> Set<String> {
        let names: [String] = try rows("SELECT name FROM \(identifier: schema).sqlite_master")
        return Set(names.map(\.lowercasedASCII))
    }

    /// The `CREATE VIEW` statements of all databases, by name.
    fileprivate func viewTexts() throws(SQLiteError) -> [SchemaName: [String]] {
        var texts: [SchemaName: [String]] = [:]
        for schema in try databaseNames {
            let views = try rows(
                "SELECT name, sql FROM \(identifier: schema).sqlite_master WHERE type = 'view'")
            for view in views {
                guard let name: String = view.lenientValue(at: 0) else { continue }
                texts[SchemaName(name), default: []].append(view.lenientValue(at: 1) ?? "")
            }
        }
        return texts
    }

    fileprivate func withUntrustedFeatures<R>(_ body: () throws -> R) throws -> R {
        let pointer = try handle.open()
        var previous: [(feature: Feature, isOn: Bool)] = []
        defer {
            for (feature, isOn) in previous where handle.pointer != nil {
                _ = try? handle.configure(feature, isOn ? 1 : 0, on: pointer)
            }
        }
        for (feature, isOn) in UntrustedLimits.features {
            let wasOn = try handle.configure(feature, -1, on: pointer)
            guard wasOn != isOn else { continue }
            previous.append((feature, wasOn))
            guard try handle.configure(feature, isOn ? 1 : 0, on: pointer) == isOn else {
                throw SQLiteError(.error, message: "the running SQLite cannot change \(feature)")
            }
        }
        return try body()
    }

    fileprivate func readUntrusted(
        _ sql: String, _ parameters: SQLParameters, _ limits: UntrustedLimits
    ) throws -> UntrustedResult {
        let statement: Statement = try prepare(sql: sql)
        defer { try? statement.reset() }
        try parameters.bind(to: statement, after: [])
        var rows: [SQLiteRow] = []
        var bytes = 0
        var hasRow = try statement.step()
        let columns = statement.columnNames()
        while hasRow {
            bytes += statement.valueBytes
            guard rows.count < limits.rows, bytes <= limits.bytes, let row = statement.currentRow()
            else { break }
            rows.append(row)
            hasRow = try statement.step()
        }
        return UntrustedResult(columns: columns, rows: rows, isTruncated: hasRow)
    }
}

extension Statement {
    /// The bytes of the strings and BLOBs of the current row.
    fileprivate var valueBytes: Int {
        (0..<columnCount()).reduce(0) { bytes, index in
            withColumn(at: index) { view in
                let text = view.withTextBytes { $0.count }
                let blob = view.withBlobBytes { $0.count }
                return bytes + (text ?? blob ?? 0)
            }
        }
    }
}
