/// A table that a query defines: a common table expression of a statement written with clauses.
///
/// ```swift
/// let query = sql { schema in
///     let favorites = schema.commonTableExpression { schema in
///         let album = schema.table(Album.self)
///         Select(album)
///         From(album)
///         Where(album.isFavorite)
///     }
///     let album = schema.table(favorites)
///     With(favorites)
///     Select(album.title)
///     From(album)
/// }
/// ```
///
/// `With` names the tables, in the order in which they use each other, before the query or the change.
public struct CommonTableExpression<Rows: Selection>: Sendable {
    let name: String
    let table: AssembledTable
}

/// A row of a common table expression with one column.
public struct ScalarRow<Value: RowRepresentable & Sendable>: Selection {
    /// The value.
    public let value: Value

    public static var columnDefinitions: ColumnDefinitions {
        ColumnDefinitions { columns in columns.add("value", Value.self) }
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        value = try row.next(as: Value.self)
    }

    public func encode(to values: inout RowWriter) { values.append(value) }

    /// The column as an expression.
    public struct Columns: ColumnSet {
        public typealias Model = ScalarRow<Value>
        public typealias Output = ScalarRow<Value>

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// The value.
        public var value: SQLExpression<Value> { _source.column("value") }
    }
}

/// The values of a table with one column, as the argument of `in`.
public protocol _ScalarRows {
    /// The type of the values.
    associatedtype Value: RowRepresentable
}

extension ScalarRow: _ScalarRows {}

extension CommonTableExpression: Query, CustomDebugStringConvertible where Rows: _ScalarRows {
    public typealias Output = Rows.Value._Plain

    public var _decoder: _QueryDecoder<Output> { _QueryDecoder(value: Rows.Value.self) }

    public func _write(to writer: inout _SQLWriter) { writer.write(valuesOf: table) }
}

// MARK: - The clause

/// Marks a `With` that is a clause of a statement written with clauses.
public struct _WithClause: _CommonTableBody {
    let tables: AssembledTables

    public func _write(with tables: _CommonTables, to writer: inout _SQLWriter) {
        writer.failClauseAlone("With")
    }
}

extension With: _QueryClause where Body == _WithClause {
    /// `WITH`: the common table expressions that the statement uses. It is the first clause.
    public init<each Rows: Selection>(_ tables: repeat CommonTableExpression<each Rows>) {
        var list: [AssembledTable] = []
        repeat list.append((each tables).table)
        self.init(clause: _WithClause(tables: AssembledTables(list)))
    }

    public var _clause: _AnyClause { _AnyClause(part: .with(clauseBody.tables)) }
}
