/// The columns of a table on the optional side of an outer join.
///
/// What an extension adds to `Columns` is there, too, as an optional: NULL where it is computed from NULL.
@dynamicMemberLookup
public protocol OuterColumnSet: ColumnSet where Model: Table {}

extension OuterColumnSet {
    /// A computed column of `Columns`.
    public subscript<Value: RowRepresentable>(
        dynamicMember column: KeyPath<Model.Columns, SQLExpression<Value>>
    ) -> SQLExpression<Value?> {
        SQLExpression<Value?>(Model.Columns(_source: _source)[keyPath: column].node)
    }

    /// A computed column of `Columns` that is optional there.
    public subscript<Value: RowRepresentable>(
        dynamicMember column: KeyPath<Model.Columns, SQLExpression<Value?>>
    ) -> SQLExpression<Value?> {
        Model.Columns(_source: _source)[keyPath: column]
    }
}
