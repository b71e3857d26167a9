/// A statement that can run on any connection.
///
/// ```swift
/// let titles = try Reminder.where { !$0.isCompleted }.select(\.title).fetchAll(db)
/// ```
public protocol Query<Output>: Sendable, CustomDebugStringConvertible {
    /// The type of a row of the result.
    associatedtype Output

    /// The decoder for a row of the result.
    var _decoder: _QueryDecoder<Output> { get }

    /// Writes the statement.
    func _write(to writer: inout _SQLWriter)

    /// Writes the statement for a caller that reads at most `count` rows: with a `LIMIT` if these rows stay the same.
    /// Without it, SQLite sorts all rows to find the first. Default: the same as ``_write(to:)``.
    func _write(first count: Int, to writer: inout _SQLWriter)

    /// Starts the statement, if the query is for all columns of the row with a key: its SQL is in the definition of the
    /// table. Default: `nil`.
    func _startLookup(on db: any ConnectionProtocol) throws(SQLiteError) -> _StartedLookup?

    /// The query if it changes rows, which may take several statements, or none. Default: `nil`.
    var _returning: Returning<Output>? { get }

    /// Whether ``_returning`` is not `nil`. Default: `false`. Code that is not specialized would create the metadata of
    /// an optional to find out.
    static var _isReturning: Bool { get }
}

/// The statement of a query for the row with a key.
public struct _StartedLookup {
    let lease: StatementLease
}

extension Query {
    @inlinable
    public var _returning: Returning<Output>? { nil }

    @inlinable
    public static var _isReturning: Bool { false }

    public func _write(first count: Int, to writer: inout _SQLWriter) { _write(to: &writer) }

    public func _startLookup(
        on db: any ConnectionProtocol
    ) throws(SQLiteError) -> _StartedLookup? {
        nil
    }

    /// The statement on a connection, with its parameters bound.
    ///
    /// - Parameter count: The number of rows that are read; `nil` for all.
    @usableFromInline
    func boundStatement(
        _ db: any ConnectionProtocol, first count: Int? = nil
    ) throws(SQLiteError) -> StatementLease {
        if let lookup = try _startLookup(on: db) { return lookup.lease }
        return try _SQLWriter.withScratch { writer throws(SQLiteError) in
            if let count { _write(first: count, to: &writer) } else { _write(to: &writer) }
            return try writer.start(on: db)
        }
    }

    /// The statement: its text, and the values of its parameters. The text is empty for a query without rows, such as
    /// `Reminder.none`, and for a change that has nothing to do.
    ///
    /// - Throws: An `SQLiteError` if the query is invalid.
    public func sql() throws(SQLiteError) -> SQL {
        try _SQLWriter.withScratch { writer throws(SQLiteError) in
            _write(to: &writer)
            return writer.isNone ? "" : try writer.finish()
        }
    }
}

/// Decodes a row of the result of a query.
public struct _QueryDecoder<Output>: Sendable {
    @usableFromInline let columnCount: Int

    /// Decodes a row.
    @usableFromInline
    let decode: @Sendable (inout RowReader) throws(SQLiteError) -> Output

    /// Whether ``decode`` is `Output.init(row:)`, which a loop can then call directly.
    @usableFromInline let isDirect: Bool

    /// The forms in which the columns store the values.
    @usableFromInline let forms: StoredForms

    /// Creates a decoder from a closure.
    @inlinable
    public init(
        columnCount: Int,
        _ decode: @escaping @Sendable (inout RowReader) throws(SQLiteError) -> Output
    ) {
        self.init(columnCount: columnCount, forms: StoredForms(), decode)
    }

    @inlinable
    init(
        columnCount: Int, forms: StoredForms,
        _ decode: @escaping @Sendable (inout RowReader) throws(SQLiteError) -> Output
    ) {
        self.columnCount = columnCount
        self.forms = forms
        self.decode = decode
        isDirect = false
    }

    @inlinable
    init(direct columnCount: Int) where Output: Selection {
        self.columnCount = columnCount
        forms = StoredForms()
        decode = { (row: inout RowReader) throws(SQLiteError) in try Output(row: &row) }
        isDirect = true
    }
}
