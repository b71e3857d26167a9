import DataLiteCore

/// The columns that a reader sees: all of a statement, or those whose names begin with a prefix.
final class VisibleColumns {
    /// The header of a statement of SQLite itself, which has another one for other columns.
    let header: SQLiteRow.Columns?

    /// What the names begin with in the statement.
    let prefix: String?

    /// The names, without the prefix.
    let names: [String]

    /// The columns of the names, where the names are not those of all columns.
    private let indexes: [Int32]?

    init(of statement: any StatementProtocol) {
        header = statement.sqliteStatement?._withUnsafeGuaranteedRef { $0.currentColumns() }
        names = header?.names ?? statement.columnNames()
        prefix = nil
        indexes = nil
    }

    /// The columns of others that begin with a prefix, in any letter case; `nil` if there is none.
    init?(_ others: VisibleColumns, prefix: String) {
        var names: [String] = []
        var indexes: [Int32] = []
        for (position, name) in others.names.enumerated()
        where ColumnName.isEqualIgnoringCase(name.utf8.prefix(prefix.utf8.count), prefix.utf8) {
            names.append(String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
            indexes.append(others.index(at: position))
        }
        guard !names.isEmpty else { return nil }
        header = nil
        self.prefix = (others.prefix ?? "") + prefix
        self.names = names
        self.indexes = indexes
    }

    /// The column at a position.
    func index(at position: Int) -> Int32 {
        guard let indexes else { return Int32(position) }
        return indexes.indices.contains(position) ? indexes[position] : -1
    }

    /// The column with a name. Letter case is ignored, unless columns differ in nothing else.
    func index(of name: String) -> Int32? {
        let position =
            names.firstIndex { ColumnName.isIdentical($0, name) }
            ?? names.firstIndex { ColumnName.isEqualIgnoringCase($0, name) }
        return position.map(index(at:))
    }
}
