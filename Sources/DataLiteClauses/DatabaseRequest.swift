/// A query on a database, with the values of its parameters.
///
/// ```swift
/// var request = try database.request(query)
/// request[latitude] = -33.8
/// let restaurants = try await request.fetchAll()
/// ```
///
/// The text of the query is built once. A request is a value: copies can have different parameter values, and different
/// tasks can use them.
public struct DatabaseRequest<Output>: Sendable {
    private let database: any DatabaseProtocol
    private var statement: RequestStatement<Output>
    private let isReadonly: Bool
    private var values: [ExactName: any Sendable] = [:]

    fileprivate init(
        _ statement: RequestStatement<Output>, isReadonly: Bool, on database: any DatabaseProtocol
    ) {
        self.database = database
        self.statement = statement
        self.isReadonly = isReadonly
    }

    // MARK: - Values

    /// The value of a parameter; `nil` if it is not set.
    ///
    /// Running the request throws `SQLITE_RANGE` if the query does not have the parameter.
    public subscript<Value: RowRepresentable & Sendable>(
        parameter: NamedParameter<Value>
    ) -> Value._Plain? {
        get { statement.name(of: parameter).flatMap { (values[$0] as? Value)?._plain } }
        set { set(parameter, newValue.map(Value.init(_plain:))) }
    }

    /// The value of a parameter that can be NULL. Assigning `nil` sets it to NULL.
    public subscript<Value: RowRepresentable & Sendable>(
        parameter: NamedParameter<Value?>
    ) -> Value._Plain? {
        get { statement.name(of: parameter).flatMap { (values[$0] as? Value)?._plain } }
        set { set(parameter, .some(newValue.map(Value.init(_plain:)))) }
    }

    private mutating func set<Value: RowRepresentable & Sendable>(
        _ parameter: NamedParameter<Value>, _ value: Value?
    ) {
        if let name = statement.set(parameter, value) { values[name] = value }
    }

    // MARK: - Running on the calling thread

    /// Returns all rows, in one read, or in one write for a statement that changes rows and returns
    /// them.
    ///
    /// - Throws: An `SQLiteError` if SQLite reports an error; `SQLITE_RANGE` if a parameter is not set;
    ///   `SQLITE_MISMATCH` if a value cannot be decoded; any error of `read` or `write`.
    public func fetchAll() throws -> [Output] {
        try run { [statement] db in try statement.fetchAll(db) }
    }

    /// Returns the first row, or `nil` if there are no rows, in one read, or in one write for a statement that changes
    /// rows and returns them.
    ///
    /// - Throws: The same errors as `fetchAll()`.
    public func fetchOne() throws -> Output? {
        try run { [statement] db in try statement.fetchOne(db) }
    }

    /// Returns the first row, in one read, or in one write for a statement that changes rows and
    /// returns them.
    ///
    /// - Throws: The same errors as `fetchAll()`; `SQLITE_NOTFOUND` if there are no rows.
    public func fetchRequired() throws -> Output {
        try run { [statement] db in try statement.fetchRequired(db) }
    }

    /// Returns whether there are no rows, in one read, or in one write for a statement that changes rows and returns
    /// them.
    ///
    /// - Throws: The same errors as `fetchAll()`.
    public func isEmpty() throws -> Bool {
        try run { [statement] db in try statement.isEmpty(db) }
    }

    /// Runs the statement in one write; rows are discarded.
    ///
    /// - Returns: The number of inserted, updated or deleted rows.
    /// - Throws: An `SQLiteError` if SQLite reports an error; `SQLITE_RANGE` if a parameter is not set; any error of
    ///   `write`.
    @discardableResult
    public func execute() throws -> Int {
        try database.write { db in try statement.execute(db) }
    }

    private func run<Result>(
        _ body: (any ConnectionProtocol) throws -> Result
    ) throws -> Result {
        isReadonly ? try database.read(body) : try database.write(body)
    }

    // MARK: - Running on a thread of the database

    /// Returns all rows, in one read, or in one write for a statement that changes rows and returns
    /// them.
    ///
    /// - Throws: The same errors as the synchronous method; `CancellationError` if the task is
    ///   cancelled.
    public func fetchAll() async throws -> [Output] where Output: Sendable {
        try await run { [statement] db in try statement.fetchAll(db) }
    }

    /// Returns the first row, or `nil` if there are no rows, in one read, or in one write for a statement that changes
    /// rows and returns them.
    ///
    /// - Throws: The same errors as the synchronous method; `CancellationError` if the task is
    ///   cancelled.
    public func fetchOne() async throws -> Output? where Output: Sendable {
        try await run { [statement] db in try statement.fetchOne(db) }
    }

    /// Returns the first row, in one read, or in one write for a statement that changes rows and
    /// returns them.
    ///
    /// - Throws: The same errors as the synchronous method; `CancellationError` if the task is
    ///   cancelled.
    public func fetchRequired() async throws -> Output where Output: Sendable {
        try await run { [statement] db in try statement.fetchRequired(db) }
    }

    /// Returns whether there are no rows, in one read, or in one write for a statement that changes rows and returns
    /// them.
    ///
    /// - Throws: The same errors as the synchronous method; `CancellationError` if the task is
    ///   cancelled.
    public func isEmpty() async throws -> Bool where Output: Sendable {
        try await run { [statement] db in try statement.isEmpty(db) }
    }

    /// Runs the statement in one write; rows are discarded.
    ///
    /// - Returns: The number of inserted, updated or deleted rows.
    /// - Throws: The same errors as the synchronous method; `CancellationError` if the task is
    ///   cancelled.
    @discardableResult
    public func execute() async throws -> Int {
        try await database.write { [statement] db in try statement.execute(db) }
    }

    private func run<Result: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Result
    ) async throws -> Result {
        isReadonly ? try await database.read(body) : try await database.write(body)
    }
}

extension DatabaseProtocol {
    /// Prepares a query with named parameters, on the calling thread.
    ///
    /// - Throws: An `SQLiteError` if the query is invalid or SQLite reports an error; any error of
    ///   `read`.
    public func request<Output>(_ query: some Query<Output>) throws -> DatabaseRequest<Output> {
        let statement = try RequestStatement(query)
        let isReadonly = try read { db in try statement.prepare(on: db) }
        return DatabaseRequest(statement, isReadonly: isReadonly, on: self)
    }

    /// Prepares a query with named parameters, on a thread of the database.
    ///
    /// - Throws: The same errors as the synchronous method; `CancellationError` if the task is
    ///   cancelled.
    public func request<Output>(
        _ query: some Query<Output>
    ) async throws -> DatabaseRequest<Output> {
        let statement = try RequestStatement(query)
        let isReadonly = try await read { db in try statement.prepare(on: db) }
        return DatabaseRequest(statement, isReadonly: isReadonly, on: self)
    }

    /// Prepares an insert, update or delete with named parameters for `execute()`, on the calling thread.
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid or SQLite reports an error; any error
    ///   of `read`.
    public func request(_ change: some ChangeStatement) throws -> DatabaseRequest<Never> {
        try request(ChangeQuery(change))
    }

    /// Prepares an insert, update or delete with named parameters for `execute()`, on a thread of the database.
    ///
    /// - Throws: The same errors as the synchronous method; `CancellationError` if the task is
    ///   cancelled.
    public func request(_ change: some ChangeStatement) async throws -> DatabaseRequest<Never> {
        try await request(ChangeQuery(change))
    }
}
