/// A Swift value that can be passed to SQLite: as a statement parameter, as the result of an SQL
/// function, or as text in an SQL statement.
///
/// ```swift
/// struct Celsius: SQLiteBindable {
///     var degrees: Double
///     var sqliteValue: SQLiteValue { .real(degrees) }
/// }
/// ```
public protocol SQLiteBindable {
    /// The value as SQLite stores it.
    var sqliteValue: SQLiteValue { get }

    /// The value as an SQL literal that evaluates to ``sqliteValue``.
    ///
    /// Quotes are doubled, BLOBs are written `X'..'`, and REAL values read back bit for bit.
    var sqliteLiteral: String { get }
}

extension SQLiteBindable {
    public var sqliteLiteral: String { sqliteValue.sqliteLiteral }
}
