import DataLiteSyntax

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

    /// Binds exactly one value to each parameter, in order.
    // Not generic over the collection: the compiler would not specialize it here.
    package func bindAll(_ values: [SQLiteValue]) throws(SQLiteError) {
        if let statement = sqliteStatement {
            let statement = statement.takeUnretainedValue()
            return try values.withUnsafeBufferPointer { values throws(SQLiteError) in
                try statement.bindEach(values)
            }
        }
        try requireParameters(values.count)
        var index: Int32 = 0
        for value in values {
            index &+= 1
            try bind(value, at: index)
        }
    }

    fileprivate func requireParameters(_ count: Int) throws(SQLiteError) {
        let expected = Int(parameterCount())
        guard count == expected else { throw countMismatch(count, expected) }
    }

    private func countMismatch(_ count: Int, _ expected: Int) -> SQLiteError {
        let what =
            count < expected
            ? missingValues(count + 1...expected)
            : "no parameter for value \(expected + 1)"
        return parameterMismatch(
            """
            the statement has \(expected.counted("parameter")) and was given \
            \(count.counted("value")): \(what)
            """)
    }

    /// SQLite counts up to the greatest number, so `?5` alone needs five values.
    private func missingValues(_ numbers: ClosedRange<Int>) -> String {
        let used = SQLScanner.parameterIndexes(sql)
        let named = numbers.filter(used.contains)
        guard !named.isEmpty, named.count < numbers.count else {
            return "no value for \(parameterList(numbers.map(Int32.init)))"
        }
        return "no value for \(parameterList(named.map(Int32.init))); "
            + "numbers that the statement omits need a value, too"
    }
}

extension Statement {
    /// Binds exactly one value to each parameter, in order.
    func bindEach(_ values: UnsafeBufferPointer<SQLiteValue>) throws(SQLiteError) {
        try requireParameters(values.count)
        var index: Int32 = 0
        for value in values {
            index &+= 1
            try bind(value, at: index)
        }
    }
}
