/// A query on a connection, with the values of its parameters.
///
/// ```swift
/// var request = try db.request(query)
/// request[latitude] = -33.8
/// let restaurants = try request.fetchAll()
/// ```
public struct PreparedRequest<Output> {
    private let db: any ConnectionProtocol
    private var statement: RequestStatement<Output>
    private var values: [ExactName: any RowRepresentable] = [:]

    fileprivate init(
        _ query: some Query<Output>, on db: any ConnectionProtocol
    ) throws(SQLiteError) {
        self.db = db
        statement = try RequestStatement(query)
        try statement.prepare(on: db)
    }

    // MARK: - Values

    /// The value of a parameter; `nil` if it is not set.
    ///
    /// Running the request throws `SQLITE_RANGE` if the query does not have the parameter.
    public subscript<Value: RowRepresentable>(parameter: NamedParameter<Value>) -> Value._Plain? {
        get { statement.name(of: parameter).flatMap { (values[$0] as? Value)?._plain } }
        set { set(parameter, newValue.map(Value.init(_plain:))) }
    }

    /// The value of a parameter that can be NULL. Assigning `nil` sets it to NULL.
    public subscript<Value: RowRepresentable>(parameter: NamedParameter<Value?>) -> Value._Plain? {
        get { statement.name(of: parameter).flatMap { (values[$0] as? Value)?._plain } }
        set { set(parameter, .some(newValue.map(Value.init(_plain:)))) }
    }

    private mutating func set<Value: RowRepresentable>(
        _ parameter: NamedParameter<Value>, _ value: Value?
    ) {
        if let name = statement.set(parameter, value) { values[name] = value }
    }

    // MARK: - Running

    /// Returns all rows.
    ///
    /// - Throws: An `SQLiteError` if SQLite reports an error; `SQLITE_RANGE` if a parameter is not
    ///   set; `SQLITE_MISMATCH` if a value cannot be decoded.
    public func fetchAll() throws(SQLiteError) -> [Output] {
        try statement.fetchAll(db)
    }

    /// Returns the first row, or `nil` if there are no rows.
    ///
    /// - Throws: The same errors as ``fetchAll()``.
    public func fetchOne() throws(SQLiteError) -> Output? {
        try statement.fetchOne(db)
    }

    /// Returns the first row.
    ///
    /// - Throws: The same errors as ``fetchAll()``; `SQLITE_NOTFOUND` if there are no rows.
    public func fetchRequired() throws(SQLiteError) -> Output {
        try statement.fetchRequired(db)
    }

    /// Returns whether there are no rows.
    ///
    /// - Throws: An `SQLiteError` if SQLite reports an error; `SQLITE_RANGE` if a parameter is not
    ///   set.
    public func isEmpty() throws(SQLiteError) -> Bool {
        try statement.isEmpty(db)
    }

    /// Returns a cursor that reads the rows one at a time.
    ///
    /// - Throws: An `SQLiteError` if SQLite reports an error; `SQLITE_RANGE` if a parameter is not
    ///   set.
    public func fetchCursor() throws(SQLiteError) -> Cursor<Output> {
        try statement.fetchCursor(db)
    }

    /// Runs the statement; rows are discarded.
    ///
    /// - Returns: The number of inserted, updated or deleted rows.
    /// - Throws: An `SQLiteError` if SQLite reports an error; `SQLITE_RANGE` if a parameter is not
    ///   set.
    @discardableResult
    public func execute() throws(SQLiteError) -> Int {
        try statement.execute(db)
    }
}

extension ConnectionProtocol {
    /// Prepares a query with named parameters.
    ///
    /// - Throws: An `SQLiteError` if the query is invalid or SQLite reports an error.
    public func request<Output>(
        _ query: some Query<Output>
    ) throws(SQLiteError) -> PreparedRequest<Output> {
        try PreparedRequest(query, on: self)
    }

    /// Prepares an insert, update or delete with named parameters, for ``PreparedRequest/execute()``.
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid or SQLite reports an error.
    public func request(
        _ change: some ChangeStatement
    ) throws(SQLiteError) -> PreparedRequest<Never> {
        try PreparedRequest(ChangeQuery(change), on: self)
    }
}
