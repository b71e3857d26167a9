import DataLiteC
import Foundation

extension Connection {
    /// Removes the modules of virtual tables from the connection, so that SQL can neither use nor create their tables.
    ///
    /// ```swift
    /// try connection.removeModules(keeping: ["fts5"])
    /// ```
    ///
    /// Modules of SQLite and of extensions are removed, for example `rtree` and `dbstat`. Nothing adds them again but
    /// opening another connection. Tables that SQLite adds when they are used, such as `pragma_table_info` and, in newer
    /// versions, `json_each`, are not affected: use an ``Authorizer``. In a `Database`, call this in `onOpen`. C:
    /// `sqlite3_drop_modules`.
    ///
    /// - Parameter names: The names of the modules to keep, in lower case as SQLite has them.
    /// - Throws: `SQLITE_BUSY` while a statement is running, which may use a module; `SQLITE_MISUSE` for a name with a
    ///   NUL character, and if the connection is closed.
    public func removeModules(keeping names: Set<String> = []) throws(SQLiteError) {
        let pointer = try handle.open()
        try handle.noteSettingChange("modules")
        guard !handle.hasRunningStatement else {
            throw SQLiteError(
                .busy, message: "modules cannot be removed while a statement is running")
        }
        if let name = names.first(where: { $0.utf8.contains(0) }) {
            throw SQLiteError.misuse("the name \"\(name)\" contains a NUL character")
        }
        // Statements that were prepared keep their modules.
        clearStatementCache()
        let code = CStringList.with(names.sorted()) { list, _ in sqlite3_drop_modules(pointer, list)
        }
        try check(code, on: pointer)
    }
}
