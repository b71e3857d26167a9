/// A type that reads and sets pragmas.
public protocol PragmaAccessing: AnyObject {
    /// The value of a pragma; `nil` if SQLite returns no value, or one that cannot be converted to
    /// `T`. Default: runs `PRAGMA name`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the name is not a valid pragma name.
    func get<T: SQLiteRepresentable>(pragma: Pragma) throws(SQLiteError) -> T?

    /// Sets a pragma. SQLite ignores unknown names and values. Default: runs `PRAGMA name = value`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the name is not a valid pragma name, or if the value is neither a number nor text.
    func set(pragma: Pragma, value: (any SQLiteBindable)?) throws(SQLiteError)
}
