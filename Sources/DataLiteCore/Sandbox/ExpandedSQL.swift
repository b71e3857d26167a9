import DataLiteSyntax

/// The number of tokens of a statement after SQLite has expanded it, estimated from above.
///
/// SQLite copies the body of a view or of a common table expression for each use of its name, and the expression of a
/// column of a subquery for each use of the column (<https://sqlite.org/optoverview.html#flattening>), so 1 KB of SQL can
/// take gigabytes to compile. Meanwhile, SQLite calls no callback that could end it.
struct ExpandedSQL {
    /// The levels of views, common table expressions and subqueries, which SQLite compiles recursively.
    private static let depthLimit = 200

    private let views: [SchemaName: [String]]
    private var viewSizes: [SchemaName: Size] = [:]
    private var level = 0

    /// - Parameter views: The `CREATE VIEW` statements, by name.
    init(views: [SchemaName: [String]]) { self.views = views }

    /// - Throws: `SQLITE_TOOBIG` if the statement is too large; `SQLITE_AUTH` if it calls `trim` in a way that takes
    ///   quadratic time.
    mutating func require(_ sql: String, atMost limit: Int) throws(SQLiteError) {
        let size = try size(of: sql)
        guard size.tokens > limit || size.depth > Self.depthLimit else { return }
        throw SQLiteError(
            .tooBig,
            message: size.depth > Self.depthLimit
                ? "the SQL, with its views, is nested more than \(Self.depthLimit) levels deep"
                : "the SQL uses its views, common table expressions and their columns so often that "
                    + "up to \(size.tokens) tokens would be compiled; the limit is \(limit)",
            sql: sql)
    }

    private mutating func size(of sql: String) throws(SQLiteError) -> Size {
        let parts = try SQLParts(sql, depthLimit: Self.depthLimit)
        var sizes: [Int: Size] = [:]
        return try size(of: 0, in: parts, &sizes)
    }

    private mutating func size(
        of index: Int, in parts: SQLParts, _ sizes: inout [Int: Size]
    ) throws(SQLiteError) -> Size {
        if let known = sizes[index] { return known }
        guard level <= Self.depthLimit else { return Size(depth: level) }
        level += 1
        defer { level -= 1 }
        // A body that uses itself is a recursive one, which is not copied.
        sizes[index] = Size()
        let part = parts.parts[index]
        var nested = Size()
        for child in part.subqueries { nested.add(try size(of: child, in: parts, &sizes)) }
        for reference in part.references {
            for body in parts.bodies(of: reference) {
                nested.add(try size(of: body, in: parts, &sizes))
            }
            nested.add(try size(ofView: reference.name))
        }
        let size = Size(
            tokens: min(part.tokens + nested.tokens * part.copies, Size.cap),
            depth: nested.depth + 1)
        sizes[index] = size
        return size
    }

    private mutating func size(ofView name: SchemaName) throws(SQLiteError) -> Size {
        if let known = viewSizes[name] { return known }
        var size = Size()
        viewSizes[name] = size
        for text in views[name] ?? [] { size.add(try self.size(of: text)) }
        viewSizes[name] = size
        return size
    }
}

private struct Size {
    /// So that no product overflows.
    static let cap = 1 << 40

    var tokens = 0
    var depth = 0

    mutating func add(_ other: Size) {
        tokens = min(tokens + other.tokens, Self.cap)
        depth = max(depth, other.depth)
    }
}
