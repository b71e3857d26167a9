extension DatabaseProtocol {
    /// The pages of a query, in order.
    ///
    /// ```swift
    /// for try await page in database.pages(of: Reminder.order(by: \.title), size: 500) {
    ///     for reminder in page.rows { export(reminder) }
    /// }
    /// ```
    ///
    /// Each page is read when it is requested, in a read of its own: between two pages, no read transaction is open,
    /// and other commits are seen. Rows that are inserted or deleted before the end of the latest page do not move
    /// other rows to another page.
    ///
    /// - Parameters:
    ///   - cursor: The cursor after which the pages begin; `nil` for all pages.
    ///   - size: The greatest number of rows of a page, from 1 to 100,000.
    public func pages<Row: Sendable, Columns>(
        of query: Select<Row, Columns>, after cursor: PageCursor? = nil, size: Int
    ) -> DatabasePages<Row> {
        pages(after: cursor) { query.page(after: $0, size: size) }
    }

    /// The pages of a table's default scope, in order.
    ///
    /// - Parameters:
    ///   - cursor: The cursor after which the pages begin; `nil` for all pages.
    ///   - size: The greatest number of rows of a page, from 1 to 100,000.
    public func pages<Row: Table>(
        of table: Row.Type, after cursor: PageCursor? = nil, size: Int
    ) -> DatabasePages<Row> {
        pages(after: cursor) { Row.page(after: $0, size: size) }
    }

    /// The pages that a closure requests, in order.
    ///
    /// ```swift
    /// database.pages { totals.page(after: $0, size: 100, uniqueBy: \.albumID) }
    /// ```
    ///
    /// - Parameters:
    ///   - cursor: The cursor after which the pages begin; `nil` for all pages.
    ///   - request: Returns the page after a cursor, or the first page.
    public func pages<Row: Sendable>(
        after cursor: PageCursor? = nil,
        _ request: @escaping @Sendable (PageCursor?) -> PageRequest<Row>
    ) -> DatabasePages<Row> {
        DatabasePages(database: self, start: cursor, request: request)
    }
}

/// The pages of a query, in order. The sequence keeps the database open.
///
/// The sequence ends after the last page of the query. It has at least one page, which is empty if the query has no
/// rows. An error ends the sequence, and so does the cancellation of the task, with the error of the read.
public struct DatabasePages<Row: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Page<Row>
    public typealias Failure = any Error

    let database: any DatabaseProtocol
    let start: PageCursor?
    let request: @Sendable (PageCursor?) -> PageRequest<Row>

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pages: self, cursor: start)
    }

    /// A single iteration.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        public typealias Failure = any Error

        let pages: DatabasePages
        var cursor: PageCursor?
        private var isFinished = false

        init(pages: DatabasePages, cursor: PageCursor?) {
            self.pages = pages
            self.cursor = cursor
        }

        /// Fetches the next page.
        ///
        /// - Returns: `nil` after the last page.
        /// - Throws: The errors of `PageRequest.fetch(_:)` and of `DatabaseProtocol.read(_:)`.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Page<Row>? {
            guard !isFinished else { return nil }
            // An error ends the pages.
            isFinished = true
            let page = try await pages.database.fetch(pages.request(cursor))
            cursor = page.next
            isFinished = cursor == nil
            return page
        }

        /// The variant for systems whose `AsyncIteratorProtocol` has no `next(isolation:)`.
        @_disfavoredOverload
        public mutating func next() async throws -> Page<Row>? { try await next(isolation: nil) }
    }
}
