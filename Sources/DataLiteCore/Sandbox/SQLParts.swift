import DataLiteSyntax

/// A statement, its subqueries and the bodies of its common table expressions, as far as tokens show them.
struct SQLParts {
    /// The statement without its subqueries, or one of them without its own.
    struct Part {
        var tokens = 0
        /// The subqueries that are not bodies of common table expressions.
        var subqueries: [Int] = []
        var references: [Reference] = []
        fileprivate var names: [SchemaName: Int] = [:]
        fileprivate var stars = 0

        /// How often the expression of one column of a subquery may be copied.
        var copies: Int { max(1, (names.values.max() ?? 0) + stars) }
    }

    /// A name where a table may be.
    struct Reference {
        let name: SchemaName
        fileprivate let position: Int
    }

    private(set) var parts = [Part()]
    private var definitions: [SchemaName: [(part: Int, body: Int, scope: Int)]] = [:]
    private var groups = [Group(part: 0, tokens: 0..<Int.max)]

    /// The tokens between two parentheses, or all of them.
    private struct Group {
        let part: Int
        var tokens: Range<Int>
        /// Whether it is the body of a common table expression, which sees no column of the query around it.
        var isBody = false
        var isTrim = false
    }

    /// - Throws: `SQLITE_TOOBIG` if parentheses are nested too deeply; `SQLITE_AUTH` if the characters of `trim` are not a
    ///   short literal: SQLite compares each of them with each character of the value.
    init(_ sql: String, depthLimit: Int) throws(SQLiteError) {
        let tokens = Array(SQLTokens(sql))
        var open = [0]
        var lastClosed = 0
        for (position, token) in tokens.enumerated() {
            let group = open[open.count - 1]
            let part = groups[group].part
            if token.isPunctuation("(") {
                guard open.count <= depthLimit else {
                    throw SQLiteError(
                        .tooBig, message: "the SQL has more than \(depthLimit) nested parentheses")
                }
                let name = definedName(before: position, tokens, lastClosed)
                let isQuery =
                    tokens.element(at: position + 1).map {
                        ["SELECT", "WITH", "VALUES"].contains($0.keyword)
                    } ?? false
                if name != nil || isQuery {
                    parts.append(Part())
                    if name == nil { parts[part].subqueries.append(parts.count - 1) }
                }
                let isPart = name != nil || isQuery
                groups.append(
                    Group(
                        part: isPart ? parts.count - 1 : part, tokens: position..<Int.max,
                        isBody: name != nil,
                        isTrim: Self.trims.contains(
                            tokens.element(at: position - 1)?.name?.lowercasedASCII ?? "")))
                if let name {
                    definitions[name, default: []].append(
                        (part: parts.count - 1, body: groups.count - 1, scope: group))
                }
                open.append(groups.count - 1)
            } else if token.isPunctuation(")"), open.count > 1 {
                groups[group].tokens = groups[group].tokens.lowerBound..<position
                lastClosed = open.removeLast()
            } else {
                parts[part].tokens += 1
                if groups[group].isTrim, token.isPunctuation(",") {
                    try Self.requireShortLiteral(after: position, tokens, sql)
                }
                note(token, at: position, tokens, in: open)
            }
        }
    }

    /// The bodies that a name may stand for: those of common table expressions whose `WITH` is around it.
    func bodies(of reference: Reference) -> [Int] {
        (definitions[reference.name] ?? []).compactMap { part, body, scope in
            groups[scope].tokens.contains(reference.position)
                && !groups[body].tokens.contains(reference.position) ? part : nil
        }
    }

    private mutating func note(
        _ token: SQLToken, at position: Int, _ tokens: [SQLToken], in open: [Int]
    ) {
        let part = groups[open[open.count - 1]].part
        let previous = tokens.element(at: position - 1)
        let next = tokens.element(at: position + 1)
        if token.isPunctuation("*"), previous.map(Self.isBeforeStar) == true {
            parts[part].stars += 1
        }
        guard let text = token.name, !Self.reserved.contains(token.keyword ?? "") else { return }
        let begins = previous.map(Self.isBeforeTable) == true
        if begins {
            let table = next?.isPunctuation(".") == true ? tokens.element(at: position + 2) : token
            if let table = table?.name {
                parts[part].references.append(
                    Reference(name: SchemaName(table), position: position))
            }
        }
        // A column, unless it is another name for an expression or for a table.
        guard token.kind != .string, previous?.keyword != "AS", previous?.keyword != "FROM",
            previous?.keyword != "JOIN",
            next.map({ $0.isPunctuation(".") || $0.isPunctuation("(") }) != true
        else { return }
        var (last, isVisible) = (-1, true)
        for index in open.reversed() {
            let group = groups[index]
            if group.part != last, isVisible {
                parts[group.part].names[SchemaName(text), default: 0] += 1
            }
            if group.part != last { isVisible = true }
            if group.isBody { isVisible = false }
            last = group.part
        }
    }

    /// The name in `name(columns) AS NOT MATERIALIZED (`.
    private func definedName(
        before position: Int, _ tokens: [SQLToken], _ lastClosed: Int
    ) -> SchemaName? {
        var index = position - 1
        if tokens.element(at: index)?.keyword == "MATERIALIZED" { index -= 1 }
        if tokens.element(at: index)?.keyword == "NOT" { index -= 1 }
        guard tokens.element(at: index)?.keyword == "AS" else { return nil }
        index -= 1
        if tokens.element(at: index)?.isPunctuation(")") == true {
            index = groups[lastClosed].tokens.lowerBound - 1
        }
        return tokens.element(at: index)?.name.map(SchemaName.init)
    }

    private static func requireShortLiteral(
        after position: Int, _ tokens: [SQLToken], _ sql: String
    ) throws(SQLiteError) {
        guard let literal = tokens.element(at: position + 1), literal.kind == .string,
            literal.text.utf8.count <= 32,
            tokens.element(at: position + 2)?.isPunctuation(")") == true
        else {
            throw SQLiteError(
                .auth,
                message: "the characters to trim must be a string literal of at most 30 bytes",
                sql: sql)
        }
    }

    private static func isBeforeTable(_ token: SQLToken) -> Bool {
        ["FROM", "JOIN", "IN"].contains(token.keyword) || token.isPunctuation(",")
            || token.isPunctuation("(")
    }

    private static func isBeforeStar(_ token: SQLToken) -> Bool {
        ["SELECT", "DISTINCT", "ALL"].contains(token.keyword) || token.isPunctuation(",")
            || token.isPunctuation(".")
    }

    private static let trims: Set<String> = ["trim", "ltrim", "rtrim"]

    /// The keywords of queries that are never names.
    private static let reserved: Set<String> = [
        "ALL", "AND", "AS", "BETWEEN", "CASE", "COLLATE", "DISTINCT", "ELSE", "ESCAPE", "EXISTS",
        "FROM", "GROUP", "HAVING", "IN", "IS", "ISNULL", "JOIN", "LIMIT", "NOT", "NOTNULL", "NULL",
        "ON", "OR", "ORDER", "SELECT", "THEN", "UNION", "USING", "VALUES", "WHEN", "WHERE",
    ]
}

extension Array {
    fileprivate func element(at index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}

// MARK: - ExpandedSQL

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
