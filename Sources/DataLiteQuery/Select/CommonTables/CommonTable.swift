/// `name AS (...)` in a `WITH` clause.
struct CommonTable: Sendable {
    var name: String
    var columns: [String]
    var isRecursive = false
    var isMaterialized: Bool?
    /// Whether the table is a query without rows: `Reminder.none`.
    var isNone = false
    var query: NestedPart
}

extension [CommonTable] {
    /// Writes `WITH a AS (...), b AS (...) `.
    func write(to writer: inout _SQLWriter) {
        writer.write(contains(where: \.isRecursive) ? "WITH RECURSIVE " : "WITH ")
        writer.writeList(count > 1 ? withNames(&writer) : self) { writer, table in
            writer.writeName(table.name)
            writer.write("(")
            writer.writeList(table.columns) { $0.writeName($1) }
            writer.write(") AS ")
            if let isMaterialized = table.isMaterialized {
                writer.write(isMaterialized ? "MATERIALIZED " : "NOT MATERIALIZED ")
            }
            writer.write("(")
            table.query.fragment.write(to: &writer)
            writer.write(")")
        }
        writer.write(" ")
    }

    /// The tables. A query without rows is left out if another table has its name, which then refers to that table.
    private func withNames(_ writer: inout _SQLWriter) -> [CommonTable] {
        var tables: [CommonTable] = []
        for table in self {
            let other = tables.firstIndex { SQLName.matches($0.name, table.name) }
            if let other, tables[other].isNone {
                tables[other] = table
            } else if other == nil {
                tables.append(table)
            } else if !table.isNone {
                writer.fail(.repeatedCommonTable(table.name))
            }
        }
        return tables
    }
}

extension SQLiteError {
    fileprivate static func repeatedCommonTable(_ name: String) -> SQLiteError {
        let message =
            name.hasPrefix("cte:")
            ? "two tables of With have one name: create the change inside the closure of the outer "
                + "With"
            : "two tables of With are named \"\(name)\": use the parameters of the query's closure, "
                + "whose tables have names of their own"
        return SQLiteError(.misuse, message: message)
    }
}

/// The query of a recursive table.
struct RecursiveRows: SQLRenderable {
    let first: _QueryPart
    let isAll: Bool
    let next: _QueryPart

    func write(to writer: inout _SQLWriter) {
        first.writeOperand(to: &writer)
        writer.write(isAll ? " UNION ALL " : " UNION ")
        // Not written as a derived table, in which SQLite does not allow the recursive table. An order and a limit
        // apply to the whole recursive query: <https://sqlite.org/lang_with.html>, section 3.
        next.write(to: &writer)
    }
}
