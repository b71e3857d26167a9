/// Some of the rows of a query, in its order, and the cursors of the pages before and after them.
///
/// ```swift
/// let page = try Reminder.order(by: \.title).page(size: 50).fetch(db)
/// let next = try Reminder.order(by: \.title).page(after: page.next, size: 50).fetch(db)
/// ```
public struct Page<Row> {
    /// The rows, at most as many as the size of the page.
    public let rows: [Row]

    /// The number of rows of all pages, if ``PageRequest/withTotal()`` asked for it.
    public let total: Int?

    /// Whether there are rows after this page. For a page before a cursor, this is true without a check: the row of
    /// the cursor was there when the cursor was made.
    public let hasNext: Bool

    /// Whether there are rows before this page. For a page after a cursor, this is true without a check: the row of
    /// the cursor was there when the cursor was made.
    public let hasPrevious: Bool

    /// The place before the first row; `nil` if the query has no rows.
    public let start: PageCursor?

    /// The place after the last row; `nil` if the query has no rows. A page after this cursor has the rows that are
    /// inserted later.
    public let end: PageCursor?

    /// The cursor for the next page, `page(after:size:)`; `nil` if there is none.
    public var next: PageCursor? { hasNext ? end : nil }

    /// The cursor for the previous page, `page(before:size:)`; `nil` if there is none.
    public var previous: PageCursor? { hasPrevious ? start : nil }

    /// A page without rows: the initial value of an observed page.
    public static var empty: Page {
        Page(rows: [], total: nil, hasNext: false, hasPrevious: false, start: nil, end: nil)
    }

    /// The page with each row converted.
    public func map<NewRow, Failure: Error>(
        _ convert: (Row) throws(Failure) -> NewRow
    ) throws(Failure) -> Page<NewRow> {
        Page<NewRow>(
            rows: try rows.map(convert), total: total, hasNext: hasNext, hasPrevious: hasPrevious,
            start: start, end: end)
    }
}

extension Page: Sendable where Row: Sendable {}
extension Page: Equatable where Row: Equatable {}

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
