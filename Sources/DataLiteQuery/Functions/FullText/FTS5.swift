/// A full-text table (<https://sqlite.org/fts5.html>).
///
/// ```swift
/// @Table struct ReminderText: FTS5 {
///     let rowid: Int
///     let title: String
///     let notes: String
/// }
///
/// ReminderText.where { $0.match(allOf: search) }.order { $0.rank }
///     .select { ($0.rowid, $0.title.highlight("<b>", "</b>")) }
/// ```
///
/// A property named `rowid` is the rowid, which every full-text table has, rather than a declared column. All other
/// properties are columns with text to search.
public protocol FTS5: Table {}

extension TableDefinition {
    /// The columns that a full-text table declares.
    var fullTextColumns: [ColumnDefinition] { columns.list.filter { !$0.isRowID } }
}

extension ColumnDefinition {
    /// Whether the column is the rowid under its standard name.
    var isRowID: Bool { SQLName.matches(name, "rowid") }
}
