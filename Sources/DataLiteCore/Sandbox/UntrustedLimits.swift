/// What SQL from an unknown source may do: see ``ConnectionProtocol/runUntrusted(_:_:limits:)``.
public struct UntrustedLimits: Sendable {
    /// The time of the statement, including waits for locks; `nil` for no limit.
    public var time: Duration? = .seconds(1)

    /// The instructions of SQLite's virtual machine; `nil` for no limit. See ``QueryLimits/instructions``. While SQLite
    /// compiles the statement, each name counts as 100, and so does each token that SQLite may copy, from 100,000 tokens.
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

    /// The functions that may be called, in lower case; `nil` for those of SQLite itself, without those that reach
    /// outside of the database, such as `load_extension` and `sqlite_log`, and those that take too long, such as `printf`.
    /// Functions in Swift can do anything, so they must be in the list.
    public var functions: Set<String>?

    /// A further authorizer, which can only deny more.
    public var authorizer: Authorizer?

    /// Limits with the defaults.
    public init() {}

    /// Limits with changes to the defaults: `UntrustedLimits { $0.tables = ["albums"] }`.
    public init(_ change: (inout UntrustedLimits) -> Void) { change(&self) }
}

/// The rows of an untrusted statement.
public struct UntrustedResult: Hashable, Sendable {
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
