// Rows whose columns are read by name. The names are looked up once per result. If the columns are already in the order
// of the names, they are read by position.

extension StatementLease {
    /// The statement, on its first row, with its columns in the order of the names.
    ///
    /// - Throws: `SQLITE_MISMATCH` if no column has one of the names.
    @usableFromInline
    func arranged(by names: [String]) throws(SQLiteError) -> StatementLease {
        guard let indexes = try statement.indexes(of: names) else { return self }
        return StatementLease(ArrangedStatement(statement, indexes))
    }
}

extension StatementProtocol {
    /// The indexes of the columns with the names; `nil` if they are the first columns, in this order.
    ///
    /// - Throws: `SQLITE_MISMATCH` if no column has one of the names.
    fileprivate func indexes(of names: [String]) throws(SQLiteError) -> [Int32]? {
        let found = columnNames()
        if found.starts(with: names, by: SQLName.same) { return nil }
        let columns = SQLiteRow.Columns(found)
        var indexes: [Int32] = []
        indexes.reserveCapacity(names.count)
        for name in names {
            guard let index = columns.position(of: name) else {
                throw SQLiteError(
                    .mismatch,
                    message:
                        "the statement returns no column \"\(MessageText.name(name))\": it returns "
                        + MessageText.list(found, MessageText.name), sql: sql)
            }
            indexes.append(Int32(truncatingIfNeeded: index))
        }
        let repeated = RepeatedColumns.mixed(found, indexes.map(Int.init))
        guard repeated.isEmpty else {
            throw SQLiteError(.mismatch, message: RepeatedColumns.message(repeated), sql: sql)
        }
        return indexes
    }
}

/// Columns with one name, as `SELECT *` of a join returns them. A lookup by name finds the first. If a value is read from
/// such a column and from columns after its repetition, it would get columns of different tables.
package enum RepeatedColumns {
    /// The position of the first column whose name an earlier column has.
    package static func firstRepetition(in names: [String]) -> Int? {
        var known: Set<[UInt8]> = []
        return names.firstIndex { !known.insert(Array($0.utf8)).inserted }
    }

    /// The names that several columns have, if a value with columns at the positions mixes tables.
    fileprivate static func mixed(_ names: [String], _ positions: [Int]) -> [String] {
        guard let repetition = firstRepetition(in: names),
            positions.contains(where: { $0 >= repetition })
        else { return [] }
        return positions.map { names[$0] }.filter { isRepeated($0, in: names) }
    }

    package static func isRepeated(_ name: String, in names: [String]) -> Bool {
        names.count { SQLName.same($0, name) } > 1
    }

    package static func message(_ names: [String]) -> String {
        "the statement returns several columns \(MessageText.names(names)): select the columns of one table, or give "
            + "each column another name with AS"
    }
}

/// The columns of a cursor that are read by name.
@usableFromInline
final class NamedColumns {
    private let names: [String]
    private var isLookedUp = false
    private var statement: ArrangedStatement?

    @usableFromInline
    init(_ names: [String]) { self.names = names }

    /// The row that a cursor is on, with its columns in the order of the names.
    ///
    /// - Throws: `SQLITE_MISMATCH` if no column has one of the names.
    @usableFromInline
    func arranged(_ row: CursorRow) throws(SQLiteError) -> CursorRow {
        if !isLookedUp {
            statement = try row.statement.indexes(of: names).map {
                ArrangedStatement(row.statement, $0)
            }
            isLookedUp = true
        }
        guard let statement else { return row }
        return CursorRow(.other(statement), number: row.number)
    }
}

/// A statement on a row, with some of its columns in another order.
private final class ArrangedStatement: StatementProtocol {
    private let statement: any StatementProtocol
    private let indexes: [Int32]

    init(_ statement: any StatementProtocol, _ indexes: [Int32]) {
        self.statement = statement
        self.indexes = indexes
    }

    var sql: String { statement.sql }

    private func index(_ position: Int32) -> Int32 {
        indexes.indices.contains(Int(position)) ? indexes[Int(position)] : -1
    }

    func columnCount() -> Int32 { Int32(truncatingIfNeeded: indexes.count) }

    func columnName(at position: Int32) -> String? { statement.columnName(at: index(position)) }

    func columnValue(at position: Int32) -> SQLiteValue {
        statement.columnValue(at: index(position))
    }

    // Only the columns are read: the lease of the statement itself runs and ends it.

    func parameterCount() -> Int32 { statement.parameterCount() }

    func parameterNameBy(_ index: Int32) -> String? { statement.parameterNameBy(index) }

    func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        try statement.bind(value, at: index)
    }

    func clearBindings() throws(SQLiteError) { try statement.clearBindings() }

    func step() throws(SQLiteError) -> Bool { try statement.step() }

    func reset() throws(SQLiteError) { try statement.reset() }
}

// MARK: - NamedValues

/// Values with names, from which a ``RowReader`` reads as from a row: the members of a JSON object.
package final class NamedValues: ArgumentsProtocol {
    // Explicit, because the compiler cannot infer them for a class.
    package typealias Element = SQLiteValue
    package typealias Index = Int
    package typealias Indices = Range<Int>
    package typealias SubSequence = _ArgumentsSlice
    package typealias Iterator = IndexingIterator<NamedValues>

    private let names: [String]
    private let values: [SQLiteValue]

    /// - Parameter names: A name for each value, for errors.
    package init(names: [String], values: [SQLiteValue]) {
        self.names = names
        self.values = values
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { values.count }

    package subscript(index: Int) -> SQLiteValue {
        values.indices.contains(index) ? values[index] : .null
    }

    /// The name of a value, as part of an error.
    func place(of index: Int) -> String {
        "member \"\(MessageText.name(names.indices.contains(index) ? names[index] : "\(index)"))\""
    }
}

/// A type that knows why a value cannot be converted to it.
package protocol MismatchExplaining {
    /// The reason; `nil` if the value can be converted.
    static func mismatchReason(of value: SQLiteValue) -> String?
}

extension Optional: MismatchExplaining where Wrapped: MismatchExplaining {
    package static func mismatchReason(of value: SQLiteValue) -> String? {
        value.isNull ? nil : Wrapped.mismatchReason(of: value)
    }
}

// MARK: - Values of a row by name

extension SQLiteRow {
    /// The value of the first column with a name; `nil` if there is none. An exact match takes precedence; otherwise
    /// the case of ASCII letters is ignored: see ``Columns/position(of:)``.
    ///
    /// Assigning a value changes that column, or adds a column at the end if there is none.
    /// Assigning `nil` removes every column with the name that was found; `.null` is a value. Other
    /// rows of the same result are not affected.
    ///
    /// Adding and removing columns is linear in their number.
    public subscript(column: String) -> SQLiteValue? {
        get { columns.position(of: column).map(value) }
        set {
            guard let newValue else { return removeAll(column) }
            if let position = columns.position(of: column) {
                if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
                storage.start[position] = newValue
            } else {
                self = SQLiteRow(
                    columns: Columns(columns.names + [column]), values: values + [newValue])
            }
        }
    }

    /// Whether there is a column with a name.
    public func contains(_ column: String) -> Bool { columns.position(of: column) != nil }

    private mutating func removeAll(_ column: String) {
        guard let position = columns.position(of: column) else { return }
        let name = columns.names[position]
        self = SQLiteRow(lazy.filter { !SQLName.same($0.column, name) })
    }

    /// The value of the first column with a name, as a Swift type.
    ///
    /// - Throws: `SQLITE_RANGE` if there is no such column, `SQLITE_MISMATCH` if its value cannot be
    ///   converted. NULL converts to optional types only: `row["email", as: String?.self]`.
    public subscript<T: SQLiteRepresentable>(column: String, as type: T.Type) -> T {
        get throws(SQLiteError) {
            guard let position = columns.position(of: column) else {
                throw SQLiteError(
                    .range,
                    message: "no column \"\(MessageText.name(column))\" among "
                        + MessageText.names(columns.names))
            }
            return try convert(value(position), as: type, of: column)
        }
    }

    /// The value at a position, as a Swift type.
    ///
    /// - Throws: `SQLITE_RANGE` if there is no such position, `SQLITE_MISMATCH` if the value cannot
    ///   be converted.
    public subscript<T: SQLiteRepresentable>(position: Int, as type: T.Type) -> T {
        get throws(SQLiteError) {
            guard has(position) else {
                throw SQLiteError(.range, message: "no column \(position) among \(count)")
            }
            return try convert(value(position), as: type, of: columns.names[position])
        }
    }

    /// The value of the first column with a name, as a Swift type; `nil` if there is no such column,
    /// for NULL, and for a value that cannot be converted.
    @inlinable
    public func lenientValue<T: SQLiteRepresentable>(_ column: String, as type: T.Type = T.self)
        -> T?
    {
        guard let position = columns.position(of: column) else { return nil }
        return T(value(position))
    }

    /// The value at a position, as a Swift type; `nil` if there is no such position, for NULL, and for
    /// a value that cannot be converted.
    @inlinable
    public func lenientValue<T: SQLiteRepresentable>(at position: Int, as type: T.Type = T.self)
        -> T?
    {
        has(position) ? T(value(position)) : nil
    }

    private func convert<T: SQLiteRepresentable>(
        _ value: SQLiteValue, as type: T.Type, of column: String
    ) throws(SQLiteError) -> T {
        guard let converted = T(value) else {
            throw SQLiteError.mismatch(column: column, expected: type, found: value)
        }
        return converted
    }
}

extension SQLiteError {
    /// `column "age": expected Int, found TEXT 'abc'`
    @usableFromInline
    static func mismatch(
        column: String, expected: any Any.Type, found value: SQLiteValue, sql: String? = nil
    ) -> SQLiteError {
        SQLiteError(
            .mismatch,
            message:
                "column \"\(MessageText.name(column))\": expected \(expected), found \(value.summary)",
            sql: sql)
    }
}

extension SQLiteValue {
    /// `TEXT 'abc'`, or just `NULL`.
    package var summary: String { isNull ? "NULL" : "\(storageClass) \(debugDescription)" }
}
