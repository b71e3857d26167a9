import DataLiteCore

/// A statement whose current row is a given row.
final class RowStatement: StatementProtocol {
    var row: SQLiteRow
    let sql = "(a row)"

    init(_ row: SQLiteRow) { self.row = row }

    func parameterCount() -> Int32 { 0 }
    func parameterNameBy(_ index: Int32) -> String? { nil }

    func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        throw SQLiteError(.range, message: "a row has no parameters")
    }

    func clearBindings() {}
    func step() -> Bool { false }
    func reset() {}
    func columnCount() -> Int32 { Int32(row.count) }

    func columnName(at index: Int32) -> String? {
        row.indices.contains(Int(index)) ? row[Int(index)].column : nil
    }

    func columnValue(at index: Int32) -> SQLiteValue { row[Int(index)].value }
    func currentRow() -> SQLiteRow? { row }
}
