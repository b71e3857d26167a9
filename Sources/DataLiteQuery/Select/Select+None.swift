// `.none` where only the type of the query is known: `isShown ? Reminder.select(\.id) : .none`.

/// A statement with a `.none`, which a ``With`` around it then has, too.
public protocol _StatementWithNone {
    /// The statement that does nothing and returns no row.
    static var none: Self { get }
}

extension Insert: _StatementWithNone where Model: Table {}
extension Update: _StatementWithNone where Model: Table {}
extension Delete: _StatementWithNone where Model: Table {}

// MARK: - Queries

extension Select: _StatementWithNone where Columns: ColumnSet {
    /// A query without rows, where its type is known: `isShown ? Reminder.select(\.id) : .none`.
    ///
    /// The type of a query does not say what the query selects, so ``or(_:)`` returns the other query. ``not()`` makes
    /// the statement fail, unless the query selects rows of the table.
    ///
    /// The type of a join does not say which tables are joined, either: write `join.none`, where `join` is the other
    /// query.
    public static var none: Self {
        let item = Columns.Model.itemWithoutRows
        var core = SelectCore(from: item)
        core.append(condition: .never)
        let columns = Columns(_source: ColumnSource(of: item))
        let rows = _QueryDecoder<Columns.Model>(direct: Columns.Model.columnCount)
        if let rows = rows as? _QueryDecoder<Output> {
            var query = Select(core: core, columns: columns, decoder: rows)
            if EnclosingQuery.isCurrent { query.separate() }
            return query
        }
        return Select(core: core, columns: columns, decoder: .withoutRows).withoutRows
    }
}

extension Select {
    /// The query without rows, if only its type is known.
    var withoutRows: Self {
        let nulls = Array(repeating: SQLNode.text("NULL"), count: _decoder.columnCount)
        return with { $0.selection = _SelectList(nodes: nulls) }
    }
}

extension Values: _StatementWithNone {
    /// Values without a row, where their type is known: `isShown ? Values(1, "a") : .none`.
    public static var none: Self { Values(withoutRows: .withoutRows) }
}

extension SQLQuery: _StatementWithNone {
    /// The query without rows: no statement runs. As a part of another query, it has no rows.
    public var none: Self { SQLQuery(withoutRows: _decoder) }

    /// A query without rows, where its type is known: `isShown ? #sql("...", as: Int.self) : .none`.
    public static var none: Self { SQLQuery(withoutRows: .withoutRows) }
}

// MARK: - Other statements

extension Returning: _StatementWithNone {
    /// A change that changes nothing, returns no row and runs no statement, where its type is known.
    public static var none: Self {
        Returning(body: NoChange(), list: _SelectList(), _decoder: .withoutRows)
    }
}

private struct NoChange: ChangeBody {
    var isEmpty: Bool { true }

    func write(returning: _SelectList?, to writer: inout _SQLWriter) {}
}

extension With: _StatementWithNone where Body: _StatementWithNone {
    /// The statement that does nothing and returns no row, where its type is known.
    public static var none: Self { With([], .none) }
}

// MARK: - Parts

extension Selection {
    /// A table with the columns of the type. If it is not a table of the database, it has no rows.
    fileprivate static var itemWithoutRows: FromItem {
        if let table = self as? any Table.Type { return FromItem(table.tableDefinition) }
        let rows = ValueRows(rows: [], columnCount: columnCount)
        return table(_QueryPart(kind: .values(rows)))
    }
}

extension _QueryDecoder {
    /// A decoder for rows that a query does not have. Their type does not tell the number of columns of a tuple.
    fileprivate static var withoutRows: Self {
        withoutRows(columnCount: (Output.self as? any RowDecodable.Type)?.columnCount ?? 1)
    }

    static func withoutRows(columnCount: Int) -> Self {
        _QueryDecoder(columnCount: columnCount, forms: .unknown) { _ throws(SQLiteError) in
            throw SQLiteError(.misuse, message: "a query without rows has no value to decode")
        }
    }
}

extension SQLiteError {
    static let notNone = SQLiteError.misuse(
        "the selection of `.none` is not known: write `not` before `select`")
}
