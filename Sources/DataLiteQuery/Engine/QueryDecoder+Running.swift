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
