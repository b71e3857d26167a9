// Methods that do the same as operators, for code that comes from libraries without these operators. The argument is a
// value, an expression or a query.
//
// Plain values are a type parameter: with `_Plain` itself, `$0.a.gt(3) && $0.a.round() > 3` is ambiguous.

// MARK: - Values

extension ScalarExpression {
    /// Whether both values are equal; NULL equals NULL: `IS`.
    public func `is`<Plain>(_ other: Plain) -> SQLExpression<Bool>
    where _Comparand._Plain == Plain { compared(.is, SQLExpression<_Comparand>(other)) }

    /// Whether the values differ; NULL equals NULL: `IS NOT`.
    public func isNot<Plain>(_ other: Plain) -> SQLExpression<Bool>
    where _Comparand._Plain == Plain { compared(.isNot, SQLExpression<_Comparand>(other)) }

    /// The same as `==`.
    public func eq<Plain>(_ other: Plain) -> SQLExpression<Bool>
    where _Comparand._Plain == Plain { eq(SQLExpression<_Comparand>(other)) }

    /// The same as `!=`.
    public func neq<Plain>(_ other: Plain) -> SQLExpression<Bool>
    where _Comparand._Plain == Plain { neq(SQLExpression<_Comparand>(other)) }

    /// The same as `<`.
    public func lt<Plain>(_ other: Plain) -> SQLExpression<_Comparand._Condition>
    where _Comparand._Plain == Plain { ordered(.less, SQLExpression<_Comparand>(other)) }

    /// The same as `<=`.
    public func lte<Plain>(_ other: Plain) -> SQLExpression<_Comparand._Condition>
    where _Comparand._Plain == Plain { ordered(.lessOrEqual, SQLExpression<_Comparand>(other)) }

    /// The same as `>`.
    public func gt<Plain>(_ other: Plain) -> SQLExpression<_Comparand._Condition>
    where _Comparand._Plain == Plain { ordered(.greater, SQLExpression<_Comparand>(other)) }

    /// The same as `>=`.
    public func gte<Plain>(_ other: Plain) -> SQLExpression<_Comparand._Condition>
    where _Comparand._Plain == Plain { ordered(.greaterOrEqual, SQLExpression<_Comparand>(other)) }

    // Either side may be optional, as for the operators.

    // MARK: - Expressions

    /// Whether both values are equal; NULL equals NULL: `IS`.
    public func `is`<Other: SQLExpressionProtocol>(_ other: Other) -> SQLExpression<Bool>
    where Other.Value._NonNull == _Comparand._NonNull { compared(.is, other) }

    /// Whether the values differ; NULL equals NULL: `IS NOT`.
    public func isNot<Other: SQLExpressionProtocol>(_ other: Other) -> SQLExpression<Bool>
    where Other.Value._NonNull == _Comparand._NonNull { compared(.isNot, other) }

    /// The same as `==`.
    public func eq<Other: SQLExpressionProtocol>(_ other: Other) -> SQLExpression<Bool>
    where Other.Value._NonNull == _Comparand._NonNull {
        let containsNull = _Comparand._containsNull || Other.Value._containsNull
        return compared(containsNull ? .is : .equal, other)
    }

    /// The same as `!=`.
    public func neq<Other: SQLExpressionProtocol>(_ other: Other) -> SQLExpression<Bool>
    where Other.Value._NonNull == _Comparand._NonNull {
        let containsNull = _Comparand._containsNull || Other.Value._containsNull
        return compared(containsNull ? .isNot : .notEqual, other)
    }

    /// The same as `<`.
    public func lt(
        _ other: some SQLExpressionProtocol<_Comparand>
    ) -> SQLExpression<_Comparand._Condition> { ordered(.less, other) }

    /// The same as `<`.
    @_disfavoredOverload
    public func lt<Other: SQLExpressionProtocol>(
        _ other: Other
    ) -> SQLExpression<_Comparand._Condition._OrNull>
    where Other.Value._NonNull == _Comparand._NonNull { ordered(.less, other) }

    /// The same as `<=`.
    public func lte(
        _ other: some SQLExpressionProtocol<_Comparand>
    ) -> SQLExpression<_Comparand._Condition> { ordered(.lessOrEqual, other) }

    /// The same as `<=`.
    @_disfavoredOverload
    public func lte<Other: SQLExpressionProtocol>(
        _ other: Other
    ) -> SQLExpression<_Comparand._Condition._OrNull>
    where Other.Value._NonNull == _Comparand._NonNull { ordered(.lessOrEqual, other) }

    /// The same as `>`.
    public func gt(
        _ other: some SQLExpressionProtocol<_Comparand>
    ) -> SQLExpression<_Comparand._Condition> { ordered(.greater, other) }

    /// The same as `>`.
    @_disfavoredOverload
    public func gt<Other: SQLExpressionProtocol>(
        _ other: Other
    ) -> SQLExpression<_Comparand._Condition._OrNull>
    where Other.Value._NonNull == _Comparand._NonNull { ordered(.greater, other) }

    /// The same as `>=`.
    public func gte(
        _ other: some SQLExpressionProtocol<_Comparand>
    ) -> SQLExpression<_Comparand._Condition> { ordered(.greaterOrEqual, other) }

    /// The same as `>=`.
    @_disfavoredOverload
    public func gte<Other: SQLExpressionProtocol>(
        _ other: Other
    ) -> SQLExpression<_Comparand._Condition._OrNull>
    where Other.Value._NonNull == _Comparand._NonNull { ordered(.greaterOrEqual, other) }

    private func compared(
        _ symbol: BinaryOperator, _ other: some SQLExpressionProtocol
    ) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(node, symbol, other.node))
    }

    private func ordered<Condition>(
        _ symbol: BinaryOperator, _ other: some SQLExpressionProtocol
    ) -> SQLExpression<Condition> {
        SQLExpression<Condition>(.order(node, symbol, other.node, of: Value.self))
    }

    // MARK: - Queries

    /// Whether the value equals the value of the first row of a query; NULL equals NULL, and a missing row is NULL:
    /// `a IS (SELECT ...)`.
    public func `is`<Q: Query>(_ query: Q) -> SQLExpression<Bool>
    where Q.Output: RowRepresentable, Q.Output._Wrapped == Value._Wrapped { compared(.is, query) }

    /// Whether the value differs from the value of the first row of a query: `a IS NOT (SELECT ...)`.
    public func isNot<Q: Query>(_ query: Q) -> SQLExpression<Bool>
    where Q.Output: RowRepresentable, Q.Output._Wrapped == Value._Wrapped {
        compared(.isNot, query)
    }

    /// Whether the value equals the value of the first row of a query; NULL equals NULL, and a missing row is NULL.
    ///
    /// ```swift
    /// Item.where { $0.price.eq(Item.select { $0.price.max() }) }
    /// ```
    public func eq<Q: Query>(_ query: Q) -> SQLExpression<Bool>
    where Q.Output: RowRepresentable, Q.Output._Wrapped == Value._Wrapped { compared(.is, query) }

    /// Whether the value differs from the value of the first row of a query: `a IS NOT (SELECT ...)`.
    public func neq<Q: Query>(_ query: Q) -> SQLExpression<Bool>
    where Q.Output: RowRepresentable, Q.Output._Wrapped == Value._Wrapped {
        compared(.isNot, query)
    }

    /// Whether the value is less than the value of the first row of a query; NULL if either is NULL.
    public func lt<Q: Query>(_ query: Q) -> SQLExpression<Bool?>
    where Q.Output: RowRepresentable, Q.Output._Wrapped == Value._Wrapped { ordered(.less, query) }

    /// Whether the value is less than or equal to the value of the first row of a query; NULL if either is NULL.
    public func lte<Q: Query>(_ query: Q) -> SQLExpression<Bool?>
    where Q.Output: RowRepresentable, Q.Output._Wrapped == Value._Wrapped {
        ordered(.lessOrEqual, query)
    }

    /// Whether the value is greater than the value of the first row of a query; NULL if either is NULL.
    public func gt<Q: Query>(_ query: Q) -> SQLExpression<Bool?>
    where Q.Output: RowRepresentable, Q.Output._Wrapped == Value._Wrapped {
        ordered(.greater, query)
    }

    /// Whether the value is greater than or equal to the value of the first row of a query; NULL if either is NULL.
    public func gte<Q: Query>(_ query: Q) -> SQLExpression<Bool?>
    where Q.Output: RowRepresentable, Q.Output._Wrapped == Value._Wrapped {
        ordered(.greaterOrEqual, query)
    }

    private func compared(_ symbol: BinaryOperator, _ query: some Query) -> SQLExpression<Bool> {
        let value = query.subqueryNode(storedAs: StoredForms(of: Value.self))
        return SQLExpression<Bool>(.binary(node, symbol, value))
    }

    private func ordered(_ symbol: BinaryOperator, _ query: some Query) -> SQLExpression<Bool?> {
        guard Value.isOrdered else { return SQLExpression<Bool?>(.failure(.noOrder(Value.self))) }
        return SQLExpression<Bool?>(compared(symbol, query).node)
    }
}
