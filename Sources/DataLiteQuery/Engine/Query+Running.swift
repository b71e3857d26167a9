extension Query {
    /// Returns all rows.
    ///
    /// - Throws: `SQLiteError` if the query is invalid or SQLite reports an error; `SQLITE_MISMATCH`, with the column
    ///   and the row, for a value that cannot be decoded.
    @inlinable
    public func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [Output] {
        if Self._isReturning, let change = _returning { return try change.fetchAll(db) }
        return try _decoder.rows(boundStatement(db), db)
    }

    /// Returns the first row, or `nil` if there is none. The statement has `LIMIT 1` if that leaves the row the same.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`.
    @inlinable
    public func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output? {
        if Self._isReturning, let change = _returning { return try change.fetchOne(db) }
        // Reading the properties one by one does not copy the decoder.
        return try boundStatement(db, first: 1).decodedRow(
            columnCount: _decoder.columnCount, _decoder.decode)
    }

    /// Returns the first row.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`; `SQLITE_NOTFOUND` if there is no row.
    @inlinable
    public func fetchRequired(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output {
        guard let row = try fetchOne(db) else { throw try noRow }
        return row
    }

    /// Returns the only row. At most two rows are read.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`; `SQLITE_NOTFOUND` if there is no row; `SQLITE_CONSTRAINT` if there
    ///   are several.
    public func fetchOnly(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output {
        if Self._isReturning, let change = _returning { return try change.fetchOnly(db) }
        let rows = try _decoder.cursor(boundStatement(db, first: 2), db)
        do {
            guard let row = try rows.next() else { throw try noRow }
            guard try rows.next() == nil else { throw try severalRows }
            return row
        } catch let error as SQLiteError {
            throw error
        } catch {
            throw SQLiteError(.error, message: "\(error)", underlyingError: error)
        }
    }

    /// Returns a cursor that reads the rows one at a time.
    ///
    /// - Throws: `SQLiteError` if the query is invalid or SQLite reports an error.
    @inlinable
    public func fetchCursor(_ db: any ConnectionProtocol) throws(SQLiteError) -> Cursor<Output> {
        try _decoder.cursor(boundStatement(db), db)
    }

    /// Runs the statement and discards its rows.
    ///
    /// - Returns: The number of rows that were inserted, updated or deleted.
    /// - Throws: `SQLiteError` if the statement is invalid or SQLite reports an error.
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        if Self._isReturning, let change = _returning { return try change.execute(db) }
        return try db.run(boundStatement(db))
    }

    /// Returns whether there are no rows. At most one row is read.
    ///
    /// - Throws: `SQLiteError` if the query is invalid or SQLite reports an error.
    public func isEmpty(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool {
        try !boundStatement(db, first: 1).use { lease throws(SQLiteError) in try lease.step() }
    }

    /// Returns whether there is a row. At most one row is read.
    ///
    /// Without an argument, ``exists()`` is a condition of another query.
    ///
    /// - Throws: `SQLiteError` if the query is invalid or SQLite reports an error.
    public func exists(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool {
        try !isEmpty(db)
    }

    /// The error for a query that returned no row.
    @usableFromInline
    var noRow: SQLiteError {
        // An insert of no rows has no text.
        get throws(SQLiteError) { .noRow((try? sql().text) ?? "") }
    }

    /// The error for a query that returned more than one row.
    var severalRows: SQLiteError {
        get throws(SQLiteError) {
            SQLiteError(
                .constraint, message: "the query returned more than one row", sql: try sql().text)
        }
    }
}

// Overloads for an output that can decode its own rows: its initializer is inlined into the loop over the rows, which
// makes a row of a cursor 4% cheaper in instructions.
extension Query where Output: RowDecodable {
    /// Returns all rows.
    ///
    /// - Throws: `SQLiteError` if the query is invalid or SQLite reports an error; `SQLITE_MISMATCH`, with the column
    ///   and the row, for a value that cannot be decoded.
    @inlinable
    public func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [Output] {
        if Self._isReturning, let change = _returning { return try change.fetchAll(db) }
        return try _decoder.rows(boundStatement(db), db)
    }

    /// Returns a cursor that reads the rows one at a time.
    ///
    /// - Throws: `SQLiteError` if the query is invalid or SQLite reports an error.
    @inlinable
    public func fetchCursor(_ db: any ConnectionProtocol) throws(SQLiteError) -> Cursor<Output> {
        try _decoder.cursor(boundStatement(db), db)
    }
}

extension _QueryDecoder {
    /// All rows of a statement whose parameters are bound.
    @inlinable
    @inline(__always)
    func rows(
        _ lease: StatementLease, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Output] {
        try lease.decodedRows(columnCount: columnCount, decode)
    }

    /// The first row of a statement whose parameters are bound.
    @inlinable
    @inline(__always)
    func firstRow(
        _ lease: StatementLease, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> Output? {
        try lease.decodedRow(columnCount: columnCount, decode)
    }

    /// A cursor over the rows of a statement whose parameters are bound.
    @inlinable
    @inline(__always)
    func cursor(_ lease: StatementLease, _ db: any ConnectionProtocol) -> Cursor<Output> {
        lease.decodedCursor(on: db, columnCount: columnCount, decode)
    }
}

// Overloads for an output that can decode its own rows: its initializer is called without a closure, so that it is
// inlined into the loop.
extension _QueryDecoder where Output: RowDecodable {
    @inlinable
    @inline(__always)
    func rows(
        _ lease: StatementLease, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Output] {
        guard isDirect else {
            return try lease.decodedRows(columnCount: columnCount, decode)
        }
        return try lease.decodedRows(columnCount: columnCount) {
            (row: inout RowReader) throws(SQLiteError) in
            try Output(row: &row)
        }
    }

    @inlinable
    @inline(__always)
    func cursor(_ lease: StatementLease, _ db: any ConnectionProtocol) -> Cursor<Output> {
        guard isDirect else {
            return lease.decodedCursor(on: db, columnCount: columnCount, decode)
        }
        return lease.decodedCursor(on: db, columnCount: columnCount)
    }
}

extension Query {
    /// How SQLite would run the query, which is not run.
    ///
    /// ```swift
    /// #expect(try Album.where { $0.artist == "Björk" }.plan(db).usesIndex("albums_artist"))
    /// ```
    ///
    /// - Throws: An `SQLiteError` if the query is invalid.
    public func plan(_ db: any ConnectionProtocol) throws(SQLiteError) -> QueryPlan {
        try PlannedStatement { _write(to: &$0) }.plan(db)
    }

    /// The indexes that SQLite would use for the query if they existed. See
    /// `indexAdvice` of a connection.
    ///
    /// - Throws: An `SQLiteError` if the query is invalid.
    public func indexAdvice(_ db: any ConnectionProtocol) throws(SQLiteError) -> [IndexAdvice] {
        try PlannedStatement { _write(to: &$0) }.indexAdvice(db)
    }
}

extension ChangeStatement {
    /// How SQLite would run the insert, update or delete, which is not run.
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid; `SQLITE_MISUSE` for an insert that needs several
    ///   statements.
    public func plan(_ db: any ConnectionProtocol) throws(SQLiteError) -> QueryPlan {
        try PlannedStatement { _change.body.write(returning: nil, to: &$0) }.plan(db)
    }

    /// The indexes that SQLite would use for the insert, update or delete if they existed. See
    /// `indexAdvice` of a connection.
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid.
    public func indexAdvice(_ db: any ConnectionProtocol) throws(SQLiteError) -> [IndexAdvice] {
        try PlannedStatement { _change.body.write(returning: nil, to: &$0) }.indexAdvice(db)
    }
}

/// A statement that is explained. A connection that lacks a Swift function that it calls gets it, as if it ran.
struct PlannedStatement {
    private let sql: SQL
    private let functions: UsedFunctions

    /// - Throws: The first error in an expression.
    init(_ write: (inout _SQLWriter) -> Void) throws(SQLiteError) {
        (sql, functions) = try _SQLWriter.withScratch { writer throws(SQLiteError) in
            write(&writer)
            return (try writer.finish(), writer.functions)
        }
    }

    func plan(_ db: any ConnectionProtocol) throws(SQLiteError) -> QueryPlan {
        try functions.adding(to: db) { () throws(SQLiteError) in try db.plan(sql) }
    }

    func indexAdvice(_ db: any ConnectionProtocol) throws(SQLiteError) -> [IndexAdvice] {
        try db.indexAdvice(for: sql.text) { db throws(SQLiteError) in try plan(db) }
    }
}
