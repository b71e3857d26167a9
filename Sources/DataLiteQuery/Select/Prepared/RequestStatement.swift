/// A query with named parameters and their values, which can run on any connection.
package struct RequestStatement<Output>: Sendable {
    private let decoder: _QueryDecoder<Output>
    private let text: PreparedText
    private var values: [ExactName: EncodedValues] = [:]

    /// The types of the parameters.
    private var types: [ExactName: ParameterType] = [:]

    /// The first error in a call of ``set(_:_:)``.
    private var mistake: SQLiteError?

    package init(_ query: some Query<Output>) throws(SQLiteError) {
        decoder = query._decoder
        text = try PreparedText(query)
        try text.requirePlaceholders { if case .name = $0 { true } else { false } }
        for placeholder in text.placeholders {
            let type = types[placeholder.name] ?? placeholder.type
            types[placeholder.name] = type
            if let error = Self.mismatch(placeholder.name, type, placeholder.type, text.sql) {
                throw error
            }
        }
    }

    /// The error for a parameter with two types.
    private static func mismatch(
        _ name: ExactName, _ lhs: ParameterType, _ rhs: ParameterType, _ sql: SQL
    ) -> SQLiteError? {
        if lhs == rhs { return nil }
        return SQLiteError.misuse(
            "parameter \"\(name.name)\" is used as \(lhs.name) and as \(rhs.name)", sql: sql.text)
    }

    /// Prepares the statement, so that the connection reports its errors.
    ///
    /// - Returns: Whether the statement is known to only read.
    @discardableResult
    package func prepare(on db: any ConnectionProtocol) throws(SQLiteError) -> Bool {
        let lease = try text.lease(on: db)
        let isReadonly = (lease.statement as? Statement)?.isReadonly ?? true
        try lease.end()
        return isReadonly
    }

    // MARK: - Values

    /// The name of a parameter; `nil` for another expression.
    package func name(of parameter: SQLExpression<some RowRepresentable>) -> ExactName? {
        Placeholder.name(of: parameter.node)
    }

    /// Sets or removes the value of a parameter. An error is thrown only when the statement runs.
    ///
    /// - Returns: The name of the parameter, or `nil` after an error.
    package mutating func set<Value: RowRepresentable>(
        _ parameter: SQLExpression<Value>, _ value: Value?
    ) -> ExactName? {
        guard let name = name(of: parameter) else {
            return fail(
                "the expression is not a parameter: write NamedParameter<\(Value.self)>(named: ...)"
            )
        }
        guard let type = types[name] else {
            return fail("the query has no parameter \"\(name.name)\"")
        }
        if let error = Self.mismatch(name, type, ParameterType(Value.self), text.sql) {
            if mistake == nil { mistake = error }
            return nil
        }
        values[name] = value.map { value in
            var values = RowWriter()
            value.encode(to: &values)
            return EncodedValues(values)
        }
        return name
    }

    private mutating func fail(_ message: String) -> ExactName? {
        if mistake == nil { mistake = SQLiteError(.range, message: message, sql: text.sql.text) }
        return nil
    }

    // MARK: - Running

    package func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [Output] {
        try decoder.rows(lease(on: db), db)
    }

    package func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output? {
        try decoder.firstRow(lease(on: db), db)
    }

    package func fetchRequired(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output {
        guard let row = try fetchOne(db) else { throw .noRow(text.sql.text) }
        return row
    }

    package func isEmpty(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool {
        try !lease(on: db).use { lease throws(SQLiteError) in try lease.step() }
    }

    package func fetchCursor(_ db: any ConnectionProtocol) throws(SQLiteError) -> Cursor<Output> {
        try decoder.cursor(lease(on: db), db)
    }

    /// - Returns: The number of inserted, updated or deleted rows.
    package func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try db.run(lease(on: db))
    }

    private func lease(on db: any ConnectionProtocol) throws(SQLiteError) -> StatementLease {
        if let mistake { throw mistake }
        var bindings: [(value: SQLiteValue, position: Int32)] = []
        for placeholder in text.placeholders {
            guard case .name(let name) = placeholder.source, let values = values[name] else {
                throw placeholder.missingValue(in: text.sql)
            }
            if let error = values.error { throw error }
            bindings.append((values.values[placeholder.column], placeholder.position))
        }
        let lease = try text.lease(on: db)
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

extension SQLExpression {
    /// A parameter with a name.
    package init(parameterNamed name: String) {
        self.init(Placeholder.node(for: .name(ExactName(name: name)), of: Value.self))
    }
}
