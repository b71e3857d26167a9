/// Columns on the optional side of an outer join.
///
/// Properties that an extension adds to `Columns` are also available here, as optionals: NULL where they are computed
/// from NULL.
@dynamicMemberLookup
public protocol OuterColumnSet: ColumnSet {}

extension OuterColumnSet {
    /// A computed column of `Columns`.
    public subscript<Value: RowRepresentable>(
        dynamicMember column: KeyPath<Model.Columns, SQLExpression<Value>>
    ) -> SQLExpression<Value?> {
        SQLExpression<Value?>(Model.Columns(_source: _source)[keyPath: column].node)
    }

    /// A computed column of `Columns` that is already optional.
    public subscript<Value: RowRepresentable>(
        dynamicMember column: KeyPath<Model.Columns, SQLExpression<Value?>>
    ) -> SQLExpression<Value?> {
        Model.Columns(_source: _source)[keyPath: column]
    }

    /// Whether no row matches: `where { $1.is(nil) }`. A row in which all columns are NULL is taken for a missing row, as
    /// in decoding.
    public func `is`(_ other: _OptionalNilComparisonType) -> SQLExpression<Bool> {
        SQLExpression(.unary(.isNull, operand: _source.presence(in: Model.columnDefinitions)))
    }

    /// Whether a row matches: `where { $1.isNot(nil) }`.
    public func isNot(_ other: _OptionalNilComparisonType) -> SQLExpression<Bool> {
        SQLExpression(.unary(.isNotNull, operand: _source.presence(in: Model.columnDefinitions)))
    }
}

/// The columns of a table or a selection on the optional side of an outer join, with the same names as in `Columns`.
public struct OptionalColumns<Model: Selection>: OuterColumnSet {
    public typealias Output = Model?
    public typealias Wrapped = Model

    public let _source: ColumnSource

    public init(_source: ColumnSource) { self._source = _source }
}
