import DataLiteSyntax

extension ConnectionProtocol {
    /// Runs every statement of a script in order, with values for its parameters. Rows are discarded.
    ///
    /// Each statement takes the named values that it has parameters for, and as many positional values as it has
    /// parameters, starting with the first value.
    ///
    /// - Throws: `SQLITE_RANGE` if a parameter has no value, or if no statement has a parameter for a value; in that
    ///   case nothing has been run. Otherwise the error of the first statement that fails; the statements before it
    ///   have been run, and a transaction that the script has begun is rolled back.
    public func execute(script: String, _ parameters: SQLParameters) throws(SQLiteError) {
        if case .none = parameters.values { return try execute(script: script) }
        var check = try ScriptParameters(parameters)
        try script.forEachStatement { sql throws(SQLiteError) in try check.add(sql) }
        let shares = try check.shares()
        guard let connection = sqliteConnection?.takeUnretainedValue() else {
            return try run(script, shares)
        }
        try connection.endingFailedTransaction { () throws(SQLiteError) in
            try run(script, shares)
        }
    }

    private func run(
        _ script: String, _ shares: ScriptParameters
    ) throws(SQLiteError) {
        try script.forEachStatement { sql throws(SQLiteError) in
            let lease = try lease(sql: sql)
            do throws(SQLiteError) {
                try shares.bind(to: lease.statement)
            } catch {
                lease.discard()
                throw error
            }
            try run(lease)
        }
    }
}

extension String {
    /// Calls a closure with each statement of a script.
    fileprivate func forEachStatement(
        _ body: (String) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        let bytes = Array(utf8)
        var position = 0
        while true {
            let range = bytes.withUnsafeBufferPointer {
                SQLTokenizer($0).nextStatement(from: &position)
            }
            guard let range else { return }
            try body(String(decoding: bytes[range], as: UTF8.self))
        }
    }
}

/// The values for the parameters of a script. At least one statement must have a parameter for each value.
private struct ScriptParameters {
    private let positions: [SQLiteValue]
    private let names: SQLiteRow
    private let policy: ParameterPolicy

    /// The number of positional values used by the statement with the most parameters.
    private var usedPositions = 0

    /// Whether a statement has a parameter for each of the names.
    private var usedNames: [Bool]

    /// - Throws: An error if the values could not be encoded.
    init(_ parameters: SQLParameters) throws(SQLiteError) {
        var (positions, names): ([SQLiteValue], SQLiteRow) = ([], [:])
        var policy = ParameterPolicy.strict
        switch parameters.values {
        case .none: break
        case .positions(let values): positions = values
        case .names(let row): names = row
        case .encoded(let encoded):
            if let error = encoded.error { throw error }
            (positions, names, policy) = (encoded.positions, encoded.names, encoded.policy)
        }
        (self.positions, self.names, self.policy) = (positions, names, policy)
        usedNames = Array(repeating: false, count: names.count)
    }

    /// Records which values a statement takes.
    ///
    /// - Throws: `SQLITE_RANGE` if a parameter has no value.
    mutating func add(_ sql: String) throws(SQLiteError) {
        let parameters = SQLScanner.parameters(sql)
        usedPositions = max(usedPositions, parameters.count)
        var given = ParameterSet(count: parameters.count)
        if !positions.isEmpty {
            for index in parameters.indices.prefix(positions.count) {
                given.insert(Int32(index + 1))
            }
        }
        let known = ParameterNames(parameters)
        for (column, name) in names.columns.names.enumerated() {
            let exact = known.indexes(of: name, ignoringCase: policy.ignoresLetterCase)
            let indexes = exact.isEmpty ? known.indexes(of: name, ignoringCase: true) : exact
            for index in indexes { given.insert(index) }
            if !indexes.isEmpty { usedNames[column] = true }
        }
        guard policy.missing == .error, given.count < parameters.count else { return }
        let missing = SQLScanner.parameterIndexes(sql).filter { !given.contains(Int32($0)) }
            .sorted()
        guard !missing.isEmpty else { return }
        let list = MessageText.list(missing) { parameters[$0 - 1] ?? "?\($0)" }
        throw SQLiteError(.range, message: "no value for parameter \(list)", sql: sql)
    }

    /// The values, once all statements were added. Each statement takes the values that it needs.
    ///
    /// - Throws: `SQLITE_RANGE` if no statement has a parameter for a value.
    func shares() throws(SQLiteError) -> ScriptParameters {
        if policy.extraPositionalValues == .error, usedPositions < positions.count {
            throw SQLiteError(
                .range,
                message: "no statement of the script has a parameter for value \(usedPositions + 1)"
            )
        }
        if policy.extraNamedValues == .error, let unused = usedNames.firstIndex(of: false) {
            let name = MessageText.name(names.columns.names[unused])
            throw SQLiteError(
                .range, message: "no statement of the script has a parameter \(name)")
        }
        return self
    }

    /// Binds the values that a statement takes.
    func bind(to statement: any StatementProtocol) throws(SQLiteError) {
        var policy = policy
        (policy.extraNamedValues, policy.extraPositionalValues) = (.ignored, .ignored)
        var share = EncodedParameters(policy: policy)
        (share.positions, share.names) = (positions, names)
        try SQLParameters(.encoded(share)).bind(to: statement, after: [])
    }
}
