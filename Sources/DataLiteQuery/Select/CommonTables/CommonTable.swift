/// `name AS (...)` in a `WITH` clause.
struct CommonTable: Sendable {
    var name: String
    var columns: [String]
    var isRecursive = false
    var isMaterialized: Bool?
    var query: NestedPart
}

extension [CommonTable] {
    /// Writes `WITH a AS (...), b AS (...) `.
    func write(to writer: inout _SQLWriter) {
        writer.write(contains(where: \.isRecursive) ? "WITH RECURSIVE " : "WITH ")
        writer.writeList(self) { writer, table in
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
