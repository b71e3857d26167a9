/// Where a full-text table has its text (<https://sqlite.org/fts5.html#external_content_and_contentless_tables>).
public struct FTS5Content: Sendable {
    enum Kind: Sendable {
        case stored
        case table(TableDefinition, rowID: String?)
        case none(isDeletable: Bool)
    }

    let kind: Kind

    /// In the table itself.
    public static let stored = FTS5Content(kind: .stored)

    /// In the columns of the same names in another table of the same schema: an external content table.
    /// See ``FTS5/createTriggers(syncing:rowID:)``.
    ///
    /// - Parameters:
    ///   - table: The other table.
    ///   - rowID: The column of the other table that contains the row id. By default it is the primary
    ///     key if that is an integer, else the row id itself.
    public static func table<T: Table, Key: Selectable>(
        _ table: T.Type, rowID: KeyPath<T.Columns, Key>
    ) -> FTS5Content {
        FTS5Content(kind: .table(table.tableDefinition, rowID: table.rowIDName(rowID)))
    }

    /// In the columns of the same names in another table of the same schema, whose primary key is the row
    /// id.
    ///
    /// If the primary key is not an integer, `VACUUM` may change the row ids of the table: run
    /// ``FTS5/rebuild()`` after it.
    public static func table<T: Table>(_ table: T.Type) -> FTS5Content {
        FTS5Content(kind: .table(table.tableDefinition, rowID: table.tableDefinition.rowIDName))
    }

    /// Nowhere: the table can be searched, but its columns are NULL, and `highlight` and `snippet` return
    /// NULL.
    ///
    /// - Parameter deletable: Whether rows can be deleted and replaced with the usual statements, and only
    ///   with them: neither by ``FTS5/removeFromIndex(_:)`` nor by the triggers of
    ///   ``FTS5/createTriggers(syncing:)``. Requires SQLite 3.43.
    public static func contentless(deletable: Bool = false) -> FTS5Content {
        FTS5Content(kind: .none(isDeletable: deletable))
    }
}

/// What a full-text table stores about the places of words.
public enum FTS5Detail: String, Sendable, Hashable {
    /// The column and the position. The only one for which phrases can be searched.
    case full
    /// The column.
    case column
    /// Only the row. Single columns cannot be searched.
    case none
}

extension Table {
    static func rowIDName<Key: Selectable>(_ column: KeyPath<Columns, Key>) -> String? {
        let fields = _SelectList(columns[keyPath: column]).fields
        return fields.count == 1 ? fields.first?.node.columnName : nil
    }
}

extension TableDefinition {
    /// The name of the column that contains the row id.
    var rowIDName: String {
        let keys = columns.list.filter(\.isPrimaryKey)
        guard keys.count == 1, let key = keys.first, key.type == .integer else { return "rowid" }
        return key.name
    }
}
