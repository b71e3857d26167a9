/// A page of a query, which can be fetched from any connection.
///
/// ```swift
/// let page = try query.page(after: cursor, size: 50).withTotal().fetch(db)
/// print(page.rows, page.total)
/// ```
public struct PageRequest<Row: Sendable>: Sendable {
    private let core: SelectCore
    private let decoder: _QueryDecoder<Row>
    private let key: [SQLNode]?
    private let place: PagePlace
    private let size: Int
    private var includesTotal = false

    init(
        _ core: SelectCore, _ decoder: _QueryDecoder<Row>, _ place: PagePlace, _ size: Int,
        key: [SQLNode]?
    ) {
        self.core = core
        self.decoder = decoder
        self.place = place
        self.size = size
        self.key = key
    }

    /// The request for the page and for the number of rows of all pages, ``Page/total``.
    ///
    /// The rows are counted by a second statement, which sees the same state of the database. It reads all rows of the
    /// query, or of an index.
    public func withTotal() -> Self {
        var request = self
        request.includesTotal = true
        return request
    }

    /// Fetches the page.
    ///
    /// - Throws: An `SQLiteError`: `SQLITE_RANGE` for a size below 1 or above 100,000; `SQLITE_MISMATCH` for a cursor
    ///   of another query, and for invalid text in the order of a database that stores UTF-16; `SQLITE_MISUSE` for a
    ///   query without a total order, with a limit, with a window function, or with an order that differs from call to
    ///   call or depends on the current time, as far as the query shows; `SQLITE_TOOBIG` if the values by which a row
    ///   is ordered have more than 4096 bytes; and the errors of `fetchAll(_:)`.
    public func fetch(_ db: any ConnectionProtocol) throws(SQLiteError) -> Page<Row> {
        guard includesTotal else { return try fetchPage(db, total: nil) }
        guard db.isAutocommit else { return try fetchPageAndTotal(db) }
        do {
            return try db.transaction(.deferred) { try fetchPageAndTotal(db) }
        } catch {
            throw error as? SQLiteError
                ?? SQLiteError(.error, message: "\(error)", underlyingError: error)
        }
    }

    /// The statement of the page: its text, and the values of its parameters.
    ///
    /// - Throws: The errors of ``fetch(_:)`` that concern the query and the cursor.
    public func sql() throws(SQLiteError) -> SQL { try query().sql() }

    /// How SQLite would find the rows of the page.
    ///
    /// ```swift
    /// #expect(try query.page(after: cursor, size: 50).plan(db).sorts.isEmpty)
    /// ```
    ///
    /// - Throws: The errors of ``fetch(_:)`` that concern the query and the cursor.
    public func plan(_ db: any ConnectionProtocol) throws(SQLiteError) -> QueryPlan {
        let query = try query()
        return try PlannedStatement { query._write(to: &$0) }.plan(db)
    }

    private func query() throws(SQLiteError) -> PageQuery<Row> {
        guard PagePlace.sizes.contains(size) else { throw .pageSize(size) }
        return try PageQuery(
            PagedSelect(core, key: key), decoder: decoder, place: place, limit: size + 1)
    }

    private func fetchPageAndTotal(_ db: any ConnectionProtocol) throws(SQLiteError) -> Page<Row> {
        let total = try CoreQuery<Int>(
            core: core.scoped.counting, _decoder: _QueryDecoder(selecting: SQLExpression<Int>.self)
        ).fetchOne(db)
        return try fetchPage(db, total: total)
    }

    private func fetchPage(
        _ db: any ConnectionProtocol, total: Int?
    ) throws(SQLiteError) -> Page<Row> {
        let query = try query()
        var rows = try query.fetchAll(db)
        query.sort(&rows)
        try query.check(rows, db)
        let hasMore = rows.count > size
        if hasMore { rows.removeLast() }
        if !place.isForward { rows.reverse() }
        let fingerprint = query.fingerprint
        var (start, end) = (place.emptyStart, place.emptyEnd)
        if let first = rows.first, let last = rows.last {
            start = try PageCursor(fingerprint: fingerprint, row: first.key)
            end = try PageCursor(fingerprint: fingerprint, row: last.key)
        }
        return Page(
            rows: rows.map(\.row), total: total,
            hasNext: place.isForward ? hasMore : place.cursor != nil,
            hasPrevious: place.isForward ? place.cursor != nil : hasMore,
            start: start, end: end)
    }
}

/// The side of a cursor on which a page is.
enum PagePlace: Sendable {
    case after(PageCursor?)
    case before(PageCursor?)

    static var sizes: ClosedRange<Int> { 1...100_000 }

    var isForward: Bool { if case .after = self { true } else { false } }

    var cursor: PageCursor? {
        switch self {
        case .after(let cursor), .before(let cursor): cursor
        }
    }

    /// The start of a page without rows. The row of the cursor is before the page.
    var emptyStart: PageCursor? { isForward ? cursor?.includingRow : cursor }

    /// The end of a page without rows. The row of the cursor is after the page.
    var emptyEnd: PageCursor? { isForward ? cursor : cursor?.includingRow }
}

extension PageCursor {
    /// - Throws: `SQLITE_TOOBIG` if the values are too long for a cursor.
    fileprivate init(fingerprint: UInt64, row: [CursorValue]) throws(SQLiteError) {
        self.init(fingerprint: fingerprint, values: row)
        guard byteCount <= Self.sizeLimit else { throw .cursorTooBig(byteCount) }
    }
}
