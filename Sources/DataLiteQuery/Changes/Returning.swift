/// A statement that changes rows and returns a value for each of them: `RETURNING`.
///
/// ```swift
/// let id = try Reminder.insert { draft }.returning(\.id).fetchOne(db)
/// ```
///
/// SQLite changes all rows before it returns the first one, in no particular order, and computes the returned values
/// before `AFTER` triggers run. If triggers have changed rows, whole rows of a table with a primary key are read
/// again by the methods that fetch values, except by a cursor.
public struct Returning<Output>: Query {
    let body: any ChangeBody
    let list: _SelectList

    public let _decoder: _QueryDecoder<Output>

    public var _returning: Returning<Output>? { self }

    public static var _isReturning: Bool { true }

    public func _write(to writer: inout _SQLWriter) {
        guard body.isEmpty else { return body.write(returning: list, to: &writer) }
        writer.isNone = true
        writer.writeNoRows(columnCount: _decoder.columnCount)
    }

    // A change may take several statements, so the methods of `Query`, which run one, are not sufficient.

    // MARK: - Running

    /// Runs the statement and returns the values for all rows.
    ///
    /// - Throws: `SQLiteError` if the statement is invalid or SQLite reports an error; `SQLITE_MISMATCH` for a value
    ///   that cannot be decoded. Then no row has been changed; in an open transaction, the rows stay changed until it is
    ///   rolled back.
    @discardableResult
    public func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [Output] {
        var results: [Output] = []
        try run(on: db) { results.append($0) }
        return results
    }

    /// Runs the statement for all rows, and returns the value for the first one, or `nil` if no row was changed.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`.
    @discardableResult
    public func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output? {
        var result: Output?
        try run(on: db) { if result == nil { result = $0 } }
        return result
    }

    /// Runs the statement for all rows, and returns the value for the first one.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`; `SQLITE_NOTFOUND` if no row was changed.
    @discardableResult
    public func fetchRequired(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output {
        guard let result = try fetchOne(db) else { throw try noRow }
        return result
    }

    @available(
        *, unavailable,
        message: "execute(_:) runs the statement and returns the number of changed rows"
    )
    public func fetchCount(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int { 0 }

    @available(
        *, unavailable,
        message: "execute(_:) runs the statement and returns the number of changed rows"
    )
    public func isEmpty(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool { false }

    @available(
        *, unavailable,
        message: "execute(_:) runs the statement and returns the number of changed rows"
    )
    public func exists(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool { false }

    /// Runs the statement for all rows, and returns the value for the only one.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`; `SQLITE_NOTFOUND` if no row was changed; `SQLITE_CONSTRAINT` if
    ///   several were. Then no row has been changed; in an open transaction, the rows stay changed until it is rolled
    ///   back.
    @discardableResult
    public func fetchOnly(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output {
        var result: Output?
        try run(on: db) { row throws(SQLiteError) in
            guard result == nil else { throw try severalRows }
            result = row
        }
        guard let result else { throw try noRow }
        return result
    }

    /// Runs the statement and discards the values that it returns.
    ///
    /// - Returns: The number of rows that were inserted, updated or deleted.
    /// - Throws: `SQLiteError` if the statement is invalid or SQLite reports an error.
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try body.run(on: db, returning: list) { lease throws(SQLiteError) in
            try lease.stepToEnd()
        }
    }
}

extension ChangeStatement {
    /// Returns an expression for each changed row, all columns, or a tuple of several expressions.
    public func returning<Output>(
        @SelectionBuilder _ selection: (Model.Columns) -> Selected<Output>
    ) -> Returning<Output> {
        let selected = EnclosingQuery.during(Model.self) { selection(Model.columns) }
        return Returning(body: _change.body, list: selected.list, _decoder: selected.decoder)
    }

    /// Returns a column for each changed row, or all columns with `\.self`.
    public func returning<S: Selectable>(
        _ column: KeyPath<Model.Columns, S>
    ) -> Returning<S.Output> {
        returning(Model.columns[keyPath: column])
    }

    /// Returns each changed row.
    public func returning(_ model: Model.Type) -> Returning<Model> {
        returning(Model.columns)
    }

    private func returning<S: Selectable>(_ selected: S) -> Returning<S.Output> {
        let selected = SelectionBuilder.buildExpression(selected)
        return Returning(body: _change.body, list: selected.list, _decoder: selected.decoder)
    }
}
