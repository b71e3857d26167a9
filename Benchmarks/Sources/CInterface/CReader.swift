import DataLiteC

/// The statements of a read transaction.
public final class CReader {
    private let database: CDatabase
    private let begin, select, commit: OpaquePointer

    public init(_ database: CDatabase, _ sql: String) {
        self.database = database
        begin = database.prepare("BEGIN")
        select = database.prepare(sql)
        commit = database.prepare("COMMIT")
    }

    deinit { for statement in [begin, select, commit] { sqlite3_finalize(statement) } }

    public func read(_ id: Int) -> Int {
        sqlite3_step(begin)
        sqlite3_reset(begin)
        sqlite3_bind_int64(select, 1, Int64(id))
        var value = 0
        if sqlite3_step(select) == SQLITE_ROW { value = Int(sqlite3_column_int64(select, 0)) }
        sqlite3_reset(select)
        sqlite3_step(commit)
        sqlite3_reset(commit)
        return value
    }
}
