// Declarations whose foreign key has another type than the primary key that it refers to. They do not compile; without
// them, the compiler would only list all declarations that do not match.

extension Table {
    @available(
        *, unavailable,
        message: """
            the foreign key must have the type of this table's primary key, in the same representation, or an optional \
            of it; for another column than the primary key, add 'to:'
            """
    )
    @_disfavoredOverload
    public static func hasMany<Child: Table, Key>(
        _ child: Child.Type, by key: KeyPath<Child.Columns, SQLExpression<Key>>
    ) -> HasMany<Self, Child> {
        while true {}
    }

    @available(
        *, unavailable,
        message: """
            the foreign key must have the type of this table's primary key, in the same representation, or an optional \
            of it
            """
    )
    @_disfavoredOverload
    public static func hasOne<Child: Table, Key>(
        _ child: Child.Type, by key: KeyPath<Child.Columns, SQLExpression<Key>>
    ) -> HasOne<Self, Child> {
        while true {}
    }

    @available(
        *, unavailable,
        message: """
            the foreign key must have the type of the other table's primary key, in the same representation, or an \
            optional of it
            """
    )
    @_disfavoredOverload
    public static func belongsTo<Child: Table, Key>(
        _ child: Child.Type, by key: KeyPath<Columns, SQLExpression<Key>>
    ) -> BelongsToOptional<Self, Child> {
        while true {}
    }
}

extension IncludingQuery {
    // A cursor reads the columns of one statement. Here, the rows of the associations are read by other statements for
    // many rows at once, and after the last row, the state that the first statement has seen ends.
    @available(
        *, unavailable,
        message: """
            associations are loaded for many rows at once: use 'fetchAll(_:)', and for a part of the rows, add a limit \
            or a condition before 'including'
            """
    )
    public func fetchCursor(_ db: any ConnectionProtocol) throws(SQLiteError) -> Cursor<Output> {
        while true {}
    }
}
