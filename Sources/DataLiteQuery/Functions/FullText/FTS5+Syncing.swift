extension FTS5 {
    /// Triggers that keep the index of an external content table, or of a contentless table, in sync with the table
    /// that contains the text.
    ///
    /// ```swift
    /// try ReminderText.createTable(content: .table(Reminder.self)).execute(db)
    /// try ReminderText.createTriggers(syncing: Reminder.self).execute(db)
    /// try ReminderText.rebuild().execute(db)  // for rows that exist already
    /// ```
    ///
    /// `INSERT OR REPLACE` and `UPDATE OR REPLACE` delete rows without firing triggers, unless the pragma
    /// `recursive_triggers` is on. An upsert does not delete rows.
    ///
    /// - Parameters:
    ///   - table: The table that contains the text.
    ///   - rowID: The column of `table` that contains the rowid.
    public static func createTriggers<T: Table, Key: Selectable>(
        syncing table: T.Type, rowID: KeyPath<T.Columns, Key>
    ) -> [SchemaObject] {
        triggers(syncing: table, FTS5ContentTable(table, rowID: rowID))
    }

    /// Triggers that keep the index of an external content table, or of a contentless table, in sync with the table
    /// that contains the text. The primary key of that table is the rowid.
    public static func createTriggers<T: Table>(syncing table: T.Type) -> [SchemaObject] {
        triggers(syncing: table, FTS5ContentTable(table))
    }

    private static func triggers<T: Table>(
        syncing table: T.Type, _ content: FTS5ContentTable
    ) -> [SchemaObject] {
        let index = tableDefinition
        let columns = index.fullTextColumns.map(\.name)
        let insert = _TriggerStatement(
            fragment: IndexRow(index: index, row: "new", content: content, isDeleted: false))
        let delete = _TriggerStatement(
            fragment: IndexRow(index: index, row: "old", content: content, isDeleted: true))
        // A generated column changes together with columns that are not known here.
        let isGenerated = table.tableDefinition.columns.list.contains {
            $0.generated != nil && columns.contains($0.name)
        }
        let updated =
            isGenerated
            ? [] : ([content.rowID].compactMap(\.self) + columns).map { SQLNode.column("", $0) }
        let events: [(String, TriggerEvent<T>)] = [
            ("insert", TriggerEvent(.insert, [insert])),
            ("update", TriggerEvent(.update(updated), [delete, insert])),
            ("delete", TriggerEvent(.delete, [delete])),
        ]
        return events.map { name, event in
            table.createTrigger("\(index.name)_\(name)", after: event)
        }
    }
}

/// Adds a row to the index of a full-text table, or removes it.
private struct IndexRow: SQLRenderable {
    let index: TableDefinition
    /// `new` or `old`.
    let row: String
    let content: FTS5ContentTable
    let isDeleted: Bool

    func write(to writer: inout _SQLWriter) {
        guard let rowID = content.rowID(for: index, &writer) else { return }
        let columns = index.fullTextColumns.map(\.name)
        writer.write("INSERT INTO ")
        writer.write(changed: index)
        writer.write(" (")
        if isDeleted {
            writer.writeName(index.name)
            writer.write(", ")
        }
        writer.writeList(["rowid"] + columns) { $0.writeName($1) }
        writer.write(isDeleted ? ") VALUES ('delete', " : ") VALUES (")
        writer.writeList([rowID] + columns) { $0.writeColumn(row, $1) }
        writer.write(")")
    }
}
