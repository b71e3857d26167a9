public import DataLiteQuery

extension Returning {
    /// `RETURNING`: the last clause of an insert, update or delete. It returns an expression or all columns for each
    /// changed row; several become a tuple.
    ///
    /// ```swift
    /// let deleted = sql { schema in
    ///     let person = schema.into(Person.self)
    ///     Delete(person)
    ///     Where(person.age > 65)
    ///     Returning(person.id, person.name)
    /// }
    /// let rows = try deleted.fetchAll(db)
    /// ```
    public init<each Selected: Selectable>(_ selected: repeat each Selected)
    where Output == (repeat (each Selected).Output) {
        self.init(selecting: repeat each selected)
    }
}

/// The clauses of a statement that changes rows and returns a value for each of them.
public struct ReturningClauses<Output>: ClauseStatement {
    fileprivate let make: @Sendable (SQLiteError?) -> Returning<Output>

    /// The statement.
    public func _statement(failure: SQLiteError?) -> Returning<Output> { make(failure) }
}

extension ChangeBuilder {
    /// Used by the compiler for a statement of the closure.
    public static func buildExpression<Output>(_ clause: Returning<Output>) -> Returning<Output> {
        clause
    }

    /// Used by the compiler for `Returning` after an update, a delete, or an insert of one row.
    public static func buildPartialBlock<Statement: ChangeStatement, Output>(
        accumulated: ChangeClauses<Statement, Complete>, next: Returning<Output>
    ) -> ReturningClauses<Output> {
        ReturningClauses { failure in
            Returning(accumulated._statement(failure: failure), of: accumulated.table, next)
        }
    }

    /// Used by the compiler for `Returning` after an insert of values.
    public static func buildPartialBlock<T: Table, Row, Output>(
        accumulated: InsertedValues<T, Row>, next: Returning<Output>
    ) -> ReturningClauses<Output> {
        let table = accumulated.head?.table ?? ColumnSource(T.self)
        return ReturningClauses { failure in
            Returning(accumulated._statement(failure: failure), of: table, next)
        }
    }

    /// Used by the compiler for `Returning` after an insert of the rows of a query.
    public static func buildPartialBlock<T: Table, Row, Output>(
        accumulated: InsertedQuery<T, Row>, next: Returning<Output>
    ) -> ReturningClauses<Output> {
        let table = accumulated.head?.table ?? ColumnSource(T.self)
        return ReturningClauses { failure in
            Returning(accumulated._statement(failure: failure), of: table, next)
        }
    }

    /// Used by the compiler for `Returning` after an insert of the rows of any query.
    public static func buildPartialBlock<T: Table, Row, Output>(
        accumulated: InsertedRowQuery<T, Row>, next: Returning<Output>
    ) -> ReturningClauses<Output> {
        let table = accumulated.insert.head?.table ?? ColumnSource(T.self)
        return ReturningClauses { failure in
            Returning(accumulated._statement(failure: failure), of: table, next)
        }
    }

    @available(
        *, unavailable,
        message: "add Where(...) that always applies, or for all rows write AllRows()"
    )
    public static func buildPartialBlock<Statement: RowChange, Output>(
        accumulated: ChangeClauses<Statement, NeedsRows>, next: Returning<Output>
    ) -> ReturningClauses<Output> {
        buildPartialBlock(
            accumulated: accumulated.appending([], as: Complete.self), next: next)
    }
}
