extension QueryPlan {
    /// One step of a plan.
    public struct Step: Sendable, Hashable, Identifiable {
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
        public init(id: Int, parent: Int = 0, depth: Int = 0, detail: String) {
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
    public enum Operation: Sendable, Hashable {
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
    public enum Access: Sendable, Hashable {
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
    public struct Term: Sendable, Hashable {
        /// The column. Other texts: `<expr>` for an indexed expression, `rowid`, and a list of columns for a comparison
        /// of rows.
        public var column: String

        /// The operator: `=`, `>` or `<`. The same symbols stand for `IS`, `IN`, `>=` and `<=`.
        public var comparison: String

        /// A term with a column and an operator.
        public init(column: String, comparison: String) {
            self.column = column
            self.comparison = comparison
        }
    }
}
