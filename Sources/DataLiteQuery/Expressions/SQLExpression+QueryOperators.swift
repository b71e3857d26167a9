// The names of StructuredQueries, so that extensions that were written for it compile:
//
//     extension QueryExpression where QueryValue == String { ... }
//     func isHigh(_ reminder: Reminder.TableColumns) -> QueryExpression<Bool> { reminder.priority == .high }

/// An expression: another name for ``SQLExpression``.
///
/// In StructuredQueries it is a protocol. Here every expression has one type, so leave out `some`: write
/// `QueryExpression<Bool>` where an extension says `some QueryExpression<Bool>`.
public typealias QueryExpression = SQLExpression

extension SQLExpression {
    /// The type of the values: another name for `Value`.
    public typealias QueryValue = Value
}

extension Selection {
    /// The columns as expressions: another name for `Columns`.
    ///
    /// The macros also declare it in the type, so that `extension Reminder.TableColumns { ... }` adds computed columns.
    public typealias TableColumns = Columns
}

extension Optional where Wrapped: Table {
    /// The columns of an optional row of a join: another name for `OuterColumns`, as the type of a parameter. An extension
    /// with computed columns says `extension Tag.OuterColumns`; for `extension Tag?.TableColumns`, the compiler says so.
    public typealias TableColumns = Wrapped.OuterColumns
}

// Operators with a query of single values as an operand. They take a `Select` and not any query: a generic operand would
// match everything, and the compiler would take several times as long to report a mistake in any condition.

// MARK: - An expression and a query

extension SQLExpression {
    /// Whether the value equals the value of the first row of a query; NULL equals NULL, and a missing row is NULL.
    ///
    /// ```swift
    /// Item.where { $0.price == Item.select { $0.price.max() } }
    /// ```
    @_disfavoredOverload
    public static func == <Output: RowRepresentable, Columns>(
        lhs: Self, rhs: Select<Output, Columns>
    ) -> SQLExpression<Bool> where Output._Wrapped == Value._Wrapped { lhs.is(rhs) }

    /// Whether the value differs from the value of the first row of a query; NULL equals NULL, and a missing row is
    /// NULL.
    @_disfavoredOverload
    public static func != <Output: RowRepresentable, Columns>(
        lhs: Self, rhs: Select<Output, Columns>
    ) -> SQLExpression<Bool> where Output._Wrapped == Value._Wrapped { lhs.isNot(rhs) }

    /// Whether the value is less than the value of the first row of a query; NULL if either is NULL.
    @_disfavoredOverload
    public static func < <Output: RowRepresentable, Columns>(
        lhs: Self, rhs: Select<Output, Columns>
    ) -> SQLExpression<Bool?> where Output._Wrapped == Value._Wrapped { lhs.lt(rhs) }

    /// Whether the value is less than or equal to the value of the first row of a query; NULL if either is NULL.
    @_disfavoredOverload
    public static func <= <Output: RowRepresentable, Columns>(
        lhs: Self, rhs: Select<Output, Columns>
    ) -> SQLExpression<Bool?> where Output._Wrapped == Value._Wrapped { lhs.lte(rhs) }

    /// Whether the value is greater than the value of the first row of a query; NULL if either is NULL.
    @_disfavoredOverload
    public static func > <Output: RowRepresentable, Columns>(
        lhs: Self, rhs: Select<Output, Columns>
    ) -> SQLExpression<Bool?> where Output._Wrapped == Value._Wrapped { lhs.gt(rhs) }

    /// Whether the value is greater than or equal to the value of the first row of a query; NULL if either is NULL.
    @_disfavoredOverload
    public static func >= <Output: RowRepresentable, Columns>(
        lhs: Self, rhs: Select<Output, Columns>
    ) -> SQLExpression<Bool?> where Output._Wrapped == Value._Wrapped { lhs.gte(rhs) }

    /// The value, or the value of the first row of a query where the value is NULL.
    @_disfavoredOverload
    public static func ?? <Wrapped: RowRepresentable, Columns>(
        lhs: Self, rhs: Select<Wrapped._Plain, Columns>
    ) -> SQLExpression<Wrapped> where Value == Wrapped? { lhs.ifnull(rhs) }
}

extension SQLExpression where Value: SQLNumber {
    /// The sum of the value and the value of the first row of a query.
    @_disfavoredOverload
    public static func + <Columns>(lhs: Self, rhs: Select<Value, Columns>) -> Self {
        lhs + rhs.expression
    }

    /// The difference of the value and the value of the first row of a query.
    @_disfavoredOverload
    public static func - <Columns>(lhs: Self, rhs: Select<Value, Columns>) -> Self {
        lhs - rhs.expression
    }

    /// Adds the value of the first row of a query.
    @_disfavoredOverload
    public static func += <Columns>(lhs: inout Self, rhs: Select<Value, Columns>) {
        lhs = lhs + rhs.expression
    }

    /// Subtracts the value of the first row of a query.
    @_disfavoredOverload
    public static func -= <Columns>(lhs: inout Self, rhs: Select<Value, Columns>) {
        lhs = lhs - rhs.expression
    }
}

extension SQLExpression where Value: SQLText, Value._Plain == Value {
    /// The concatenation of the text and the text of the first row of a query.
    @_disfavoredOverload
    public static func + <Columns>(lhs: Self, rhs: Select<Value, Columns>) -> Self {
        lhs + rhs.expression
    }

    /// Appends the text of the first row of a query.
    @_disfavoredOverload
    public static func += <Columns>(lhs: inout Self, rhs: Select<Value, Columns>) {
        lhs = lhs + rhs.expression
    }
}

// MARK: - A query and an expression

extension Select where Output: SQLiteRepresentable, Output._Plain == Output {
    /// Whether the value of the first row equals another value; NULL equals NULL, and a missing row is NULL.
    ///
    /// ```swift
    /// Artist.where { artist in Album.where { $0.artistID == artist.id }.count() == 1 }
    /// ```
    @_disfavoredOverload
    public static func == (lhs: Self, rhs: SQLExpression<Output>) -> SQLExpression<Bool> {
        SQLExpression<Bool>(lhs.compared(.is, rhs))
    }

    /// Whether the value of the first row equals another value; NULL equals NULL, and a missing row is NULL.
    @_disfavoredOverload
    public static func == (lhs: Self, rhs: Output) -> SQLExpression<Bool> {
        lhs == SQLExpression(rhs)
    }

    /// Whether the value of the first row differs from another value; NULL equals NULL, and a missing row is NULL.
    @_disfavoredOverload
    public static func != (lhs: Self, rhs: SQLExpression<Output>) -> SQLExpression<Bool> {
        SQLExpression<Bool>(lhs.compared(.isNot, rhs))
    }

    /// Whether the value of the first row differs from another value; NULL equals NULL, and a missing row is NULL.
    @_disfavoredOverload
    public static func != (lhs: Self, rhs: Output) -> SQLExpression<Bool> {
        lhs != SQLExpression(rhs)
    }

    /// Whether the value of the first row is less than another value; NULL if either is NULL.
    @_disfavoredOverload
    public static func < (lhs: Self, rhs: SQLExpression<Output>) -> SQLExpression<Bool?> {
        SQLExpression<Bool?>(lhs.compared(.less, rhs))
    }

    /// Whether the value of the first row is less than another value; NULL if either is NULL.
    @_disfavoredOverload
    public static func < (lhs: Self, rhs: Output) -> SQLExpression<Bool?> {
        lhs < SQLExpression(rhs)
    }

    /// Whether the value of the first row is less than or equal to another value; NULL if either is NULL.
    @_disfavoredOverload
    public static func <= (lhs: Self, rhs: SQLExpression<Output>) -> SQLExpression<Bool?> {
        SQLExpression<Bool?>(lhs.compared(.lessOrEqual, rhs))
    }

    /// Whether the value of the first row is less than or equal to another value; NULL if either is NULL.
    @_disfavoredOverload
    public static func <= (lhs: Self, rhs: Output) -> SQLExpression<Bool?> {
        lhs <= SQLExpression(rhs)
    }

    /// Whether the value of the first row is greater than another value; NULL if either is NULL.
    @_disfavoredOverload
    public static func > (lhs: Self, rhs: SQLExpression<Output>) -> SQLExpression<Bool?> {
        SQLExpression<Bool?>(lhs.compared(.greater, rhs))
    }

    /// Whether the value of the first row is greater than another value; NULL if either is NULL.
    @_disfavoredOverload
    public static func > (lhs: Self, rhs: Output) -> SQLExpression<Bool?> {
        lhs > SQLExpression(rhs)
    }

    /// Whether the value of the first row is greater than or equal to another value; NULL if either is NULL.
    @_disfavoredOverload
    public static func >= (lhs: Self, rhs: SQLExpression<Output>) -> SQLExpression<Bool?> {
        SQLExpression<Bool?>(lhs.compared(.greaterOrEqual, rhs))
    }

    /// Whether the value of the first row is greater than or equal to another value; NULL if either is NULL.
    @_disfavoredOverload
    public static func >= (lhs: Self, rhs: Output) -> SQLExpression<Bool?> {
        lhs >= SQLExpression(rhs)
    }

    /// Whether the value of the first row is NULL, or there is no row.
    public static func == (lhs: Self, rhs: _OptionalNilComparisonType) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.expression.node, .is, .null))
    }

    /// Whether the value of the first row is not NULL.
    public static func != (lhs: Self, rhs: _OptionalNilComparisonType) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.expression.node, .isNot, .null))
    }

    private func compared(_ symbol: BinaryOperator, _ other: SQLExpression<Output>) -> SQLNode {
        switch symbol {
        case .is, .isNot: break
        default: guard Output.isOrdered else { return .failure(.noOrder(Output.self)) }
        }
        return .binary(expression.node, symbol, other.node)
    }

    /// The value of the first row, or another value where it is NULL or there is no row.
    ///
    /// ```swift
    /// Item.where { $0.price > (Offer.select { $0.price.min() } ?? 0) }
    /// ```
    @_disfavoredOverload
    public static func ?? <Wrapped: SQLiteRepresentable>(
        lhs: Self, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Wrapped> where Output == Wrapped? { lhs.expression ?? rhs }
}
