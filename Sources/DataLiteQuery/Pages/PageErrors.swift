extension SQLiteError {
    static func pageSize(_ size: Int) -> SQLiteError {
        SQLiteError(
            .range,
            message: "a page has from \(PagePlace.sizes.lowerBound) to "
                + "\(PagePlace.sizes.upperBound) rows, not \(size)")
    }

    static func cursorTooBig(_ count: Int) -> SQLiteError {
        SQLiteError(
            .tooBig,
            message: "the values by which a row of the page is ordered need \(count) bytes, but a "
                + "cursor has at most \(PageCursor.sizeLimit): order by shorter values, such as "
                + "substr(1, 100)")
    }

    static var cursorOfAnotherQuery: SQLiteError {
        SQLiteError(
            .mismatch,
            message: "the cursor belongs to another query, or to this query with other values")
    }

    static var orderNotUTF8: SQLiteError {
        SQLiteError(
            .mismatch,
            message: "a text by which the rows are ordered is not valid, and a cursor cannot hold "
                + "it because the database stores UTF-16: order by hex() of it")
    }

    static func notPaged(_ reason: String) -> SQLiteError {
        SQLiteError(.misuse, message: "the query cannot have pages: \(reason)")
    }

    static func noKey(_ name: String) -> SQLiteError {
        let name = name.isEmpty ? "a query without a table" : "\"\(name)\""
        return .notPaged(
            "no column is known to identify the rows of \(name): name one with "
                + "page(size:uniqueBy:)")
    }
}
