/// The columns of the row that a statement is on, read in order.
///
/// Only ``RowDecodable/init(row:)`` receives one. It cannot be copied, so it is never used after the
/// statement has left the row. The arguments of a function are read in the same way.
public struct RowReader: ~Copyable {
    /// The statement if it is SQLite's. The lease or cursor that decodes keeps it alive.
    @usableFromInline let sqlite: Unmanaged<Statement>?

    /// The statement if it is not SQLite's.
    @usableFromInline let other: (any StatementProtocol)?

    /// The arguments of a function, if they are read instead of a statement's columns.
    @usableFromInline let arguments: (any ArgumentsProtocol)?

    /// The index of the next column to read.
    @usableFromInline var index: Int32 = 0

    /// The row number, starting at 1.
    @usableFromInline var row = 1

    /// The columns of the row that a statement is on.
    ///
    /// - Parameter locatesRow: Whether to locate the row, instead of looking up each column. For a single row, this is
    ///   faster if it has at least five columns.
    @inlinable
    @inline(__always)
    package init(_ lease: StatementLease, row: Int = 1, locatesRow: Bool = true) {
        sqlite = lease.sqlite
        other = lease.sqlite == nil ? lease.statement : nil
        arguments = nil
        self.row = row
        if locatesRow { locateRow() }
    }

    /// The columns of the row that a cursor is on.
    @inlinable
    init(_ row: CursorRow) {
        switch row.source {
        case .sqlite(let statement): (sqlite, other) = (statement, nil)
        case .other(let statement): (sqlite, other) = (nil, statement)
        }
        arguments = nil
        self.row = row.number
        locateRow()
    }

    /// The arguments of a function, starting at `index`.
    @inlinable
    package init(arguments: any ArgumentsProtocol, from index: Int) {
        sqlite = nil
        other = nil
        self.arguments = arguments
        self.index = Int32(truncatingIfNeeded: index)
    }

    /// Continues with the first column of the next row, which the statement is on.
    @inlinable
    package mutating func startNextRow() {
        index = 0
        row &+= 1
        locateRow()
    }

    @inlinable
    @inline(__always)
    func locateRow() {
        if let sqlite { Statement.locateRow(of: sqlite) }
    }

    // MARK: - Reading

    /// The value of the next column.
    ///
    /// - Throws: `SQLITE_MISMATCH` if the value cannot be converted to the type, if it is NULL and
    ///   the type is not optional, or if there is no further column.
    @inlinable
    @inline(__always)
    public mutating func next<T: SQLiteRepresentable>(
        as type: T.Type = T.self
    ) throws(SQLiteError) -> T {
        let column = index
        index = column &+ 1
        let value: T? =
            if let sqlite {
                Statement.rowValue(of: sqlite, at: column)
            } else {
                foreignValue(at: column)
            }
        guard let value else { throw mismatch(at: column, expected: type) }
        return value
    }

    /// The value of the next columns, as many as the type reads.
    ///
    /// - Throws: `SQLITE_MISMATCH` if a value cannot be converted.
    @inlinable
    @inline(__always)
    public mutating func next<T: RowDecodable>(
        as type: T.Type = T.self
    ) throws(SQLiteError) -> T {
        try T(row: &self)
    }

    /// Whether the next column is NULL.
    @inlinable
    public var nextIsNull: Bool { isNull(at: index) }

    /// Throws the error of a value that was just read, unless an optional of the type reads it as `nil`.
    // Mutating, so that the reader is passed by its address: each table contains the call.
    @usableFromInline
    @inline(never)
    mutating func requireNullForm(
        of type: any Any.Type, _ error: SQLiteError
    ) throws(SQLiteError) {
        guard isNullForm(storedValue(at: Int(index) - 1), of: type) else { throw error }
    }

    /// The value of a column of the row as it is stored. The next column to read stays the same.
    package func storedValue(at column: Int) -> SQLiteValue {
        let column = Int32(truncatingIfNeeded: column)
        if let sqlite { return sqlite._withUnsafeGuaranteedRef { $0.columnValue(at: column) } }
        if let arguments { return arguments[Int(column)] }
        return other?.columnValue(at: column) ?? .null
    }

    /// The bytes of the text in a column as it is stored, which need not be valid UTF-8; `nil` for every other storage
    /// class.
    package func textBytes(at column: Int) -> [UInt8]? {
        let column = Int32(truncatingIfNeeded: column)
        return sqlite?._withUnsafeGuaranteedRef { statement in
            SQLiteValueView(statement.columnPointer(at: column)).withTextBytes { Array($0) }
        }
    }

    /// Skips a number of columns if all of them are NULL.
    ///
    /// - Returns: Whether the columns were skipped.
    @inlinable
    package mutating func skipNulls(_ count: Int) -> Bool {
        let end = index &+ Int32(truncatingIfNeeded: count)
        var column = index
        while column < end {
            guard isNull(at: column) else { return false }
            column &+= 1
        }
        index = end
        return true
    }

    @inlinable
    func isNull(at column: Int32) -> Bool {
        if let sqlite { return Statement.isNull(sqlite, at: column) }
        return otherIsNull(at: column)
    }

    /// Not inlined, so that reading SQLite's own statements stays fast.
    @inlinable
    @inline(never)
    func foreignValue<T: SQLiteRepresentable>(at column: Int32) -> T? {
        if let arguments { return arguments[Int(column)] as T? }
        return other.flatMap { T($0.columnValue(at: column) as SQLiteValue) }
    }

    @usableFromInline
    func otherIsNull(at column: Int32) -> Bool {
        if let arguments { return arguments.withArgument(at: Int(column)) { $0.isNull } }
        return other?.columnValue(at: column).isNull ?? true
    }

    // MARK: - Errors

    /// The error for a column whose value has the wrong type.
    @usableFromInline
    @inline(never)
    func mismatch(at column: Int32, expected: any Any.Type) -> SQLiteError {
        if let arguments {
            let place =
                (arguments as? NamedValues)?.place(of: Int(column)) ?? "argument \(column + 1)"
            let reason = Self.reason(arguments[Int(column)], expected: expected)
            return SQLiteError(.mismatch, message: "\(place): \(reason)")
        }
        return statement { statement in
            guard column < statement.columnCount() else {
                return SQLiteError(
                    .mismatch,
                    message: "expected \(expected) in column \(column + 1), but the statement "
                        + "returns \(statement.columnCount())",
                    sql: statement.sql)
            }
            return SQLiteError(
                .mismatch,
                message: "\(place(of: column, in: statement)): "
                    + Self.reason(statement.columnValue(at: column), expected: expected),
                sql: statement.sql)
        }
    }

    /// The reason that a value cannot be converted to a type.
    private static func reason(_ value: SQLiteValue, expected: any Any.Type) -> String {
        (expected as? any MismatchExplaining.Type)?.mismatchReason(of: value)
            ?? "expected \(expected), found \(value.summary)"
    }

    /// An error about the columns from `column` up to, but not including, the next column to read.
    public func error(from column: Int, _ message: String) -> SQLiteError {
        if let arguments {
            let place =
                (arguments as? NamedValues).map {
                    "\($0.place(of: column)) to \($0.place(of: Int(index) - 1))"
                } ?? "arguments \(column + 1) to \(index)"
            return SQLiteError(.mismatch, message: "\(place): \(message)")
        }
        return statement { statement in
            let columns = Int32(truncatingIfNeeded: column)..<max(index, Int32(column))
            let names = MessageText.names(columns.lazy.map { statement.columnName(at: $0) ?? "" })
            return SQLiteError(
                .mismatch,
                message: "columns \(names) of row \(row): \(message)",
                sql: statement.sql)
        }
    }

    /// The position of the next column, starting at 0.
    @inlinable
    package var position: Int { Int(index) }

    /// `column "name" of table "people", row 3`.
    private func place(of column: Int32, in statement: any StatementProtocol) -> String {
        let column = (index: column, name: statement.columnName(at: column))
        let name = "column \"\(MessageText.name(column.name ?? "\(column.index)"))\""
        let origin = (statement as? Statement)?.columnOrigin(at: column.index)
        guard let origin else { return "\(name) of row \(row)" }
        return "\(name) of table \"\(MessageText.name(origin.table))\", row \(row)"
    }

    private func statement(
        _ body: (any StatementProtocol) -> SQLiteError
    ) -> SQLiteError {
        if let sqlite { return sqlite._withUnsafeGuaranteedRef { body($0) } }
        guard let other else { return SQLiteError.misuse("there is no row") }
        return body(other)
    }
}
