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
