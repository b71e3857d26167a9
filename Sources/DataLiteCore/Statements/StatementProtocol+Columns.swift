extension StatementProtocol {
    /// The value of a column of the current row as a Swift type; `nil` for NULL, for a value that
    /// cannot be converted to the type, and if there is no such column.
    // Always inlined: otherwise the compiler does not specialize it for an `any StatementProtocol`.
    @inlinable
    @inline(__always)
    public func columnValue<T: SQLiteRepresentable>(at index: Int32) -> T? {
        guard let statement = sqliteStatement else {
            return Statement.columnValue(ofOther: self, at: index)
        }
        // Not in a `defer`, which would be a call for each value.
        let value: T? = Statement.columnValue(of: statement, at: index)
        withExtendedLifetime(self) {}
        return value
    }

    /// Calls `body` with a view of a column of the current row, so that its bytes can be read
    /// without copying them. The statement cannot be stepped or reset until `body` returns.
    @inlinable
    public func withColumn<R, E: Error>(
        at index: Int32, _ body: (borrowing SQLiteValueView) throws(E) -> R
    ) throws(E) -> R {
        guard let statement = sqliteStatement else {
            return try body(SQLiteValueView(columnValue(at: index)))
        }
        return try statement.takeUnretainedValue().withView(at: index, body)
    }
}

extension Statement {
    /// Not inlined, so that reading SQLite's own statements stays fast.
    @inlinable
    @inline(never)
    static func columnValue<T: SQLiteRepresentable>(
        ofOther statement: any StatementProtocol, at index: Int32
    ) -> T? {
        T(statement.columnValue(at: index))
    }
}

// MARK: - Columns by name

extension StatementProtocol {
    public func columnNames() -> [String] {
        (0..<columnCount()).map { columnName(at: $0) ?? "" }
    }

    public func columnIndex(of name: String) -> Int32? {
        SQLName.position(of: name, in: columnNames()).map { Int32(truncatingIfNeeded: $0) }
    }

    /// The value of the first column with a name, in the current row; `.null` if there is no such
    /// column or no row.
    public func columnValue(named name: String) -> SQLiteValue {
        columnIndex(of: name).map { columnValue(at: $0) } ?? .null
    }

    /// The value of the first column with a name, in the current row, as a Swift type; `nil` for
    /// NULL, for a value that cannot be converted to the type, and if there is no such column or no
    /// row.
    @inlinable
    @inline(__always)
    public func columnValue<T: SQLiteRepresentable>(named name: String) -> T? {
        guard let statement = sqliteStatement else {
            guard let index = columnIndex(of: name) else { return nil }
            return Statement.columnValue(ofOther: self, at: index)
        }
        defer { withExtendedLifetime(self) {} }
        guard let index = statement._withUnsafeGuaranteedRef({ $0.columnIndex(of: name) }) else {
            return nil
        }
        return Statement.columnValue(of: statement, at: index)
    }
}
