/// How SQLite runs a statement: which tables it reads completely, which it searches with an index, and what it sorts.
///
/// ```swift
/// let plan = try connection.plan("SELECT * FROM albums WHERE artist = \(artist) ORDER BY year")
/// plan.usesIndex("albums_artist")  // true
/// plan.fullScans                   // []
/// plan.sorts                       // ["ORDER BY"]
/// ```
///
/// The plan depends on the schema, on the statistics that `ANALYZE` gathers, on the version of SQLite, and sometimes on
/// the values of parameters. It comes from `EXPLAIN QUERY PLAN`. SQLite may change the text of a step in a later
/// version, and may call a new kind of step ``Operation/other``.
public struct QueryPlan: Sendable, Hashable {
    /// The steps, each before the steps that it contains.
    public let steps: [Step]

    /// A plan with steps, each before the steps that it contains.
    public init(steps: [Step]) { self.steps = steps }
}

extension QueryPlan {
    /// The steps that are not part of another step.
    public var roots: [Step] { steps.filter { $0.depth == 0 } }

    /// The steps directly inside a step.
    public func children(of step: Step) -> [Step] { steps.filter { $0.parent == step.id } }

    /// The names of the indexes that are used, without repetitions. Automatic indexes have no name.
    public var indexes: [String] {
        steps.compactMap(\.access?.index).uniqued()
    }

    /// Whether an index is used. Names of indexes do not distinguish upper and lower case.
    public func usesIndex(_ name: String) -> Bool {
        indexes.contains { SQLName.matches($0, name) }
    }

    /// The tables whose rows are all read, under their aliases, without repetitions: directly, or in the order of an
    /// index that is not covering. Subqueries and table-valued functions are not included.
    public var fullScans: [String] {
        steps.compactMap { step in
            guard case .scan(let table, let access) = step.operation, !derivedTables.contains(table)
            else { return nil }
            switch access {
            case .table, .index(_, isCovering: false): return table
            case .index, .rowID, .primaryKey, .automaticIndex, .virtualTable: return nil
            }
        }.uniqued()
    }

    /// The indexes that SQLite builds for a single run of the statement: the table, and the columns that an index in
    /// the schema should have.
    public var automaticIndexes: [AutomaticIndex] {
        steps.compactMap { step in
            guard case .search(let table, .automaticIndex, let terms) = step.operation else {
                return nil
            }
            return AutomaticIndex(table: table, columns: terms.map(\.column))
        }.uniqued()
    }

    /// What SQLite sorts in a temporary table, such as `ORDER BY`, `GROUP BY` and `DISTINCT`, because no index has the
    /// order.
    public var sorts: [String] {
        steps.compactMap { step in
            if case .sort(let reason) = step.operation { reason } else { nil }
        }
    }

    /// The names of subqueries and common table expressions, which are no tables.
    private var derivedTables: Set<String> {
        Set(
            steps.compactMap { step in
                if case .subquery(let name?) = step.operation { name } else { nil }
            })
    }

    /// An index that SQLite builds for a single run of a statement.
    public struct AutomaticIndex: Sendable, Hashable {
        /// The table, under its alias.
        public var table: String

        /// The columns, in the order of the index.
        public var columns: [String]

        /// An index on columns of a table.
        public init(table: String, columns: [String]) {
            self.table = table
            self.columns = columns
        }
    }
}

extension QueryPlan: CustomStringConvertible {
    /// The tree of the steps, one on each line, as the shell of SQLite draws it.
    public var description: String {
        // The lines are written from the last to the first: a line that continues at a depth must be drawn in all lines
        // above it, up to the parent.
        var continues: [Bool] = []
        var lines: [String] = []
        for step in steps.reversed() {
            let depth = step.depth
            while continues.count <= depth { continues.append(false) }
            var line = ""
            for level in 0..<depth { line += continues[level] ? "|  " : "   " }
            lines.append(line + (continues[depth] ? "|--" : "`--") + step.detail)
            continues[depth] = true
            continues.removeSubrange((depth + 1)...)
        }
        return lines.reversed().joined(separator: "\n")
    }
}

extension Array where Element: Hashable {
    fileprivate func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
