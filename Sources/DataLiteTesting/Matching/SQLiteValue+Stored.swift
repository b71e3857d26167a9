import DataLiteQuery

extension SQLiteValue {
    /// The value that SQLite stores for this value: NULL for NaN
    /// (<https://www.sqlite.org/floatingpoint.html>).
    var stored: SQLiteValue {
        if case .real(let value) = self, value.isNaN { .null } else { self }
    }

    /// The value as the result of a function.
    func result() throws(SQLiteError) -> SQLiteValue {
        try SQLiteError.requireStorable(CollectionOfOne(self))
        return stored
    }
}
