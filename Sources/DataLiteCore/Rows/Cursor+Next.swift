// The elements of a cursor.

extension Cursor {
    /// The next element; `nil` after the last one.
    ///
    /// - Throws: The errors of ``step()``, and the error of decoding the row, after which the next call reads the next
    ///   row.
    @inlinable
    public func next() throws -> Element? { try step() ? decodeRow() : nil }

    /// Decodes the row that the statement is on.
    @inlinable
    func decodeRow() throws -> Element? {
        guard let row = nextRow else { return nil }
        do {
            try beginDecoding()
            let element = try decode(row)
            endDecoding()
            return element
        } catch {
            throw decodingFailed(error)
        }
    }

    /// The row that the statement is on, not yet decoded.
    @inlinable
    var nextRow: CursorRow? {
        if let sqlite { return CursorRow(.sqlite(sqlite), number: decodedRows &+ 1) }
        return (lease?.statement).map { CursorRow(.other($0), number: decodedRows &+ 1) }
    }

    @inlinable
    @inline(__always)
    func beginDecoding() throws(SQLiteError) {
        decodingDepth &+= 1
        if decodedRows == 0 { try lease?.requireColumns(columnCount) }
        decodedRows &+= 1
    }

    @inlinable
    @inline(__always)
    func endDecoding() {
        decodingDepth &-= 1
        if endedLease != nil, decodingDepth == 0 { endedLease = nil }
    }
}

extension Cursor where Element: RowDecodable {
    /// The next element; `nil` after the last one.
    ///
    /// - Throws: The errors of ``step()``, and the error of decoding the row, after which the next call reads the next
    ///   row.
    //
    // An element that decodes its own row is read without a closure, and not boxed in an optional.
    @inlinable
    @inline(__always)
    public func next() throws -> Element? {
        guard try step() else { return nil }
        guard decodesDirectly, let sqlite else { return try decodeRow() }
        do {
            try beginDecoding()
            var columns = RowReader(CursorRow(.sqlite(sqlite), number: decodedRows))
            let element = try Element(row: &columns)
            endDecoding()
            return element
        } catch {
            throw decodingFailed(error)
        }
    }
}

extension Cursor where Element == SQLiteRow {
    /// The next row; `nil` after the last one.
    ///
    /// - Throws: The errors of ``step()``.
    public func next() throws(SQLiteError) -> SQLiteRow? {
        guard try step() else { return nil }
        guard let sqlite else { return lease?.currentRow() }
        return sqlite._withUnsafeGuaranteedRef { $0.currentRow() }
    }

    /// The remaining rows as an array.
    ///
    /// - Throws: The errors of ``step()``.
    public func remaining() throws(SQLiteError) -> [SQLiteRow] {
        var rows: [SQLiteRow] = []
        while let row = try next() { rows.append(row) }
        return rows
    }
}

// MARK: - Sequence

extension Cursor {
    /// The remaining elements as a sequence of results, because a `Sequence` cannot throw. A row that
    /// cannot be decoded is a failure, and the next row follows; an error of SQLite is the last result.
    ///
    /// ```swift
    /// for row in try connection.cursor("SELECT * FROM people").results {
    ///     print(try row.get())
    /// }
    /// ```
    public var results: Results { Results(cursor: self) }

    /// The elements of a cursor, each as a success, and the rows that cannot be decoded as failures, followed by the
    /// error of SQLite, if any.
    public struct Results: Sequence, IteratorProtocol {
        fileprivate let cursor: Cursor
        private var hasFailed = false

        fileprivate init(cursor: Cursor) { self.cursor = cursor }

        public mutating func next() -> Result<Element, any Error>? {
            guard !hasFailed else { return nil }
            do {
                guard try cursor.step() else { return nil }
            } catch {
                hasFailed = true
                return .failure(error)
            }
            do {
                return try cursor.decodeRow().map(Result.success)
            } catch {
                return .failure(error)
            }
        }
    }

    /// Calls `body` with each remaining element, and closes the cursor.
    ///
    /// - Throws: The errors of `next()`, ``close()`` and `body`.
    public func forEach(_ body: (Element) throws -> Void) throws {
        do {
            while let element = try next() { try body(element) }
        } catch {
            try? close()
            throw error
        }
    }

    /// The remaining elements as an array.
    ///
    /// - Throws: The errors of `next()`.
    public func remaining() throws -> [Element] {
        var elements: [Element] = []
        while let element = try next() { elements.append(element) }
        return elements
    }
}

// MARK: - CursorRow

/// The row that a cursor is on, for decoding.
@usableFromInline
package struct CursorRow {
    @usableFromInline
    enum Source {
        // SAFETY: the cursor keeps the lease, which retains the statement, until it has decoded the row, even if the
        // cursor ends while decoding.
        case sqlite(Unmanaged<Statement>)
        case other(any StatementProtocol)
    }

    @usableFromInline let source: Source

    /// The number of rows that the cursor has decoded, including this one.
    @usableFromInline let number: Int

    @inlinable
    init(_ source: Source, number: Int) {
        self.source = source
        self.number = number
    }

    @usableFromInline
    package var statement: any StatementProtocol {
        switch source {
        case .sqlite(let statement): statement.takeUnretainedValue()
        case .other(let statement): statement
        }
    }
}

// MARK: - RecordNotFound

/// The reason an update of one row failed: no row has its key.
///
/// It is the `underlyingError` of an ``SQLiteError`` with `SQLITE_NOTFOUND`.
///
/// ```swift
/// do {
///     try album.update(db)
/// } catch where error.resultCode == .notFound {
///     print(error)  // SQLiteError(12): no row of "albums" has the key "id": 7
/// } catch {
///     throw error
/// }
/// ```
public struct RecordNotFound: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name of the table.
    public let table: String

    /// The columns of the key and their values as they would be stored.
    public let key: SQLiteRow

    /// Creates the reason.
    ///
    /// - Parameters:
    ///   - table: The name of the table.
    ///   - key: The columns of the key and their values.
    public init(table: String, key: SQLiteRow) {
        self.table = table
        self.key = key
    }

    /// The table and the key. Long names and values are truncated.
    public var description: String {
        let columns = MessageText.list(key) {
            "\"\(MessageText.name($0.column))\": \(MessageText.name($0.value.sqliteLiteral))"
        }
        return "no row of \"\(MessageText.name(table))\" has the key \(columns)"
    }
}

extension SQLiteError {
    /// A row that should exist, but does not.
    package static func recordNotFound(_ reason: RecordNotFound) -> SQLiteError {
        SQLiteError(.notFound, message: reason.description, underlyingError: reason)
    }
}
