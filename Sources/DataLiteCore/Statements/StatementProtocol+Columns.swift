import DataLiteC
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

// MARK: - Inspection

extension Statement {
    /// Whether the statement does not write directly to the database file. `true` for a plain
    /// `BEGIN` and for `COMMIT`. Writes made by functions that it calls are not considered. C:
    /// `sqlite3_stmt_readonly`.
    public var isReadonly: Bool { sqlite3_stmt_readonly(pointer) != 0 }

    /// Whether the statement is an `EXPLAIN` or an `EXPLAIN QUERY PLAN`. C:
    /// `sqlite3_stmt_isexplain`.
    public var isExplain: Bool { sqlite3_stmt_isexplain(pointer) != 0 }

    /// Whether a run has started and has neither ended nor been reset. C: `sqlite3_stmt_busy`.
    public var isBusy: Bool { sqlite3_stmt_busy(pointer) != 0 }

    /// Whether the statement is `BEGIN`, of any kind.
    var isBegin: Bool {
        if case .begin = SQLScanner.kind(sql) { true } else { false }
    }

    /// Whether the statement is `ROLLBACK` or `ROLLBACK TO`.
    var isRollback: Bool {
        guard isReadonly, sqlite3_column_count(pointer) == 0 else { return false }
        switch SQLScanner.kind(sql) {
        case .rollback, .rollbackTo: return true
        default: return false
        }
    }

    /// The type that the table declares for the column that a result column comes from, such as
    /// `VARCHAR(10)`; `nil` for an expression. C: `sqlite3_column_decltype`.
    public func columnDeclaredType(at index: Int32) -> String? {
        String(repairing: sqlite3_column_decltype(pointer, index))
    }

    /// The table column that a result column comes from.
    public struct ColumnOrigin: Equatable, Sendable {
        /// The schema: `main`, `temp`, or the name of an attached database.
        public let schema: String
        /// The table, not its alias.
        public let table: String
        /// The column of the table, not its alias.
        public let column: String
    }

    /// The table column that a result column comes from; `nil` for an expression, or if SQLite was
    /// built without column metadata. C: `sqlite3_column_database_name`,
    /// `sqlite3_column_table_name`, `sqlite3_column_origin_name`.
    public func columnOrigin(at index: Int32) -> ColumnOrigin? {
        guard let schema = metadata("sqlite3_column_database_name", at: index),
            let table = metadata("sqlite3_column_table_name", at: index),
            let column = metadata("sqlite3_column_origin_name", at: index)
        else { return nil }
        return ColumnOrigin(schema: schema, table: table, column: column)
    }

    /// The text with `?` in the place of each literal and NULL, names in lower case, spaces reduced and a semicolon at
    /// the end, so that statements that differ only in values have the same text, for example in a log. C:
    /// `sqlite3_normalized_sql`.
    ///
    /// `nil` if SQLite was built without `SQLITE_ENABLE_NORMALIZE`, as on Debian and Apple platforms.
    public var normalizedSQL: String? {
        guard let address = datalite_symbol("sqlite3_normalized_sql") else { return nil }
        // SAFETY: sqlite3.h declares the function with this type.
        let function = unsafeBitCast(address, to: TextFunction.self)
        return String(repairing: function(pointer))
    }

    private typealias TextFunction = @convention(c) (OpaquePointer) -> UnsafePointer<CChar>?

    private typealias MetadataFunction =
        @convention(c) (OpaquePointer, Int32) -> UnsafePointer<CChar>?

    /// Not every build of SQLite has these functions, so they are looked up at run time.
    private func metadata(_ symbol: String, at index: Int32) -> String? {
        guard let address = datalite_symbol(symbol) else { return nil }
        // SAFETY: sqlite3.h declares the three functions that are looked up with this type.
        let function = unsafeBitCast(address, to: MetadataFunction.self)
        return String(repairing: function(pointer, index))
    }

    /// A counter that SQLite keeps for a statement.
    public enum Counter: Int32, Hashable, Sendable, CaseIterable {
        /// Steps forward in a full table scan: many may mean that an index is missing.
        case fullScanSteps = 1
        /// Sorts: many may mean that an index is missing.
        case sorts = 2
        /// Rows inserted into an automatic index, which exists for one run.
        case automaticIndexRows = 3
        /// Operations of the virtual machine.
        case virtualMachineSteps = 4
        /// Times that the statement was prepared again because the schema or bindings changed.
        case reprepares = 5
        /// Times that the statement was run.
        case runs = 6
        /// Join steps that a Bloom filter did not save.
        case filterMisses = 7
        /// Join steps that a Bloom filter saved.
        case filterHits = 8
        /// Bytes of heap that the statement holds; it cannot be reset.
        case memoryUsed = 99
    }

    /// The value of a counter since the statement was prepared, or since the counter was reset.
    /// C: `sqlite3_stmt_status`.
    @discardableResult
    public func status(_ counter: Counter, resetting: Bool = false) -> Int32 {
        // A counter that was reset could reach the same number again with other columns.
        if resetting, counter == .reprepares { reprepares = -1 }
        return sqlite3_stmt_status(pointer, counter.rawValue, resetting ? 1 : 0)
    }

    /// Calls `body` with the C handle, for calls that the library does not wrap. The handle must
    /// not be finalized, and must not be used after `body` returns.
    public func withUnsafeHandle<R, E: Error>(
        _ body: (OpaquePointer) throws(E) -> R
    ) throws(E) -> R {
        // The body may bind any rowid.
        if rowParameter != 0, let reads { handle.readRecorder?.add(reads.ofRows(nil)) }
        handle.willBeUsedUnsafely()
        return try body(pointer)
    }
}
