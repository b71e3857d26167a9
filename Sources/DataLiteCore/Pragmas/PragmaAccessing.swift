/// What reads and sets pragmas.
public protocol PragmaAccessing: AnyObject {
    /// The value of a pragma; `nil` if SQLite returns none, or one that cannot be converted to `T`.
    /// Default: runs `PRAGMA name`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the name is not a valid pragma name.
    func get<T: SQLiteRepresentable>(pragma: Pragma) throws(SQLiteError) -> T?

    /// Sets a pragma. SQLite ignores names and values that it does not know.
    /// Default: runs `PRAGMA name = value`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the name is not a valid pragma name, and for a value that is not a number or
    ///   text.
    func set(pragma: Pragma, value: (any SQLiteBindable)?) throws(SQLiteError)
}
