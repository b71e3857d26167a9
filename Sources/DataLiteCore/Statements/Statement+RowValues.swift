public import DataLiteC

/// The place of the values of a result row in SQLite's memory.
///
/// SQLite returns a row in consecutive registers (<https://www.sqlite.org/opcode.html#ResultRow>), and
/// `sqlite3_column_value` returns the address of one of them. A reader of many columns therefore needs only the address
/// of the first one. The size of a register is measured at the first row of each run, and verified at the last column.
@usableFromInline
struct RowValues {
    /// The first value of the row that was located.
    @usableFromInline var first: UnsafeRawPointer?

    /// The number of values that start at `first`; 0 from a step or reset until a row is located.
    @usableFromInline var count: UInt32 = 0

    /// The number of values of each row of the run.
    @usableFromInline var columnCount: UInt32 = 0

    /// The distance of two values in bytes: 0 until it is measured, negative if every column is looked up.
    @usableFromInline var stride = 0

    /// With fewer columns, measuring a run takes as many calls as looking up the columns of a row.
    static let minimumColumnCount: Int32 = 4

    init() {}
}

extension Statement {
    /// Locates the values of the row that the statement is on, for ``rowValue(at:)``.
    @inlinable
    @inline(__always)
    func locateRow() {
        if rowValues.stride > 0 {
            rowValues.first = UnsafeRawPointer(sqlite3_column_value(pointer, 0))
            rowValues.count = rowValues.columnCount
        } else if rowValues.stride == 0 {
            measureRow()
        }
    }

    /// A column of the row that was located. Without such a row, it is looked up.
    @inlinable
    @inline(__always)
    func rowValue(at index: Int32) -> OpaquePointer? {
        guard UInt32(bitPattern: index) < rowValues.count, let first = rowValues.first else {
            return lookedUpValue(at: index)
        }
        // SAFETY: `count` registers begin at `first`, and stay in place until the next step or reset, which sets
        // `count` to 0.
        return OpaquePointer(first + rowValues.stride &* Int(index))
    }

    // Not inlined, because each table contains a call for each of its columns.
    @usableFromInline
    @inline(never)
    func lookedUpValue(at index: Int32) -> OpaquePointer? { columnPointer(at: index) }

    /// Measures the distance of two values, at the first row of a run.
    @usableFromInline
    @inline(never)
    func measureRow() {
        guard busyReason != .stepping else { return }
        rowValues.stride = -1
        let count = sqlite3_data_count(pointer)
        guard count >= RowValues.minimumColumnCount,
            let first = UnsafeRawPointer(sqlite3_column_value(pointer, 0)),
            let second = UnsafeRawPointer(sqlite3_column_value(pointer, 1)),
            let last = UnsafeRawPointer(sqlite3_column_value(pointer, count - 1)),
            second > first, last - first == (second - first) * Int(count - 1)
        else { return }
        rowValues.first = first
        rowValues.stride = second - first
        rowValues.columnCount = UInt32(count)
        rowValues.count = UInt32(count)
    }

    // MARK: - Readers

    /// Locates the row of a statement that the caller keeps alive, for ``rowValue(of:at:)``.
    @inlinable
    @inline(__always)
    package static func locateRow(of statement: Unmanaged<Statement>) {
        statement._withUnsafeGuaranteedRef { $0.locateRow() }
    }

    /// Reads a column of the row that a reader has located, for code that is specialized for the type. The initializers
    /// of the standard types are ours and use no connection, so they need no protection.
    @inlinable
    @inline(__always)
    package static func rowValue<T: SQLiteRepresentable>(
        of statement: Unmanaged<Statement>, at index: Int32
    ) -> T? {
        statement._withUnsafeGuaranteedRef { statement in
            let column = statement.rowValue(at: index)
            if T.self == Int.self || T.self == String.self || T.self == Double.self
                || T.self == Int64.self
            {
                return T(SQLiteValueView(column))
            }
            return statement.converted(column)
        }
    }

    /// Whether a column of the row that a reader has located is NULL.
    @usableFromInline
    package static func isNull(_ statement: Unmanaged<Statement>, at index: Int32) -> Bool {
        statement._withUnsafeGuaranteedRef { $0.rowValue(at: index) }
            .map { sqlite3_value_type($0) == SQLITE_NULL } ?? true
    }
}
