/// A query on a connection, with the values of its parameters.
///
/// ```swift
/// var request = try db.request(query)
/// request[latitude] = -33.8
/// let restaurants = try request.fetchAll()
/// ```
public struct QueryRequest<Output> {
    private let db: any ConnectionProtocol
    private let decoder: QueryDecoder<Output>
    private let text: PreparedText
    private var values: [String: any RowRepresentable] = [:]

    /// The first mistake in a use of the subscript.
    private var mistake: SQLiteError?

    fileprivate init(
        _ query: some Query<Output>, on db: any ConnectionProtocol
    ) throws(SQLiteError) {
        self.db = db
        decoder = query.decoder
        text = try PreparedText(query)
        try text.requirePlaceholders { if case .name = $0 { true } else { false } }
        try db.lease(text.sql).end()
    }
}

extension ConnectionProtocol {
    /// Prepares a query with named parameters.
    ///
    /// - Throws: what is wrong with the query; what SQLite reports.
    public func request<Output>(
        _ query: some Query<Output>
    ) throws(SQLiteError) -> QueryRequest<Output> {
        try QueryRequest(query, on: self)
    }
}

// MARK: - Values

extension QueryRequest {
    /// The value of a parameter; `nil` if it is not set.
    ///
    /// Running the request throws `SQLITE_RANGE` if the query does not have the parameter.
    public subscript<Value: RowRepresentable>(parameter: NamedParameter<Value>) -> Value? {
        get { name(of: parameter).flatMap { values[$0] as? Value } }
        set { set(parameter, newValue) }
    }

    /// The value of a parameter that can be NULL. Setting it to `nil` sets it to NULL.
    public subscript<Value: RowRepresentable>(parameter: NamedParameter<Value?>) -> Value? {
        get { name(of: parameter).flatMap { values[$0] as? Value } }
        set { set(parameter, .some(newValue)) }
    }

    private func name(of parameter: NamedParameter<some RowRepresentable>) -> String? {
        Placeholder.name(of: parameter.node)
    }

    private mutating func set<Value: RowRepresentable>(
        _ parameter: NamedParameter<Value>, _ value: Value?
    ) {
        guard let name = name(of: parameter) else {
            return fail(
                "the expression is not a parameter: write NamedParameter<\(Value.self)>(named: ...)"
            )
        }
        guard text.placeholders.contains(where: { $0.source == .name(name) }) else {
            return fail("the query has no parameter \"\(name)\"")
        }
        values[name] = value
    }

    private mutating func fail(_ message: String) {
        if mistake == nil { mistake = SQLiteError(.range, message: message, sql: text.sql.text) }
    }
}

// MARK: - Running

extension QueryRequest {
    /// All rows.
    ///
    /// - Throws: what SQLite reports; `SQLITE_RANGE` for a parameter that is not set;
    ///   `SQLITE_MISMATCH` for a value that cannot be decoded.
    public func fetchAll() throws(SQLiteError) -> [Output] {
        try decoder.rows(lease(), db)
    }

    /// The first row; `nil` if there is none.
    ///
    /// - Throws: as ``fetchAll()``.
    public func fetchOne() throws(SQLiteError) -> Output? {
        try decoder.firstRow(lease(), db)
    }

    /// The rows, one at a time.
    ///
    /// - Throws: what SQLite reports; `SQLITE_RANGE` for a parameter that is not set.
    public func fetchCursor() throws(SQLiteError) -> Cursor<Output> {
        try decoder.cursor(lease(), db)
    }

    /// Runs the statement; rows are discarded.
    ///
    /// - Returns: the number of rows that were inserted, updated or deleted.
    /// - Throws: what SQLite reports; `SQLITE_RANGE` for a parameter that is not set.
    @discardableResult
    public func execute() throws(SQLiteError) -> Int {
        let before = db.totalChanges
        _ = try db.decodedRows(lease(), columnCount: 0) { _ in }
        return db.totalChanges == before ? 0 : Int(db.changes)
    }

    private func lease() throws(SQLiteError) -> StatementLease {
        if let mistake { throw mistake }
        let encoded = values.mapValues { value in
            var values = RowValues()
            value.encode(to: &values)
            return values
        }
        var bindings: [(value: SQLiteValue, position: Int32)] = []
        for placeholder in text.placeholders {
            guard case .name(let name) = placeholder.source, let values = encoded[name] else {
                throw placeholder.missingValue(in: text.sql)
            }
            if let error = values.error { throw error }
            bindings.append((values.values[placeholder.column], placeholder.position))
        }
        let lease = try db.lease(text.sql)
        do {
            try text.bindConstants(to: lease)
            for binding in bindings {
                try lease.bind(binding.value, at: binding.position)
            }
        } catch {
            lease.discard()
            throw error
        }
        return lease
    }
}
