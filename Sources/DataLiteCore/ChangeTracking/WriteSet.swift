/// The changes that a statement may make, including those made by triggers and foreign key actions.
struct WriteSet {
    struct Table {
        /// Whether rows may be inserted or deleted.
        var changesRows = false
        /// The columns that may be updated, in lower case.
        var columns: Set<ExactName> = []
    }

    private(set) var tables: [TableName: Table] = [:]

    mutating func insertRows(_ table: TableName) {
        tables[table, default: Table()].changesRows = true
    }

    mutating func insert(_ table: TableName, column: String) {
        tables[table, default: Table()].columns.insert(ExactName(name: column.lowercasedASCII))
    }
}

/// The possible changes of a statement, stored with it.
final class StatementWrites {
    let tables: [TableName: WriteSet.Table]

    /// Whether the SQL of the statement may resolve a conflict by deleting other rows, which SQLite's
    /// authorizer does not report.
    let mayReplace: Bool

    /// Whether the statement has a `RETURNING` clause: other statements may run between its steps.
    let returnsRows: Bool

    /// ``WriteRecorder/recompilations`` when the statement was compiled.
    let recompilations: Int

    /// Whether no change that the statement may make is observed.
    var isHarmless = false

    /// Whether the statement changes only ordinary tables.
    var isOrdinary = false

    /// ``ChangeCollector/Observed/version`` when ``isHarmless`` and ``isOrdinary`` were determined.
    var version = -1

    init(_ set: WriteSet, sql: String, returnsRows: Bool, recompilations: Int) {
        tables = set.tables
        self.returnsRows = returnsRows
        mayReplace = ObservedSchema.mayReplace(sql)
        self.recompilations = recompilations
    }
}

/// The table information that is needed to determine what a statement cannot change.
package struct ObservedSchema: Sendable {
    /// The ordinary tables. Virtual tables and triggers of views may write to other tables.
    package var tables: Set<TableName> = []

    /// Whether a table or a trigger may resolve a conflict by deleting other rows.
    package var mayReplace = false

    /// The positions of the columns outside the primary key, by name in lower case, of the observed tables without
    /// generated columns.
    package var positions: [TableName: [ExactName: Int]] = [:]

    package init() {}

    /// Whether SQL contains `replace` in any letter case, even within a longer word.
    package static func mayReplace(_ sql: String) -> Bool {
        sql.lowercasedASCII.contains("replace")
    }
}
