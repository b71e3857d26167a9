/// What a statement may change: by itself, by triggers and by the actions of foreign keys.
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

/// What is noted with a statement that writes.
final class StatementWrites {
    let tables: [TableName: WriteSet.Table]

    /// Whether the text of the statement may resolve a conflict by deleting other rows, which SQLite's authorizer
    /// does not report.
    let mayReplace: Bool

    /// Whether the statement has a `RETURNING` clause: other statements may run between its steps.
    let returnsRows: Bool

    /// ``WriteRecorder/recompilations`` when the statement was compiled.
    let recompilations: Int

    /// Whether nothing that it may change is observed.
    var isHarmless = false

    /// Whether it changes no virtual table.
    var isOrdinary = false

    /// ``ChangeCollector/Observed/version`` when these two were found.
    var version = -1

    init(_ set: WriteSet, sql: String, returnsRows: Bool, recompilations: Int) {
        tables = set.tables
        self.returnsRows = returnsRows
        mayReplace = ObservedSchema.mayReplace(sql)
        self.recompilations = recompilations
    }
}

/// What has to be known of the tables of a connection to tell what a statement cannot change.
package struct ObservedSchema: Sendable {
    /// The ordinary tables. Virtual tables may write to others, and so may the triggers of views.
    package var tables: Set<TableName> = []

    /// Whether a table or a trigger may resolve a conflict by deleting other rows.
    package var mayReplace = false

    /// The positions of the columns outside the primary key, by name in lower case, of the observed tables without
    /// generated columns.
    package var positions: [TableName: [ExactName: Int]] = [:]

    package init() {}

    /// Whether an SQL text contains the word `REPLACE`, or something like it.
    package static func mayReplace(_ sql: String) -> Bool {
        sql.lowercasedASCII.contains("replace")
    }
}
