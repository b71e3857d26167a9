import DataLiteC

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A statement that was prepared with the C interface and that somebody else finalises.
///
/// It is for programs that call SQLite themselves: all that is written for `StatementProtocol` works
/// on their `sqlite3_stmt *` as well. The pointer has to stay valid for as long as this is used.
public final class BorrowedStatement: StatementProtocol {
    private let pointer: OpaquePointer

    /// Looks at a statement, without owning it.
    public init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// C: `sqlite3_sql`.
    public var sql: String { String(repairing: sqlite3_sql(pointer)) ?? "" }

    /// C: `sqlite3_bind_parameter_count`.
    public func parameterCount() -> Int32 { sqlite3_bind_parameter_count(pointer) }

    /// C: `sqlite3_bind_parameter_name`.
    public func parameterNameBy(_ index: Int32) -> String? {
        String(repairing: sqlite3_bind_parameter_name(pointer, index))
    }

    /// Binds a value to a parameter; text and bytes are copied. C: `sqlite3_bind_*`.
    public func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        try check(bindCode(value, at: index))
    }

    /// Sets every parameter to NULL. C: `sqlite3_clear_bindings`.
    public func clearBindings() throws(SQLiteError) {
        try check(sqlite3_clear_bindings(pointer))
    }

    /// Runs the statement to its next row, or to its end. C: `sqlite3_step`.
    public func step() throws(SQLiteError) -> Bool {
        try check(sqlite3_step(pointer)) == .row
    }

    /// Makes the statement ready to be run again. An error of its last step, which this reports in C
    /// once more, is not thrown. C: `sqlite3_reset`.
    public func reset() { sqlite3_reset(pointer) }

    /// C: `sqlite3_column_count`.
    public func columnCount() -> Int32 { sqlite3_column_count(pointer) }

    /// C: `sqlite3_column_name`.
    public func columnName(at index: Int32) -> String? {
        String(repairing: sqlite3_column_name(pointer, index))
    }

    public func columnValue(at index: Int32) -> SQLiteValue { _columnView(at: index).value }

    /// C: `sqlite3_column_value`.
    public func _columnView(at index: Int32) -> SQLiteValueView {
        SQLiteValueView(sqlite3_column_value(pointer, index))
    }

    /// The current row, or `nil` if the statement is on none.
    public func currentRow() -> SQLiteRow? {
        guard sqlite3_data_count(pointer) > 0 else { return nil }
        return SQLiteRow(columns: SQLiteRow.Columns(of: self), values: columnValues())
    }

    @discardableResult
    private func check(_ code: Int32) throws(SQLiteError) -> ResultCode {
        do {
            return try DataLiteCore.check(code, on: sqlite3_db_handle(pointer))
        } catch {
            var failure = error
            failure.sql = sql
            throw failure
        }
    }

    /// A null pointer would bind NULL, so empty text goes its own way.
    private func bindCode(_ value: SQLiteValue, at index: Int32) -> Int32 {
        switch value {
        case .int(let int64): return sqlite3_bind_int64(pointer, index, int64)
        case .real(let double): return sqlite3_bind_double(pointer, index, double)
        case .text(let text):
            return sqlite3_bind_text64(
                pointer, index, text, UInt64(text.utf8.count), datalite_transient(),
                UInt8(SQLITE_UTF8))
        case .blob(let data):
            guard !data.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
            return data.withUnsafeBytes {
                sqlite3_bind_blob64(
                    pointer, index, $0.baseAddress, UInt64($0.count), datalite_transient())
            }
        case .null: return sqlite3_bind_null(pointer, index)
        }
    }
}
