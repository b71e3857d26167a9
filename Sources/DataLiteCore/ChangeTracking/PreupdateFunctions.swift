import DataLiteC

/// The functions of SQLite's preupdate hook. Not every build of SQLite has them, so they are looked up at run
/// time.
struct PreupdateFunctions: Sendable {
    typealias Callback =
        @convention(c) (
            UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?, Int64, Int64
        ) -> Void
    typealias Hook =
        @Sendable @convention(c) (
            OpaquePointer?, Callback?, UnsafeMutableRawPointer?
        ) -> UnsafeMutableRawPointer?
    typealias Count = @Sendable @convention(c) (OpaquePointer?) -> Int32
    private typealias Value =
        @Sendable @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Int32

    /// C: `sqlite3_preupdate_hook`.
    let hook: Hook

    /// The number of columns. C: `sqlite3_preupdate_count`.
    let count: Count

    /// The depth of the triggers that make the change. C: `sqlite3_preupdate_depth`.
    let depth: Count

    /// C: `sqlite3_preupdate_old` and `sqlite3_preupdate_new`.
    private let old, new: Value

    /// C: `sqlite3_preupdate_blobwrite`; `nil` if the running SQLite lacks it.
    private let blobWrite: Count?

    /// `nil` if the running SQLite was built without them.
    static let shared = PreupdateFunctions()

    private init?() {
        guard let hook = datalite_symbol("sqlite3_preupdate_hook"),
            let count = datalite_symbol("sqlite3_preupdate_count"),
            let depth = datalite_symbol("sqlite3_preupdate_depth"),
            let old = datalite_symbol("sqlite3_preupdate_old"),
            let new = datalite_symbol("sqlite3_preupdate_new")
        else { return nil }
        // SAFETY: sqlite3.h declares the six functions that are looked up with these types.
        self.hook = unsafeBitCast(hook, to: Hook.self)
        self.count = unsafeBitCast(count, to: Count.self)
        self.depth = unsafeBitCast(depth, to: Count.self)
        self.old = unsafeBitCast(old, to: Value.self)
        self.new = unsafeBitCast(new, to: Value.self)
        blobWrite = datalite_symbol("sqlite3_preupdate_blobwrite")
            .map { unsafeBitCast($0, to: Count.self) }
    }

    /// The column that is written with the incremental BLOB interface, which SQLite reports as a deletion of
    /// the row; `nil` for any other deletion.
    func blobColumn(_ database: OpaquePointer) -> Int? {
        guard let column = blobWrite?(database), column >= 0 else { return nil }
        return Int(column)
    }

    /// The effect of an update on the value of a column.
    enum Comparison {
        case same
        case changed
        /// NULL before and after, as SQLite reports it. Versions of SQLite differ in whether they report NULL
        /// instead of the default value of a column that is newer than the row.
        case null
    }

    /// Compares the values of a column before and after an update. Values that SQLite does not report are
    /// considered changed.
    func compare(_ database: OpaquePointer, _ column: Int32) -> Comparison {
        var before: OpaquePointer?
        var after: OpaquePointer?
        guard old(database, column, &before) == SQLITE_OK,
            new(database, column, &after) == SQLITE_OK, let before, let after
        else { return .changed }
        let type = sqlite3_value_type(before)
        guard type == sqlite3_value_type(after) else { return .changed }
        switch type {
        case SQLITE_NULL:
            return .null
        case SQLITE_INTEGER:
            return sqlite3_value_int64(before) == sqlite3_value_int64(after) ? .same : .changed
        case SQLITE_FLOAT:
            // 0.0 and -0.0 differ as text.
            let (before, after) = (sqlite3_value_double(before), sqlite3_value_double(after))
            return before.bitPattern == after.bitPattern ? .same : .changed
        default:
            return haveSameBytes(before, after) ? .same : .changed
        }
    }

    /// The key of a row before or after a change; `nil` if SQLite does not report it, or it contains invalid
    /// UTF-8, which a `String` cannot represent.
    func key(_ columns: [Int32], _ database: OpaquePointer, isOld: Bool) -> RowKey? {
        if columns.count == 1 {
            return value(columns[0], database, isOld: isOld).map(RowKey.init(value:))
        }
        return values(columns, database, isOld: isOld).map { RowKey($0) }
    }

    /// The values of a row before a change; `nil` if SQLite does not report them, or a string contains invalid UTF-8.
    func values(_ database: OpaquePointer, count columns: Int) -> [SQLiteValue]? {
        guard Int(count(database)) == columns else { return nil }
        return values(0..<Int32(columns), database, isOld: true)
    }

    private func values(
        _ columns: some Collection<Int32>, _ database: OpaquePointer, isOld: Bool
    ) -> [SQLiteValue]? {
        var values: [SQLiteValue] = []
        values.reserveCapacity(columns.count)
        for column in columns {
            guard let value = value(column, database, isOld: isOld) else { return nil }
            values.append(value)
        }
        return values
    }

    /// The values of a row before or after a change; `nil` if SQLite does not report one of them. Invalid UTF-8 is
    /// repaired.
    func row(_ database: OpaquePointer, isOld: Bool) -> [SQLiteValue]? {
        var values: [SQLiteValue] = []
        for column in 0..<count(database) {
            guard let pointer = pointer(column, database, isOld: isOld) else { return nil }
            values.append(SQLiteValueView(pointer).value)
        }
        return values
    }

    private func value(
        _ column: Int32, _ database: OpaquePointer, isOld: Bool
    ) -> SQLiteValue? {
        guard let pointer = pointer(column, database, isOld: isOld) else { return nil }
        let view = SQLiteValueView(pointer)
        let value = view.value
        if case .text(let text) = value {
            let isValid = view.withTextBytes { $0.elementsEqual(text.utf8) }
            guard isValid == true else { return nil }
        }
        return value
    }

    @inline(__always)
    private func pointer(
        _ column: Int32, _ database: OpaquePointer, isOld: Bool
    ) -> OpaquePointer? {
        var pointer: OpaquePointer?
        let code = isOld ? old(database, column, &pointer) : new(database, column, &pointer)
        return code == SQLITE_OK ? pointer : nil
    }

    /// Compares strings in the encoding of the database: reading them as BLOBs avoids a conversion.
    private func haveSameBytes(_ lhs: OpaquePointer, _ rhs: OpaquePointer) -> Bool {
        let left = sqlite3_value_blob(lhs)
        let right = sqlite3_value_blob(rhs)
        let count = sqlite3_value_bytes(lhs)
        return count == sqlite3_value_bytes(rhs) && datalite_equal(left, right, Int(count))
    }
}
