// The parameters for expressions have a generic type, which a literal cannot have, so a literal is always a plain
// value.

/// `then` where a condition is true, `otherwise` elsewhere: `iif`.
@_disfavoredOverload
public func iif<Value: RowRepresentable>(
    _ condition: SQLExpression<some SQLTruth>, _ then: Value, _ otherwise: Value
) -> SQLExpression<Value> {
    iif(condition, SQLExpression(then), SQLExpression(otherwise))
}

/// `then` where a condition is true, `otherwise` elsewhere, in the representation of a column that is set: `iif`.
@_disfavoredOverload
public func iif<Value: ColumnRepresentation>(
    _ condition: SQLExpression<some SQLTruth>, _ then: Value.Value, _ otherwise: Value.Value
) -> SQLExpression<Value> {
    iif(condition, SQLExpression(Value(then)), SQLExpression(Value(otherwise)))
}

/// `then` where a condition is true, `otherwise` elsewhere: `iif`.
public func iif<Value: RowRepresentable>(
    _ condition: SQLExpression<some SQLTruth>, _ then: some ScalarExpression<Value>,
    _ otherwise: Value._Plain
) -> SQLExpression<Value> {
    iif(condition, then, SQLExpression(otherwise))
}

/// `then` where a condition is true, `otherwise` elsewhere: `iif`.
public func iif<Value: RowRepresentable>(
    _ condition: SQLExpression<some SQLTruth>, _ then: Value._Plain,
    _ otherwise: some ScalarExpression<Value>
) -> SQLExpression<Value> {
    iif(condition, SQLExpression(then), otherwise)
}

/// `then` where a condition is true, `otherwise` elsewhere: `iif`.
public func iif<Value: RowRepresentable>(
    _ condition: SQLExpression<some SQLTruth>, _ then: some ScalarExpression<Value>,
    _ otherwise: some ScalarExpression<Value>
) -> SQLExpression<Value> {
    SQLExpression(.iif(condition.conditionNode, then.node, otherwise.node))
}

extension SQLExpression {
    /// The value converted to another type: `CAST`.
    ///
    /// SQL converts every value: text that is not a number becomes 0.
    public func cast<Wrapped: RowRepresentable, Result: SQLiteRepresentable>(
        as type: Result.Type = Result.self
    ) -> SQLExpression<Result?> where Value == Wrapped? {
        cast(storing: type)
    }

    /// The value converted to another type: `CAST`.
    ///
    /// SQL converts every value: text that is not a number becomes 0.
    @_disfavoredOverload
    public func cast<Result: SQLiteRepresentable>(
        as type: Result.Type = Result.self
    ) -> SQLExpression<Result> {
        cast(storing: type)
    }

    private func cast<Result>(storing type: any SQLiteRepresentable.Type) -> SQLExpression<Result> {
        if Value._Wrapped.self == UInt64.self || Value._Wrapped.self == UInt.self {
            return SQLExpression<Result>(.failure(.castOfLargeNumber))
        }
        return SQLExpression<Result>(.fragment(Cast(node: node, type: ColumnType(storing: type))))
    }
}

extension SQLiteError {
    fileprivate static let castOfLargeNumber = SQLiteError.misuse(
        "values above Int64.max are stored as bytes, which CAST cannot convert: convert the values in Swift"
    )
}

extension SQLExpression where Value == SQLiteValue {
    /// The value converted to another type, `CAST`; NULL if it is NULL.
    ///
    /// SQL converts every value: text that is not a number becomes 0.
    public func cast<Result: SQLiteRepresentable>(
        as type: Result.Type = Result.self
    ) -> SQLExpression<Result?> {
        SQLExpression<Result?>(.fragment(Cast(node: node, type: ColumnType(storing: type))))
    }
}

/// `CAST(a AS type)`
struct Cast: SQLRenderable {
    let node: SQLNode
    let type: ColumnType

    func write(to writer: inout _SQLWriter) {
        guard type != .any else {
            return writer.fail(misuse: "a cast needs the type of a number, text or bytes")
        }
        writer.write("CAST(")
        writer.write(node)
        writer.write(" AS ")
        writer.writeName(type.rawValue)
        writer.write(")")
    }
}
