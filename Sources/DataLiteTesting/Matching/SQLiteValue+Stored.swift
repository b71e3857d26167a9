import DataLiteCore

extension SQLiteValue {
    /// The value that SQLite stores for this value: NULL for NaN
    /// (<https://www.sqlite.org/floatingpoint.html>).
    var stored: SQLiteValue {
        if case .real(let value) = self, value.isNaN { .null } else { self }
    }
}
