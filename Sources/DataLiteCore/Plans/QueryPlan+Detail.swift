import DataLiteC

// Reading the text of a step. Names in it are not quoted. A name that contains a keyword of the text, such as
// ` USING INDEX `, can therefore be read differently; the text itself is never lost.

extension QueryPlan.Operation {
    /// The meaning of the text of a step.
    init(detail: String) {
        self = .other
        if let rest = detail.dropping("SCAN ") {
            self = Self.scan(rest)
        } else if let rest = detail.dropping("SEARCH ") {
            self = Self.search(rest)
        } else if let reason = detail.dropping("USE TEMP B-TREE FOR ") {
            self = .sort(String(reason))
        } else if let name = Self.subqueryName(detail) {
            self = .subquery(name.isEmpty ? nil : String(name))
        } else if detail == "COMPOUND QUERY" || detail.hasPrefix("MERGE (") {
            self = .compound(detail)
        } else if let symbol = detail.dropping(suffix: " USING TEMP B-TREE") {
            self = .compound(String(symbol))
        }
    }

    private static func scan(_ text: Substring) -> Self {
        // `SCAN CONSTANT ROW`, `SCAN 3 CONSTANT ROWS`
        if text == "CONSTANT ROW" || text.hasSuffix(" CONSTANT ROWS") { return .other }
        let text = withoutJoin(text)
        guard let (name, method) = splitMethod(text) else { return .scan(table(text), .table) }
        return .scan(name, access(method))
    }

    private static func search(_ text: Substring) -> Self {
        var text = withoutJoin(text)
        var terms: [QueryPlan.Term] = []
        if text.hasSuffix(")"), let open = openingParenthesis(in: text) {
            terms = QueryPlan.Term.list(text[text.index(after: open)...].dropLast())
            text = text[..<open]
            if text.hasSuffix(" ") { text = text.dropLast() }
        }
        guard let (name, method) = splitMethod(text) else {
            return .search(table(text), .table, terms)
        }
        return .search(name, access(method), terms)
    }

    /// The parenthesis that belongs to the last one.
    private static func openingParenthesis(in text: Substring) -> Substring.Index? {
        var depth = 0
        for index in text.indices.reversed() {
            if text[index] == ")" { depth += 1 }
            if text[index] == "(" {
                depth -= 1
                if depth == 0 { return index }
            }
        }
        return nil
    }

    /// The text without the kind of join at its end.
    private static func withoutJoin(_ text: Substring) -> Substring {
        for join in [" LEFT-JOIN", " RIGHT-JOIN", " FULL-JOIN", " EXISTS"] {
            if let rest = text.dropping(suffix: join) { return rest }
        }
        return text
    }

    /// The table, and the text after ` USING ` or ` VIRTUAL TABLE `.
    private static func splitMethod(_ text: Substring) -> (table: String, method: Substring)? {
        for marker in [" USING ", " VIRTUAL TABLE "] {
            guard let range = text.lastRange(of: marker) else { continue }
            let start = marker == " USING " ? range.upperBound : text.index(after: range.lowerBound)
            return (table(text[..<range.lowerBound]), text[start...])
        }
        return nil
    }

    /// The name of a table. Versions before 3.36 write `TABLE` before it.
    private static func table(_ text: Substring) -> String {
        guard let rest = text.dropping("TABLE ") else { return String(text) }
        if let range = rest.lastRange(of: " AS ") { return String(rest[range.upperBound...]) }
        return String(rest)
    }

    private static func access(_ method: Substring) -> QueryPlan.Access {
        if let name = method.dropping("COVERING INDEX ") {
            return .index(String(name), isCovering: true)
        }
        if let name = method.dropping("INDEX ") { return .index(String(name), isCovering: false) }
        if method.hasPrefix("AUTOMATIC ") { return .automaticIndex }
        if method.hasPrefix("INTEGER PRIMARY KEY") { return .rowID }
        if method.hasPrefix("PRIMARY KEY") { return .primaryKey }
        if let text = method.dropping("VIRTUAL TABLE ") { return .virtualTable(String(text)) }
        return .table
    }

    /// The name of a subquery, empty if it has none; `nil` if the step is no subquery.
    private static func subqueryName(_ detail: String) -> Substring? {
        if let name = detail.dropping("CO-ROUTINE ") ?? detail.dropping("MATERIALIZE ") {
            return name
        }
        let kinds = ["SCALAR SUBQUERY", "LIST SUBQUERY", "LEFT-MOST SUBQUERY"]
        let text = detail.dropping("CORRELATED ") ?? detail[...]
        return kinds.contains { text.hasPrefix($0) } ? "" : nil
    }
}

extension QueryPlan.Term {
    /// The terms in `a=? AND b>?`.
    fileprivate static func list(_ text: Substring) -> [QueryPlan.Term] {
        text.split(separator: " AND ").map { term in
            // The operator is the last one: a column's name can contain one.
            guard let symbol = term.lastIndex(where: { "=<>".contains($0) }) else {
                return QueryPlan.Term(column: String(term), comparison: "")
            }
            return QueryPlan.Term(column: String(term[..<symbol]), comparison: String(term[symbol]))
        }
    }
}

extension StringProtocol where SubSequence == Substring {
    fileprivate func dropping(_ prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }

    fileprivate func dropping(suffix: String) -> Substring? {
        hasSuffix(suffix) ? dropLast(suffix.count) : nil
    }

    /// The last place of a text.
    fileprivate func lastRange(of text: String) -> Range<Index>? {
        let count = text.count
        var end = endIndex
        while let start = index(end, offsetBy: -count, limitedBy: startIndex) {
            if self[start..<end] == text { return start..<end }
            end = index(before: end)
        }
        return nil
    }
}

// MARK: - ScanStatus

/// What one loop of a statement has read: the rows of a table, of an index, or of a subquery.
///
/// ```swift
/// let statement = try connection.prepare(sql: "SELECT * FROM albums WHERE year > 1970")
/// while try statement.step() {}
/// for scan in statement.scanStatus() ?? [] {
///     print(scan.detail, scan.rows, scan.estimatedRows)  // SCAN albums 120 240.0
/// }
/// ```
///
/// A number of rows far from the estimate means that the planner chose with wrong statistics: run `ANALYZE`.
public struct ScanStatus: Sendable {
    /// The text of the step in `EXPLAIN QUERY PLAN`, such as `SCAN albums`.
    public let detail: String

    /// The name of the table or index.
    public let name: String?

    /// The number of times that the loop began.
    public let loops: Int64

    /// The number of rows that all runs of the loop have read.
    public let rows: Int64

    /// The number of rows that the planner expected of one run of the loop.
    public let estimatedRows: Double
}

extension Statement {
    /// What the loops of the statement have read since it was prepared or since ``resetScanStatus()``, over all runs.
    ///
    /// The loops are in the order in which SQLite compiled them. C: `sqlite3_stmt_scanstatus`.
    ///
    /// - Returns: `nil` if SQLite was built without `SQLITE_ENABLE_STMT_SCANSTATUS`, as on Debian and Apple platforms.
    public func scanStatus() -> [ScanStatus]? {
        guard let functions = ScanStatusFunctions.shared else { return nil }
        var loops: [ScanStatus] = []
        while let loop = functions.loop(Int32(loops.count), of: pointer) { loops.append(loop) }
        return loops
    }

    /// Sets the counts of ``scanStatus()`` to 0. C: `sqlite3_stmt_scanstatus_reset`.
    public func resetScanStatus() { ScanStatusFunctions.shared?.reset(pointer) }
}

/// The functions that count the rows of loops. Few builds of SQLite have them, so they are looked up at run time.
private struct ScanStatusFunctions: Sendable {
    private typealias Read =
        @Sendable @convention(c) (OpaquePointer?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32
    typealias Reset = @Sendable @convention(c) (OpaquePointer?) -> Void

    /// C: `sqlite3_stmt_scanstatus`.
    private let read: Read

    /// C: `sqlite3_stmt_scanstatus_reset`.
    let reset: Reset

    static let shared = ScanStatusFunctions()

    private init?() {
        guard let read = datalite_symbol("sqlite3_stmt_scanstatus"),
            let reset = datalite_symbol("sqlite3_stmt_scanstatus_reset")
        else { return nil }
        // SAFETY: sqlite3.h declares the two functions that are looked up with these types.
        self.read = unsafeBitCast(read, to: Read.self)
        self.reset = unsafeBitCast(reset, to: Reset.self)
    }

    /// - Returns: `nil` after the last loop.
    func loop(_ index: Int32, of statement: OpaquePointer?) -> ScanStatus? {
        var loops: Int64 = 0
        guard read(statement, index, SQLITE_SCANSTAT_NLOOP, &loops) == 0 else { return nil }
        var rows: Int64 = 0
        var estimate = 0.0
        // SAFETY: sqlite3.h documents the type that each operation writes. The strings exist as long as the statement
        // is not changed.
        var name: UnsafePointer<CChar>?
        var detail: UnsafePointer<CChar>?
        _ = read(statement, index, SQLITE_SCANSTAT_NVISIT, &rows)
        _ = read(statement, index, SQLITE_SCANSTAT_EST, &estimate)
        _ = read(statement, index, SQLITE_SCANSTAT_NAME, &name)
        _ = read(statement, index, SQLITE_SCANSTAT_EXPLAIN, &detail)
        return ScanStatus(
            detail: String(repairing: detail) ?? "", name: String(repairing: name), loops: loops,
            rows: rows, estimatedRows: estimate)
    }
}
