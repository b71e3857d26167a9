// Clauses after the text of a statement. `SELECT * FROM (...)` around the text would rename columns of the same name, and
// need not keep the order of the rows.

extension SQLQuery {
    @available(*, unavailable, message: "write LIMIT in the text: `SELECT ... LIMIT \\(count)`")
    public func limit(_ count: Int, offset: Int? = nil) -> Self { self }

    @available(
        *, unavailable, message: "write LIMIT and OFFSET in the text: `LIMIT -1 OFFSET \\(count)`"
    )
    public func offset(_ count: Int) -> Self { self }
}

// Only typed SQL writes the names of tables.
extension SQL.Interpolation {
    @available(
        *, unavailable,
        message: "for names of tables and columns write `#sql(\"DELETE FROM \\(Album.self)\")`"
    )
    public mutating func appendInterpolation<T: Table>(_ table: T.Type) {}
}
