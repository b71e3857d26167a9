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
public struct QueryPlan: Sendable, Equatable {
    /// The steps, each before the steps that it contains.
    public let steps: [Step]

    /// A plan with steps, each before the steps that it contains.
    package init(steps: [Step]) { self.steps = steps }

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
        steps.reduce(into: []) { indexes, step in
            guard case .search(let table, .automaticIndex, let terms) = step.operation else {
                return
            }
            let index = AutomaticIndex(table: table, columns: terms.map(\.column))
            if !indexes.contains(index) { indexes.append(index) }
        }
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
    public struct AutomaticIndex: Sendable, Equatable {
        /// The table, under its alias.
        public var table: String

        /// The columns, in the order of the index.
        public var columns: [String]

        /// An index on columns of a table.
        package init(table: String, columns: [String]) {
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

extension [String] {
    fileprivate func uniqued() -> [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

extension QueryPlan {
    /// A step of a plan.
    public struct Step: Sendable, Equatable, Identifiable {
        /// The number of the step, unique in its plan.
        public let id: Int

        /// The number of the step that contains this one; 0 if there is none.
        public let parent: Int

        /// The number of steps around this one.
        public let depth: Int

        /// The text of SQLite, such as `SEARCH albums USING INDEX albums_artist (artist=?)`.
        public let detail: String

        /// The meaning of the text.
        public let operation: Operation

        /// A step with SQLite's text, from which its meaning is read.
        package init(id: Int, parent: Int = 0, depth: Int = 0, detail: String) {
            self.id = id
            self.parent = parent
            self.depth = depth
            self.detail = detail
            operation = Operation(detail: detail)
        }

        /// How a table is read; `nil` for a step that reads no table.
        public var access: Access? {
            switch operation {
            case .scan(_, let access), .search(_, let access, _): access
            default: nil
            }
        }
    }

    /// What a step does.
    public enum Operation: Sendable, Equatable {
        /// Reads all rows of a table, in the order of the table or of an index.
        case scan(String, Access)
        /// Finds rows of a table by the given terms.
        case search(String, Access, [Term])
        /// Sorts rows, or finds equal ones, in a temporary table: `ORDER BY`, `GROUP BY`, `DISTINCT`, ...
        case sort(String)
        /// Runs a subquery or common table expression; its name if it has one.
        case subquery(String?)
        /// Combines several queries: `UNION`, `EXCEPT`, ...
        case compound(String)
        /// Anything else.
        case other
    }

    /// How a table is read.
    public enum Access: Sendable, Equatable {
        /// All rows, in the order of the table.
        case table
        /// By the rowid, which is also an `INTEGER PRIMARY KEY`.
        case rowID
        /// By the primary key of a table without rowid.
        case primaryKey
        /// With an index. A covering index contains all columns that the statement needs, so the table itself is not
        /// read.
        case index(String, isCovering: Bool)
        /// With an index that exists only while the statement runs.
        case automaticIndex
        /// With the method of a virtual table, which only that table can interpret.
        case virtualTable(String)

        /// The name of the index, if it has one.
        public var index: String? { if case .index(let name, _) = self { name } else { nil } }
    }

    /// A term by which rows are found, such as `artist=?`.
    public struct Term: Sendable, Equatable {
        /// The column. Other texts: `<expr>` for an indexed expression, `rowid`, and a list of columns for a comparison
        /// of rows.
        public var column: String

        /// The operator: `=`, `>` or `<`. The same symbols stand for `IS`, `IN`, `>=` and `<=`.
        public var comparison: String

        /// A term with a column and an operator.
        package init(column: String, comparison: String) {
            self.column = column
            self.comparison = comparison
        }
    }
}

extension ConnectionProtocol {
    /// How SQLite would run a statement, which is not run. C: `EXPLAIN QUERY PLAN`.
    ///
    /// ```swift
    /// print(try connection.plan("SELECT * FROM albums WHERE artist = \(artist)"))
    /// // `--SEARCH albums USING INDEX albums_artist (artist=?)
    /// ```
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid, or is an `EXPLAIN` already. Its position counts from the
    ///   beginning of `EXPLAIN QUERY PLAN`.
    public func plan(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters()
    ) throws(SQLiteError) -> QueryPlan {
        try loadSchema()
        return try explained(sql, parameters).use { (lease) throws(SQLiteError) in
            var steps: [QueryPlan.Step] = []
            var depths = [0: -1]
            while try lease.step() {
                let id: Int = lease.statement.columnValue(at: 0) ?? 0
                let parent: Int = lease.statement.columnValue(at: 1) ?? 0
                let depth = (depths[parent] ?? -1) + 1
                depths[id] = depth
                let detail: String = lease.statement.columnValue(at: 3) ?? ""
                steps.append(QueryPlan.Step(id: id, parent: parent, depth: depth, detail: detail))
            }
            return QueryPlan(steps: steps)
        }
    }

    /// Reads the schema again if another connection has changed it. SQLite notices that only when a statement runs, and
    /// an `EXPLAIN` does not run.
    private func loadSchema() throws(SQLiteError) {
        guard sqliteConnection != nil else { return }
        try execute("SELECT 1 FROM sqlite_schema LIMIT 0")
    }

    /// The `EXPLAIN QUERY PLAN` of a statement, with its parameters bound. It is compiled each time: SQLite would not
    /// compile a cached one again after the schema has changed.
    private func explained(
        _ sql: SQL, _ parameters: SQLParameters
    ) throws(SQLiteError) -> StatementLease {
        let lease = StatementLease(try prepare(sql: "EXPLAIN QUERY PLAN " + sql.text, options: []))
        do {
            try parameters.bind(to: lease.statement, after: sql.parameters)
        } catch {
            lease.discard()
            throw error
        }
        return lease
    }
}
