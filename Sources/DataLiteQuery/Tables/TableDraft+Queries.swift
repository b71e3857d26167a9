/// A query of a table whose rows are read as drafts. Joined with other tables, its rows are rows of the table.
public typealias DraftQuery<Draft: TableDraft> = Select<Draft, Draft.Model.Columns>

// A draft can be read from its table, for a form that edits a row:
//
//     let draft = try Reminder.Draft.find(1).fetchRequired(db)
//
// The rows are those of the table, in its default scope; only their type is another one. Every query below continues
// with the clauses of `Select`. A query joined with other tables has the rows of the table again.

extension TableDraft {
    /// The rows of the table, as drafts.
    ///
    /// ```swift
    /// let drafts = try Reminder.Draft.all.where(\.isFlagged).fetchAll(db)
    /// ```
    public static var all: DraftQuery<Self> { drafts(Model.scoped) }

    /// The rows of the table, without the default scope, as drafts.
    public static var unscoped: DraftQuery<Self> { drafts(Model.unscoped) }

    /// No rows.
    public static var none: DraftQuery<Self> { drafts(Model.none) }

    /// The query of the table with drafts as its rows.
    fileprivate static func drafts(_ rows: Where<Model>) -> DraftQuery<Self> {
        DraftQuery<Self>(
            core: rows.core, columns: rows.columns,
            decoder: _QueryDecoder(columnCount: rows._decoder.columnCount) {
                (row: inout RowReader) throws(SQLiteError) in
                Self(try Model(row: &row))
            })
    }
}

extension TableDraft where Model: PrimaryKeyedTable {
    /// The row with a primary key, as a draft.
    public static func find(_ key: Model.PrimaryKey) -> DraftQuery<Self> { drafts(Model.find(key)) }

    /// The rows with the given primary keys, as drafts.
    public static func find(_ keys: some Sequence<Model.PrimaryKey>) -> DraftQuery<Self> {
        drafts(Model.find(keys))
    }
}

extension Select where Output: TableDraft, Columns == Output.Model.Columns {
    /// The query with rows of the table.
    private var rows: Where<Output.Model> {
        Where<Output.Model>(
            core: core, columns: columns,
            decoder: _QueryDecoder(direct: _decoder.columnCount))
    }

    /// Updates columns of the rows, like the query of the table.
    ///
    /// - Parameters:
    ///   - conflict: How to handle a row that violates a constraint.
    ///   - update: Assigns expressions and values to columns.
    public func update(
        or conflict: ConflictResolution? = nil, _ update: (inout Updates<Output.Model>) -> Void
    ) -> Update<Output.Model> { rows.update(or: conflict, update) }

    /// Deletes the rows, like the query of the table.
    public func delete() -> Delete<Output.Model> { rows.delete() }
}
