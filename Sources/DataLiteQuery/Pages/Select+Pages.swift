extension Select where Output: Sendable {
    /// The first `size` rows after a cursor; without a cursor, the first rows of the query.
    ///
    /// ```swift
    /// let query = Reminder.where { !$0.isCompleted }.order { ($0.dueDate.desc(nulls: .last), $0.title) }
    /// let first = try query.page(size: 50).fetch(db)
    /// let second = try query.page(after: first.next, size: 50).fetch(db)
    /// ```
    ///
    /// The order may have any columns and expressions, ascending and descending, with NULLs at either end and with
    /// collations. To make the order total, its last terms are the primary keys of the tables, or their rowids; for
    /// groups, the terms of the group; and for `distinct()`, the selected columns.
    ///
    /// The rows are found by the values of the cursor: `WHERE title = ? AND id > ? ORDER BY id`, and then
    /// `WHERE title > ? ORDER BY title, id`. With an index for the order, any page is found as fast as the first.
    ///
    /// - Parameters:
    ///   - cursor: The ``Page/next`` cursor of a page of the same query. Its string form is decoded with
    ///     `PageCursor(_:)`.
    ///   - size: The greatest number of rows, from 1 to 100,000.
    public func page(after cursor: PageCursor? = nil, size: Int) -> PageRequest<Output> {
        PageRequest(core, _decoder, .after(cursor), size, key: nil)
    }

    /// The last `size` rows before a cursor, in the order of the query; without a cursor, the last rows of the query.
    ///
    /// ```swift
    /// let previous = try query.page(before: page.previous, size: 50).fetch(db)
    /// ```
    ///
    /// - Parameters:
    ///   - cursor: The ``Page/previous`` cursor of a page of the same query.
    ///   - size: The greatest number of rows, from 1 to 100,000.
    public func page(before cursor: PageCursor?, size: Int) -> PageRequest<Output> {
        PageRequest(core, _decoder, .before(cursor), size, key: nil)
    }

    /// The first `size` rows after a cursor, of a query whose rows are identified by a column: a derived table, a
    /// compound select, a common table expression or a view.
    ///
    /// ```swift
    /// totals.asTable().order(by: \.seconds).page(size: 50, uniqueBy: \.albumID)
    /// ```
    ///
    /// - Parameters:
    ///   - cursor: The ``Page/next`` cursor of a page of the same query.
    ///   - size: The greatest number of rows, from 1 to 100,000.
    ///   - key: A column, or a group of columns, that has different values in any two rows. Otherwise rows with equal
    ///     values may be missing.
    public func page<Key: RowRepresentable>(
        after cursor: PageCursor? = nil, size: Int,
        uniqueBy key: KeyPath<Columns, SQLExpression<Key>>
    ) -> PageRequest<Output> {
        PageRequest(core, _decoder, .after(cursor), size, key: columns[keyPath: key].node.elements)
    }

    /// The last `size` rows before a cursor, of a query whose rows are identified by a column.
    ///
    /// - Parameters:
    ///   - cursor: The ``Page/previous`` cursor of a page of the same query.
    ///   - size: The greatest number of rows, from 1 to 100,000.
    ///   - key: A column, or a group of columns, that has different values in any two rows.
    public func page<Key: RowRepresentable>(
        before cursor: PageCursor?, size: Int,
        uniqueBy key: KeyPath<Columns, SQLExpression<Key>>
    ) -> PageRequest<Output> {
        PageRequest(core, _decoder, .before(cursor), size, key: columns[keyPath: key].node.elements)
    }
}

extension Table {
    /// The first `size` rows after a cursor, of the default scope. See ``Select/page(after:size:)``.
    public static func page(after cursor: PageCursor? = nil, size: Int) -> PageRequest<Self> {
        scoped.page(after: cursor, size: size)
    }

    /// The last `size` rows before a cursor, of the default scope. See ``Select/page(before:size:)``.
    public static func page(before cursor: PageCursor?, size: Int) -> PageRequest<Self> {
        scoped.page(before: cursor, size: size)
    }
}
