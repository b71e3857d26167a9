/// A query with parameters, whose text is built once.
///
/// ```swift
/// let due = PreparedQuery { (day: SQLExpression<Date>) in Reminder.where { $0.dueDate < day } }
/// let reminders = try due.fetchAll(db, today)
/// ```
///
/// - `Parameters`: the type of the parameter; for several parameters, a tuple of their types.
public struct PreparedQuery<Parameters, Output>: Sendable {
    @usableFromInline let decoder: _QueryDecoder<Output>

    @usableFromInline let text: Result<PreparedText, SQLiteError>

    /// Prepares the query that a closure builds from expressions for the parameters.
    ///
    /// An error in the query is thrown when it runs.
    public init<each Parameter: RowRepresentable>(
        _ query: (repeat SQLExpression<each Parameter>) -> some Query<Output>
    ) where Parameters == (repeat each Parameter) {
        var count = 0
        let query = query(repeat PreparedArgument.next(&count, (each Parameter).self))
        decoder = query._decoder
        text = Result { () throws(SQLiteError) in
            let text = try PreparedText(query)
            try text.requirePlaceholders {
                if case .argument(0..<count) = $0 { true } else { false }
            }
            return text
        }
    }

    /// Returns all rows.
    ///
    /// - Throws: An `SQLiteError` if the query is invalid or SQLite reports an error;
    ///   `SQLITE_MISMATCH` if a value cannot be decoded, with its column and row.
    @inlinable
    public func fetchAll<each Parameter: RowRepresentable>(
        _ db: any ConnectionProtocol, _ parameters: repeat each Parameter
    ) throws(SQLiteError) -> [Output] where Parameters == (repeat each Parameter) {
        try decoder.rows(lease(db, repeat each parameters), db)
    }

    /// Returns the first row, or `nil` if there are no rows. The statement is the same as for `fetchAll(_:_:)`: add
    /// `limit(1)` to an ordered query if only its first row is read.
    ///
    /// - Throws: The same errors as `fetchAll(_:_:)`.
    @inlinable
    public func fetchOne<each Parameter: RowRepresentable>(
        _ db: any ConnectionProtocol, _ parameters: repeat each Parameter
    ) throws(SQLiteError) -> Output? where Parameters == (repeat each Parameter) {
        try decoder.firstRow(lease(db, repeat each parameters), db)
    }

    /// Returns the first row.
    ///
    /// - Throws: The same errors as `fetchAll(_:_:)`; `SQLITE_NOTFOUND` if there are no rows.
    @inlinable
    public func fetchRequired<each Parameter: RowRepresentable>(
        _ db: any ConnectionProtocol, _ parameters: repeat each Parameter
    ) throws(SQLiteError) -> Output where Parameters == (repeat each Parameter) {
        guard let row = try fetchOne(db, repeat each parameters) else {
            throw try .noRow(text.get().sql.text)
        }
        return row
    }

    /// Returns a cursor that reads the rows one at a time.
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid or SQLite reports an error.
    @inlinable
    public func fetchCursor<each Parameter: RowRepresentable>(
        _ db: any ConnectionProtocol, _ parameters: repeat each Parameter
    ) throws(SQLiteError) -> Cursor<Output> where Parameters == (repeat each Parameter) {
        try decoder.cursor(lease(db, repeat each parameters), db)
    }

    /// Runs the statement; rows are discarded.
    ///
    /// - Returns: The number of inserted, updated or deleted rows.
    /// - Throws: An `SQLiteError` if the statement is invalid or SQLite reports an error.
    @discardableResult
    @inlinable
    public func execute<each Parameter: RowRepresentable>(
        _ db: any ConnectionProtocol, _ parameters: repeat each Parameter
    ) throws(SQLiteError) -> Int where Parameters == (repeat each Parameter) {
        try db.run(lease(db, repeat each parameters))
    }

    /// Returns whether there are no rows. It reads at most one row.
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid or SQLite reports an error.
    public func isEmpty<each Parameter: RowRepresentable>(
        _ db: any ConnectionProtocol, _ parameters: repeat each Parameter
    ) throws(SQLiteError) -> Bool where Parameters == (repeat each Parameter) {
        try !lease(db, repeat each parameters).use { lease throws(SQLiteError) in try lease.step() }
    }

    // MARK: - Binding

    /// A statement with all parameters bound.
    @inlinable
    func lease<each Parameter: RowRepresentable>(
        _ db: any ConnectionProtocol, _ parameters: repeat each Parameter
    ) throws(SQLiteError) -> StatementLease where Parameters == (repeat each Parameter) {
        let text = try text.get()
        let lease = try text.lease(on: db)
        do {
            try text.bindConstants(to: lease)
            var argument = 0
            for parameter in repeat each parameters {
                var values = RowWriter()
                values.append(parameter)
                try text.bind(values, ofArgument: argument, to: lease)
                argument &+= 1
            }
        } catch {
            lease.discard()
            throw error
        }
        return lease
    }
}

extension PreparedQuery where Output == Never {
    /// Prepares the insert, update or delete that a closure builds from expressions for the parameters, for
    /// `execute(_:_:)`.
    ///
    /// ```swift
    /// let rename = PreparedQuery { (id: SQLExpression<Int>, title: SQLExpression<String>) in
    ///     Reminder.find(id).update { $0.title = title }
    /// }
    /// try rename.execute(db, 1, "Milk")
    /// ```
    ///
    /// An error in the statement is thrown when it runs.
    public init<each Parameter: RowRepresentable>(
        _ change: (repeat SQLExpression<each Parameter>) -> some ChangeStatement
    ) where Parameters == (repeat each Parameter) {
        self.init { (parameters: repeat SQLExpression<each Parameter>) in
            ChangeQuery(change(repeat each parameters))
        }
    }
}

private enum PreparedArgument {
    static func next<Value: RowRepresentable>(
        _ count: inout Int, _ type: Value.Type
    ) -> SQLExpression<Value> {
        defer { count += 1 }
        return SQLExpression(
            Placeholder.node(for: .argument(count), of: Value.self))
    }
}

// MARK: - Running

// The overloads of `Query` for an output that can decode its own rows.
extension PreparedQuery where Output: RowDecodable {
    /// Returns all rows.
    ///
    /// - Throws: An `SQLiteError` if the query is invalid or SQLite reports an error;
    ///   `SQLITE_MISMATCH` if a value cannot be decoded, with its column and row.
    @inlinable
    public func fetchAll<each Parameter: RowRepresentable>(
        _ db: any ConnectionProtocol, _ parameters: repeat each Parameter
    ) throws(SQLiteError) -> [Output] where Parameters == (repeat each Parameter) {
        try decoder.rows(lease(db, repeat each parameters), db)
    }

    /// Returns a cursor that reads the rows one at a time.
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid or SQLite reports an error.
    @inlinable
    public func fetchCursor<each Parameter: RowRepresentable>(
        _ db: any ConnectionProtocol, _ parameters: repeat each Parameter
    ) throws(SQLiteError) -> Cursor<Output> where Parameters == (repeat each Parameter) {
        try decoder.cursor(lease(db, repeat each parameters), db)
    }
}
