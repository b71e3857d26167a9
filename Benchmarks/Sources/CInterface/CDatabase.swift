import DataLiteC

/// A minimal wrapper of a `sqlite3 *`, such as any program that uses the C interface has.
public final class CDatabase {
    public let pointer: OpaquePointer

    public init(path: String) {
        var pointer: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &pointer, flags, nil)
        precondition(code == SQLITE_OK, "cannot open \(path)")
        self.pointer = pointer!
    }

    deinit {
        sqlite3_close_v2(pointer)
    }

    public func execute(_ sql: String) {
        require(sqlite3_exec(pointer, sql, nil, nil, nil))
    }

    public func prepare(_ sql: String) -> OpaquePointer {
        var statement: OpaquePointer?
        require(sqlite3_prepare_v2(pointer, sql, -1, &statement, nil))
        return statement!
    }

    /// The first column of the first row.
    public func number(_ sql: String) -> Double {
        let statement = prepare(sql)
        defer { sqlite3_finalize(statement) }
        require(sqlite3_step(statement), SQLITE_ROW)
        return sqlite3_column_double(statement, 0)
    }

    @inlinable
    public func require(_ code: Int32, _ expected: Int32 = SQLITE_OK) {
        precondition(code == expected, String(cString: sqlite3_errmsg(pointer)))
    }
}
