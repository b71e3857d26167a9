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
public struct _ReturningClauses<Output>: _ClauseStatement {
    fileprivate let make: @Sendable (SQLiteError?) -> Returning<Output>

    /// The statement.
    public func _statement(failure: SQLiteError?) -> Returning<Output> { make(failure) }
}

extension _ChangeBuilder {
    /// Used by the compiler for `Returning` after an update, a delete, or an insert of one row.
    public static func buildPartialBlock<Statement: ChangeStatement, Output>(
        accumulated: _ChangeClauses<Statement, _Complete>, next: Returning<Output>
    ) -> _ReturningClauses<Output> {
        _ReturningClauses { failure in
            Returning(accumulated._statement(failure: failure), of: accumulated.table, next)
        }
    }

    /// Used by the compiler for `Returning` after an insert of values.
    public static func buildPartialBlock<T: Table, Row, Output>(
        accumulated: _InsertedValues<T, Row>, next: Returning<Output>
    ) -> _ReturningClauses<Output> {
        let table = accumulated.head?.table ?? ColumnSource(T.self)
        return _ReturningClauses { failure in
            Returning(accumulated._statement(failure: failure), of: table, next)
        }
    }

    /// Used by the compiler for `Returning` after an insert of the rows of a query.
    public static func buildPartialBlock<T: Table, Row, Output>(
        accumulated: _InsertedQuery<T, Row>, next: Returning<Output>
    ) -> _ReturningClauses<Output> {
        let table = accumulated.head?.table ?? ColumnSource(T.self)
        return _ReturningClauses { failure in
            Returning(accumulated._statement(failure: failure), of: table, next)
        }
    }

    /// Used by the compiler for `Returning` after an insert of the rows of any query.
    public static func buildPartialBlock<T: Table, Row, Output>(
        accumulated: _InsertedRowQuery<T, Row>, next: Returning<Output>
    ) -> _ReturningClauses<Output> {
        let table = accumulated.insert.head?.table ?? ColumnSource(T.self)
        return _ReturningClauses { failure in
            Returning(accumulated._statement(failure: failure), of: table, next)
        }
    }

    @available(
        *, unavailable,
        message: "add Where(...) that always applies, or for all rows write AllRows()"
    )
    public static func buildPartialBlock<Statement: RowChange, Output>(
        accumulated: _ChangeClauses<Statement, _NeedsRows>, next: Returning<Output>
    ) -> _ReturningClauses<Output> {
        buildPartialBlock(
            accumulated: accumulated.appending([], as: _Complete.self), next: next)
    }
}
