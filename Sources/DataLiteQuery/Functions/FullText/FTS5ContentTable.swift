/// The table that contains the text of a full-text table.
struct FTS5ContentTable: Sendable {
    let definition: TableDefinition

    /// The column that contains the rowid; `nil` if there is none.
    let rowID: String?

    /// - Parameter rowID: The column that contains the rowid. A column that contains no integers is none.
    init<T: Table, Key: Selectable>(_ table: T.Type, rowID: KeyPath<T.Columns, Key>) {
        definition = table.tableDefinition
        let fields = _SelectList(table.columns[keyPath: rowID]).fields
        let name = fields.count == 1 ? fields.first?.node.columnName : nil
        let column = definition.columns.list.first { $0.name == name }
        self.rowID = column?.type == .integer ? name : nil
    }

    /// The rowid is the primary key if that is an integer, and otherwise the column `rowid`.
    init<T: Table>(_ table: T.Type) {
        definition = table.tableDefinition
        let columns = definition.columns.list
        let keys = columns.filter(\.isPrimaryKey)
        if keys.count == 1, let key = keys.first, key.type == .integer {
            rowID = key.name
        } else if table.constraintDefinitions.areWithoutRowID {
            rowID = columns.first(where: \.isRowID)?.name
        } else {
            rowID = "rowid"
        }
    }

    /// The rowid, if the table has one and the columns of a full-text table. Otherwise the statement fails: SQLite would
    /// report it only when a row is written.
    func rowID(for index: TableDefinition, _ writer: inout _SQLWriter) -> String? {
        let names = definition.columns.list.map(\.name)
        for column in index.fullTextColumns
        where !names.contains(where: { SQLName.matches($0, column.name) }) {
            writer.fail(
                misuse: "table \"\(definition.name)\" has no column \"\(column.name)\" for "
                    + "\"\(index.name)\"")
        }
        if rowID == nil {
            writer.fail(
                misuse:
                    "table \"\(definition.name)\" has no rowid for \"\(index.name)\": write one of its "
                    + "columns that contains unique integers, `rowID: \\.number`")
        }
        return rowID
    }
}
