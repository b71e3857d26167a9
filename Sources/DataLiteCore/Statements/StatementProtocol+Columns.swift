extension StatementProtocol {
    /// The value of a column of the current row as a Swift type; `nil` for NULL, for a value that
    /// is none of the type, and where there is no such column.
    // Inlined always: on an `any StatementProtocol` the compiler specialises it in no other way.
    @inlinable
    @inline(__always)
    public func columnValue<T: SQLiteRepresentable>(at index: Int32) -> T? {
        if let statement = Statement.unmanaged(self) {
            return T(Statement.columnView(of: statement, at: index))
        }
        return T(_columnView(at: index))
    }

    /// Lends a look at a column of the current row, so that its bytes can be read where they lie.
    /// `body` must not step or reset the statement: SQLite would free those bytes.
    @inlinable
    public func withColumn<R, E: Error>(
        at index: Int32, _ body: (borrowing SQLiteValueView) throws(E) -> R
    ) throws(E) -> R {
        try body(_columnView(at: index))
    }

    /// The index of the first column with a name, letter case counting; `nil` if there is none.
    ///
    /// Complexity: O(columns). Look it up once, before the rows.
    public func columnIndex(of name: String) -> Int32? {
        (0..<columnCount()).first { columnName(at: $0) == name }
    }

    /// The names of all columns.
    public func columnNames() -> [String] {
        (0..<columnCount()).map { columnName(at: $0) ?? "" }
    }
}
