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

// The primary key and the rowid, with the same names for every table, for code that is generic over tables.

extension ColumnSet where Model: PrimaryKeyedTable, Output == Model {
    /// The primary key: a column, or a row value.
    public var primaryKey: SQLExpression<Model.StoredKey> { SQLExpression(keyNode) }
}

extension ColumnSet where Model: PrimaryKeyedTable, Output == Model? {
    /// The primary key of the table on the optional side of an outer join: NULL where no row matches.
    public var primaryKey: SQLExpression<Model.StoredKey?> { SQLExpression(keyNode) }
}

extension ColumnSet where Model: Table, Output == Model {
    /// The rowid, the fastest way for SQLite to find a row. A `WITHOUT ROWID` table has none, so the statement fails.
    public var rowid: SQLExpression<Int> { SQLExpression(_source.node("rowid")) }
}

extension ColumnSet where Model: Table, Output == Model? {
    /// The rowid of the table on the optional side of an outer join: NULL where no row matches.
    public var rowid: SQLExpression<Int?> { SQLExpression(_source.node("rowid")) }
}

extension ColumnSet {
    var keyNode: SQLNode {
        let definitions = Model.columnDefinitions
        let columns = zip(definitions.list, _source.nodes(of: definitions))
        let nodes = columns.filter(\.0.isPrimaryKey).map(\.1)
        return nodes.count == 1 ? nodes[0] : .row(nodes)
    }
}
