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
