import DataLiteC

/// A statement that begins to run.
///
/// The SQL is read from SQLite when a property is accessed, so a delegate that needs only ``unexpandedSQL``
/// avoids the cost of the expansion. A stored trace stays valid after the delegate's call: its SQL is copied
/// when the call returns. It is not `Sendable`, because during the call it refers to the running statement;
/// send its strings instead.
public struct SQLTrace: Hashable {
    private let source: Source

    /// Creates a trace with the given SQL, for mocks.
    public init(unexpandedSQL: String, expandedSQL: String) {
        source = Source()
        source.texts = (unexpandedSQL, expandedSQL)
    }

    /// The trace of the statement that `source` refers to.
    init(_ source: Source) { self.source = source }

    /// The SQL with its parameters as written. For a statement of a trigger, it is a comment that names the
    /// trigger.
    public var unexpandedSQL: String { source.unexpandedSQL }

    /// The SQL with the bound values in place of the parameters; for a statement of a trigger, the same as
    /// ``unexpandedSQL``. C: `sqlite3_expanded_sql`.
    public var expandedSQL: String { source.expandedSQL }

    /// Whether the statement, which is running, changes no database file. C: `sqlite3_stmt_readonly`.
    package var isReadOnly: Bool { source.isReadOnly }

    public static func == (lhs: SQLTrace, rhs: SQLTrace) -> Bool {
        lhs.unexpandedSQL == rhs.unexpandedSQL && lhs.expandedSQL == rhs.expandedSQL
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(unexpandedSQL)
        hasher.combine(expandedSQL)
    }
}

extension SQLTrace {
    /// The source of a trace's SQL: SQLite during the call, and memory afterwards.
    final class Source {
        fileprivate var texts: (unexpanded: String?, expanded: String?)

        /// The statement, and its SQL or the comment of a trigger; `nil` outside of the call.
        private var statement: OpaquePointer?
        private var text: UnsafePointer<CChar>?

        /// Refers to a statement that SQLite is about to run, until ``end(copyingTexts:)``.
        func begin(_ statement: OpaquePointer?, _ text: UnsafePointer<CChar>?) {
            texts = (nil, nil)
            self.statement = statement
            self.text = text
        }

        /// Discards the statement. Its SQL is copied first if a trace was stored.
        func end(copyingTexts: Bool) {
            if copyingTexts { texts = (unexpandedSQL, expandedSQL) }
            statement = nil
            text = nil
        }

        fileprivate var isReadOnly: Bool {
            statement.map { sqlite3_stmt_readonly($0) != 0 } ?? false
        }

        fileprivate var unexpandedSQL: String {
            if let text = texts.unexpanded { return text }
            let unexpanded = String(repairing: text) ?? ""
            texts.unexpanded = unexpanded
            return unexpanded
        }

        fileprivate var expandedSQL: String {
            if let text = texts.expanded { return text }
            let expanded = expand() ?? unexpandedSQL
            texts.expanded = expanded
            return expanded
        }

        /// `nil` for the statement of a trigger, for which SQLite passes the statement that fired the
        /// trigger, and if SQLite is out of memory.
        private func expand() -> String? {
            guard let text, let sql = sqlite3_sql(statement), strcmp(text, sql) == 0,
                let expanded = sqlite3_expanded_sql(statement)
            else { return nil }
            defer { sqlite3_free(expanded) }
            return String(repairing: expanded)
        }
    }
}
