/// A term of the order of a query with pages.
struct PageTerm: Sendable {
    let node: SQLNode
    var isDescending: Bool
    var nulls: Ordering.Nulls?

    /// Whether the term can be NULL.
    let mayBeNull: Bool

    /// Whether NULLs come first. SQLite's default is that NULL is less than any value.
    var nullsFirst: Bool { nulls.map { $0 == .first } ?? !isDescending }

    /// The term in the opposite direction.
    var reversed: PageTerm {
        var term = self
        term.isDescending.toggle()
        term.nulls = nulls?.reversed
        return term
    }

    /// The term of `ORDER BY`. `NULLS` is written only where it differs from the default: SQLite does not use an index
    /// for it otherwise.
    var ordering: SQLNode {
        let isDefault = nullsFirst == !isDescending || !mayBeNull
        return .fragment(
            DirectedOrder(node: node, isDescending: isDescending, nulls: isDefault ? nil : nulls))
    }

    /// The term of `ORDER BY` for rows in which it is not NULL.
    var orderingOfValues: SQLNode {
        .fragment(DirectedOrder(node: node, isDescending: isDescending, nulls: nil))
    }

    /// The condition that the term is a value.
    func equals(_ value: CursorValue) -> SQLNode {
        value.isNull ? isNull : .binary(node, .equal, value.node)
    }

    /// The condition that the term comes after a value that is not NULL, without the rows in which it is NULL.
    func follows(_ value: CursorValue, orEquals: Bool) -> SQLNode {
        let symbol: BinaryOperator =
            switch (isDescending, orEquals) {
            case (false, false): .greater
            case (false, true): .greaterOrEqual
            case (true, false): .less
            case (true, true): .lessOrEqual
            }
        return .binary(node, symbol, value.node)
    }

    var isNull: SQLNode { .unary(.isNull, operand: node) }
    var isNotNull: SQLNode { .unary(.isNotNull, operand: node) }
}

extension [PageTerm] {
    /// The rows after a cursor, in parts; all rows of a part are before those of the next part.
    ///
    /// A part has equal values for the first terms and greater values for the next one, so an index finds its rows at
    /// once, in order. A comparison of row values would be shorter, but SQLite uses an index only for those columns of
    /// the comparison that are columns of the index: not for a rowid or a collation. So the comparison is used only for
    /// rows that SQLite has to compute anyway.
    ///
    /// - Parameter isComputed: Whether the rows are groups or distinct rows.
    func parts(after cursor: PageCursor, isComputed: Bool) -> [PagePart] {
        if isComputed, let part = rowValuePart(after: cursor) { return [part] }
        var parts: [PagePart] = []
        for index in indices.reversed() {
            let (term, value) = (self[index], cursor.values[index])
            let prefix = self[..<index].enumerated().map { $1.equals(cursor.values[$0]) }
            let isIncluded = cursor.includesRow && index == count - 1
            let rest = self[(index + 1)...].map(\.ordering)
            // For a column that is NOT NULL, SQLite drops the condition, and needs the term to use the index.
            let null = PagePart(
                conditions: prefix + [term.isNull], order: [term.orderingOfValues] + rest)
            if value.isNull {
                if isIncluded { parts.append(null) }
                guard term.nullsFirst else { continue }
                parts.append(
                    PagePart(
                        conditions: prefix + [term.isNotNull], order: [term.orderingOfValues] + rest
                    ))
            } else {
                let condition = term.follows(value, orEquals: isIncluded)
                parts.append(
                    PagePart(
                        conditions: prefix + [condition], order: [term.orderingOfValues] + rest))
                if term.mayBeNull, !term.nullsFirst { parts.append(null) }
            }
        }
        return parts
    }

    /// The rows after a cursor by one comparison, if that is possible: `(a, b) > (?, ?)`.
    private func rowValuePart(after cursor: PageCursor) -> PagePart? {
        guard let first, !cursor.values.contains(where: \.isNull),
            allSatisfy({
                $0.isDescending == first.isDescending && ($0.nullsFirst || !$0.mayBeNull)
            })
        else { return nil }
        guard count > 1 else { return nil }
        let symbol: BinaryOperator =
            first.isDescending
            ? cursor.includesRow ? .lessOrEqual : .less
            : cursor.includesRow ? .greaterOrEqual : .greater
        let condition = SQLNode.binary(
            .row(map(\.node)), symbol, .row(cursor.values.map { $0.node }))
        return PagePart(conditions: [condition], order: map(\.ordering))
    }
}

/// Some of the rows of a page: those for which conditions are true, in an order.
struct PagePart: Sendable {
    let conditions: [SQLNode]
    let order: [SQLNode]
}
