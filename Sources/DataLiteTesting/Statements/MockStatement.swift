/// A statement of a ``MockConnection``.
final class MockStatement: StatementProtocol {
    private let text: StatementText
    private let connection: MockConnection
    private let names: [String?]
    private let columns: ResultColumns
    private let real: (any StatementProtocol)?

    private var values: [SQLiteValue]
    private var unbound: Set<Int>
    private var run: MockRun?

    init(
        _ text: StatementText, on connection: MockConnection, names: [String?]? = nil,
        columns: ResultColumns, real: (any StatementProtocol)? = nil
    ) {
        self.text = text
        self.connection = connection
        self.names = names ?? text.parameterNames
        self.columns = columns
        self.real = real
        values = Array(repeating: .null, count: self.names.count)
        unbound = Set(values.indices)
    }

    var sql: String { text.sql }

    // MARK: - Parameters

    var expandedSQL: String? { real?.expandedSQL ?? call.expandedSQL }

    func parameterCount() -> Int32 { Int32(names.count) }

    func parameterNameBy(_ index: Int32) -> String? {
        names.indices.contains(Int(index) - 1) ? names[Int(index) - 1] : nil
    }

    func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        try connection.throwFault(at: .bind, text)
        guard run == nil else { throw runningError() }
        let position = Int(index) - 1
        guard values.indices.contains(position) else {
            throw connection.failed(
                with: .noParameter(index, of: Int32(names.count), in: sql))
        }
        try real?.bind(value, at: index)
        if let value = UnstorableValue(value) {
            throw connection.failed(with: value.error(at: "parameter \(index)", of: sql))
        }
        values[position] = value.stored
        unbound.remove(position)
    }

    func clearBindings() throws(SQLiteError) {
        guard run?.isOver ?? true else { throw runningError() }
        try real?.clearBindings()
        for position in values.indices { values[position] = .null }
        unbound = Set(values.indices)
    }

    private func runningError() -> SQLiteError {
        connection.failed(
            with: .bindingBeforeReset(isAtEnd: run?.isAtEnd ?? false, in: sql))
    }

    private var call: MockCall { MockCall(text, parameters: values, names: names) }

    // MARK: - Running

    func step() throws(SQLiteError) -> Bool {
        defer { connection.delegates.reportCommits() }
        if let run, !run.isOver { return try run.next() }
        let run = MockRun(of: text, on: connection, real: real)
        self.run = run
        try run.begin(call, unbound: unbound.sorted(), columns: columns)
        return try run.next()
    }

    func reset() throws(SQLiteError) {
        guard let run else { return }
        defer { connection.delegates.reportCommits() }
        run.end()
        self.run = nil
        do {
            try real?.reset()
        } catch {
            throw connection.failed(with: error)
        }
        try connection.throwFault(at: .reset, text)
    }

    // MARK: - Columns

    func columnCount() -> Int32 {
        source?.columnCount() ?? Int32(columnNames.count)
    }

    func columnName(at index: Int32) -> String? {
        if let source { return source.columnName(at: index) }
        return columnNames.indices.contains(Int(index)) ? columnNames[Int(index)] : nil
    }

    func columnValue(at index: Int32) -> SQLiteValue {
        if let source { return source.columnValue(at: index) }
        return run?.row?[Int(index)].value ?? .null
    }

    func currentRow() -> SQLiteRow? {
        if let source { return source.currentRow() }
        return run?.row
    }

    /// The statement of the underlying database, unless the test answered this run.
    private var source: (any StatementProtocol)? {
        run?.answer == nil ? real : nil
    }

    /// The columns of the answer. Before a run, the columns of the statement or of the next answer.
    private var columnNames: [String] {
        if let names = run?.answer?.columns { return names }
        if case .exact(let names) = columns { return names }
        return connection.script.upcoming(text)?.nextAnswer?.columns ?? []
    }
}

/// A weak reference to a statement.
final class WeakMockStatement: WeakReference {
    private(set) weak var object: MockStatement?

    init(_ object: MockStatement) { self.object = object }
}
