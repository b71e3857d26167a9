extension PrimaryKeyedTable {
    /// The row whose primary key is the value of an expression, such as the key of another row.
    ///
    /// ```swift
    /// Reminder.createTrigger(after: .insert { new in Reminder.find(new.id).update { ... } })
    /// ```
    @_disfavoredOverload
    public static func find(_ key: some ScalarExpression<StoredKey>) -> Where<Self> {
        var query = scoped
        query.core.append(key: tableDefinition, key.node)
        return query
    }

    /// The rows whose primary keys a query selects.
    public static func find(_ keys: some Query<PrimaryKey>) -> Where<Self> { scoped.find(keys) }
}
