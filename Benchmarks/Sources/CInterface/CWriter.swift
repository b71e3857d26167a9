import DataLiteC

/// The statements of a write transaction.
public final class CWriter {
    public static let sql = "UPDATE pairs SET value = ? WHERE id = ?"

    private let database: CDatabase
    private let begin, update, commit: OpaquePointer

    public init(_ database: CDatabase) {
        self.database = database
        begin = database.prepare("BEGIN IMMEDIATE")
        update = database.prepare(Self.sql)
        commit = database.prepare("COMMIT")
    }

    deinit { for statement in [begin, update, commit] { sqlite3_finalize(statement) } }

    public func write(id: Int, value: Int) {
        sqlite3_bind_int64(update, 1, Int64(value))
        sqlite3_bind_int64(update, 2, Int64(id))
        for statement in [begin, update, commit] {
            database.require(sqlite3_step(statement), SQLITE_DONE)
            sqlite3_reset(statement)
        }
    }
}
