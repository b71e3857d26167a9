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
        return Statement.columnValue(ofOther: self, at: index)
    }

    /// Lends a look at a column of the current row, so that its bytes can be read where they lie.
    /// `body` must not step or reset the statement: SQLite would free those bytes.
    @inlinable
    public func withColumn<R, E: Error>(
        at index: Int32, _ body: (borrowing SQLiteValueView) throws(E) -> R
    ) throws(E) -> R {
        try body(_columnView(at: index))
    }

    /// The names of all columns.
    public func columnNames() -> [String] {
        (0..<columnCount()).map { columnName(at: $0) ?? "" }
    }
}

// MARK: - Columns by name

extension StatementProtocol {
    /// The index of the first column with a name, letter case counting; `nil` if there is none.
    ///
    /// Complexity: O(columns). A loop that looks it up once, before the rows, is the quickest.
    @inlinable
    public func columnIndex(of name: String) -> Int32? {
        if let statement = Statement.unmanaged(self) {
            return statement._withUnsafeGuaranteedRef { $0.columnIndex(inRow: name) }
        }
        return firstColumnIndex(of: name)
    }

    @usableFromInline
    func firstColumnIndex(of name: String) -> Int32? {
        (0..<columnCount()).first { columnName(at: $0) == name }
    }

    /// The value of the first column with a name, in the current row; `.null` if there is no such column or
    /// no row. As ``columnIndex(of:)`` with ``columnValue(at:)-(Int32)->SQLiteValue``.
    public func columnValue(by name: String) -> SQLiteValue {
        columnIndex(of: name).map { columnValue(at: $0) } ?? .null
    }

    /// The value of the first column with a name, in the current row, as a Swift type; `nil` for NULL, for
    /// a value that is none of the type, and where there is no such column or no row.
    @inlinable
    @inline(__always)
    public func columnValue<T: SQLiteRepresentable>(by name: String) -> T? {
        guard let index = columnIndex(of: name) else { return nil }
        return columnValue(at: index)
    }
}
