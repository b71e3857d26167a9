extension _QueryDecoder {
    /// All rows of a statement whose parameters are bound.
    @inlinable
    @inline(__always)
    func rows(
        _ lease: StatementLease, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Output] {
        try db.decodedRows(lease, columnCount: columnCount, decode)
    }

    /// The first row of a statement whose parameters are bound.
    @inlinable
    @inline(__always)
    func firstRow(
        _ lease: StatementLease, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> Output? {
        try db.decodedRow(lease, columnCount: columnCount, decode)
    }

    /// A cursor over the rows of a statement whose parameters are bound.
    @inlinable
    @inline(__always)
    func cursor(_ lease: StatementLease, _ db: any ConnectionProtocol) -> Cursor<Output> {
        db.decodedCursor(lease, columnCount: columnCount, decode)
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
            return try db.decodedRows(lease, columnCount: columnCount, decode)
        }
        return try db.decodedRows(lease, columnCount: columnCount) {
            (row: inout RowReader) throws(SQLiteError) in
            try Output(row: &row)
        }
    }

    @inlinable
    @inline(__always)
    func cursor(_ lease: StatementLease, _ db: any ConnectionProtocol) -> Cursor<Output> {
        guard isDirect else {
            return db.decodedCursor(lease, columnCount: columnCount, decode)
        }
        return db.decodedCursor(lease, columnCount: columnCount)
    }
}
