extension Table {
    /// A column of the table, for interpolations of `#sql`: `\(Reminder.title)`.
    ///
    /// A static member of the type or of ``Table`` with the same name takes precedence; in that case, write
    /// `Reminder.columns.title`.
    public static subscript<Column>(dynamicMember column: KeyPath<Columns, Column>) -> Column {
        columns[keyPath: column]
    }
}
