// The aggregate functions in the form `sum($0.price)`, as SQL writes them. Each is the same as the method of that name.

/// The number of values that are not NULL.
@_disfavoredOverload
public func count<Value>(_ value: SQLExpression<Value>) -> SQLExpression<Int> { value.count() }

/// The number of distinct values that are not NULL.
@_disfavoredOverload
public func count<Value>(distinct value: SQLExpression<Value>) -> SQLExpression<Int> {
    value.count(distinct: true)
}

/// The smallest value; NULL if there are no values.
@_disfavoredOverload
public func min<Value: SQLiteRepresentable>(
    _ value: SQLExpression<Value>
) -> SQLExpression<Value?> { value.min() }

/// The smallest value; NULL if there are no values.
public func min<Value: SQLiteRepresentable>(
    _ value: SQLExpression<Value?>
) -> SQLExpression<Value?> { value.min() }

/// The greatest value; NULL if there are no values.
@_disfavoredOverload
public func max<Value: SQLiteRepresentable>(
    _ value: SQLExpression<Value>
) -> SQLExpression<Value?> { value.max() }

/// The greatest value; NULL if there are no values.
public func max<Value: SQLiteRepresentable>(
    _ value: SQLExpression<Value?>
) -> SQLExpression<Value?> { value.max() }

/// The sum; NULL if there are no values. The statement fails if a sum of integers overflows 64 bits.
@_disfavoredOverload
public func sum<Value: SQLNumber>(_ value: SQLExpression<Value>) -> SQLExpression<Value._Sum?> {
    value.sum()
}

/// The sum of the distinct values; NULL if there are no values.
@_disfavoredOverload
public func sum<Value: SQLNumber>(
    distinct value: SQLExpression<Value>
) -> SQLExpression<Value._Sum?> { value.sum(distinct: true) }

/// The sum as a floating-point number; zero if there are no values.
@_disfavoredOverload
public func total<Value: SQLNumber>(_ value: SQLExpression<Value>) -> SQLExpression<Double> {
    value.total()
}

/// The sum of the distinct values as a floating-point number; zero if there are no values.
@_disfavoredOverload
public func total<Value: SQLNumber>(distinct value: SQLExpression<Value>) -> SQLExpression<Double> {
    value.total(distinct: true)
}

/// The average; NULL if there are no values: SQL's `avg`.
@_disfavoredOverload
public func average<Value: SQLNumber>(_ value: SQLExpression<Value>) -> SQLExpression<Double?> {
    value.avg()
}

/// The average of the distinct values; NULL if there are no values: SQL's `avg`.
@_disfavoredOverload
public func average<Value: SQLNumber>(
    distinct value: SQLExpression<Value>
) -> SQLExpression<Double?> { value.avg(distinct: true) }

/// The average; NULL if there are no values.
@_disfavoredOverload
public func avg<Value: SQLNumber>(_ value: SQLExpression<Value>) -> SQLExpression<Double?> {
    value.avg()
}

/// All values as one string, separated by commas; NULL if there are no values.
@_disfavoredOverload
public func groupConcat<Value>(_ value: SQLExpression<Value>) -> SQLExpression<String?> {
    value.groupConcat()
}

/// All values as one string, separated by `separator`; NULL if there are no values.
@_disfavoredOverload
public func groupConcat<Value>(
    _ value: SQLExpression<Value>, _ separator: some SQLOperand<String>
) -> SQLExpression<String?> { value.groupConcat(separator) }
