/// The place where a full-text table stores its text
/// (<https://sqlite.org/fts5.html#external_content_and_contentless_tables>).
public struct FTS5Content: Sendable {
    enum Kind: Sendable {
        case stored
        case table(FTS5ContentTable)
        case none(isDeletable: Bool)
    }

    let kind: Kind

    /// In the table itself.
    public static let stored = FTS5Content(kind: .stored)

    /// In the columns with the same names in another table of the same schema: an external content table. See
    /// ``FTS5/createTriggers(syncing:rowID:)``.
    ///
    /// - Parameters:
    ///   - table: The other table.
    ///   - rowID: The column of the other table that contains the rowid. By default it is the primary key if that is an
    ///     integer, and otherwise the column `rowid`.
    public static func table<T: Table, Key: Selectable>(
        _ table: T.Type, rowID: KeyPath<T.Columns, Key>
    ) -> FTS5Content {
        FTS5Content(kind: .table(FTS5ContentTable(table, rowID: rowID)))
    }

    /// In the columns with the same names in another table of the same schema, whose primary key is the rowid.
    ///
    /// If the primary key is not an integer, `VACUUM` may change the rowids of the table. Run
    /// ``FTS5/rebuild()`` after it.
    public static func table<T: Table>(_ table: T.Type) -> FTS5Content {
        FTS5Content(kind: .table(FTS5ContentTable(table)))
    }

    /// Not stored: the table can be searched, but its columns are NULL, and `highlight` and `snippet` return NULL.
    ///
    /// - Parameter deletable: Whether rows can be deleted and replaced with ordinary statements. If `true`, neither
    ///   ``FTS5/removeFromIndex(_:)`` nor the triggers of ``FTS5/createTriggers(syncing:)`` work. Requires SQLite 3.43.
    public static func contentless(deletable: Bool = false) -> FTS5Content {
        FTS5Content(kind: .none(isDeletable: deletable))
    }
}

/// The details of word positions that a full-text table stores.
public enum FTS5Detail: String, Sendable, Hashable {
    /// The column and the position. Only this case allows searching for phrases.
    case full
    /// The column.
    case column
    /// Only the row. A search cannot be limited to a column.
    case none
}

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
