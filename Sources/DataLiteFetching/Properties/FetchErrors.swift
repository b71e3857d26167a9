extension SQLiteError {
    /// The error of a property without a query.
    static var followsNothing: SQLiteError {
        SQLiteError.misuse(
            "the property has no query: write @FetchAll(Book.all) var books, or "
                + "_books = FetchAll(Book.all) in the initializer")
    }

    /// The error of a property without a database.
    static var noDefaultDatabase: SQLiteError {
        SQLiteError.misuse(
            "there is no database to fetch from: set DefaultDatabase.shared, create the property "
                + "inside DefaultDatabase.$current.withValue(database) { ... }, or pass database:")
    }
}
