/// A column of the same name in two joined tables. It is the left column, or `coalesce` of both columns if the left
/// table is on the optional side of an outer join.
struct SharedColumn: SQLRenderable {
    let name: String
    let left: SQLNode
    let right: SQLNode

    /// The name of the right table.
    let rightTable: String

    /// Whether the left column is NULL where only the right table has a row.
    let isOuter: Bool

    func write(to writer: inout _SQLWriter) {
        writer.write(isOuter ? .call("coalesce", [left, right]) : left)
    }
}

/// The condition that both tables have the same value in a shared column, which is not NULL.
private struct SharedCondition: SQLRenderable {
    let column: SharedColumn

    var precedence: Precedence { .equality }

    func write(to writer: inout _SQLWriter) {
        writer.write(.binary(column.left, .equal, column.right))
    }
}

extension SQLNode {
    /// The column, or for a group its columns, that two tables share.
    ///
    /// - Parameter isOuter: Whether the left table is on the optional side of an outer join.
    static func shared(_ left: SQLNode, _ right: SQLNode, isOuter: Bool) -> SQLNode {
        let (lefts, rights) = (left.elements, right.elements)
        guard lefts.count == rights.count else { return .failure(.noSharedColumn) }
        let nodes = zip(lefts, rights).map { left, right -> SQLNode in
            guard let name = left.sharedName, let (table, other) = right.column else {
                return .failure(.noSharedColumn)
            }
            guard SQLName.matches(name, other) else { return .failure(.unsharedNames(name, other)) }
            return .fragment(
                SharedColumn(
                    name: name, left: left, right: right, rightTable: table,
                    isOuter: isOuter || left.sharedColumn?.isOuter == true))
        }
        return nodes.count == 1 ? nodes[0] : .row(nodes)
    }

    private var sharedColumn: SharedColumn? { fragment as? SharedColumn }

    /// The name of a column, or of a column that earlier tables share.
    private var sharedName: String? {
        column?.name ?? sharedColumn?.name
    }

    /// The condition of a join that uses shared columns.
    ///
    /// - Parameter table: The name of the joined table; `nil` for any.
    func sharedCondition(joining table: String?) -> SQLNode {
        let conditions = elements.map { node -> SQLNode in
            guard let column = node.sharedColumn else {
                if case .failure = node { return node }
                return .failure(.noSharedColumn)
            }
            guard table == nil || table == column.rightTable else {
                return .failure(.sharedWithAnotherTable(column.name))
            }
            return .fragment(SharedCondition(column: column))
        }
        return NodeList(conditions).conjunction ?? .failure(.noSharedColumn)
    }

    /// The columns of a condition that consists only of shared columns of two tables.
    fileprivate func usedColumns(of left: String, and right: String) -> [String]? {
        var (names, pending) = ([String](), [self])
        while let node = pending.popLast() {
            if let operation = node.operation, operation.symbol == .and {
                pending += [operation.rhs, operation.lhs]
            } else if let column = (node.fragment as? SharedCondition)?.column,
                column.left.column?.qualifier == left, column.rightTable == right
            {
                names.append(column.name)
            } else {
                return nil
            }
        }
        return names
    }
}

extension _SQLWriter {
    /// Writes the condition of a join.
    ///
    /// A name in `USING` is a column of the first table that has one with that name, even if a later table is meant.
    /// Therefore it is written only after a single table. The column of `ON` that is written otherwise is the same.
    ///
    /// - Parameter first: The table before the join; `nil` if there are several.
    mutating func write(joinCondition node: SQLNode, of table: FromItem, after first: FromItem?) {
        if let first,
            let names = node.usedColumns(of: first.qualifier, and: table.qualifier)
        {
            write(" USING (")
            writeList(names) { $0.writeName($1) }
            write(")")
        } else {
            write(" ON ")
            write(condition: node)
        }
    }
}

extension SQLiteError {
    static let noSharedColumn = SQLiteError.misuse(
        "a join can use columns that two tables share, as in "
            + "album.shared(\\.artistID, with: song, \\.artistID)")

    fileprivate static func unsharedNames(_ left: String, _ right: String) -> SQLiteError {
        SQLiteError.misuse(
            "the columns \"\(left)\" and \"\(right)\" have different names, so they are not "
                + "one column: compare them, as in on: left.\(left) == right.\(right)")
    }

    fileprivate static func sharedWithAnotherTable(_ name: String) -> SQLiteError {
        SQLiteError.misuse(
            "the shared column \"\(name)\" is not a column of the joined table: the joined "
                + "table is the second table of shared(_:with:_:)")
    }
}
