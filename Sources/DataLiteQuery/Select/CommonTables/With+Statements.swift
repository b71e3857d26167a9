/// A statement that can use common table expressions: a query, or a change of rows.
public protocol _CommonTableBody: Sendable {
    /// Writes the statement after a `WITH` clause.
    func _write(with tables: _CommonTables, to writer: inout _SQLWriter)
}

/// The tables of a `WITH` clause.
public struct _CommonTables: Sendable {
    let list: [CommonTable]
}

// MARK: - Queries

extension RowQuery {
    public func _write(with tables: _CommonTables, to writer: inout _SQLWriter) {
        let part = part(with: tables.list)
        if part.isNone, writer.position == 0 {
            writer.writeNoRows(columnCount: _decoder.columnCount)
            writer.isNone = true
        } else {
            part.write(to: &writer)
        }
    }

    fileprivate func writePart(with tables: [CommonTable], to writer: inout _SQLWriter) {
        part(with: tables).write(to: &writer)
    }

    fileprivate func part(with tables: [CommonTable]) -> _QueryPart {
        let part = _part
        if tables.isEmpty { return part }
        guard case .common(let inner, let body) = part.kind else {
            return _QueryPart(kind: .common(tables, NestedPart(part)))
        }
        let names = Set(tables.map(\.name))
        guard inner.contains(where: { names.contains($0.name) }) else {
            return _QueryPart(kind: .common(tables + inner, body))
        }
        // The body is a separate `With` that uses the same names, so it stays a nested query.
        return _QueryPart(kind: .common(tables, NestedPart(NestedQuery(part: part))))
    }
}

private struct NestedQuery: SQLRenderable {
    let part: _QueryPart

    func write(to writer: inout _SQLWriter) { part.writeOperand(to: &writer) }
}

extension With: Query where Body: Query {
    public typealias Output = Body.Output

    public var _decoder: _QueryDecoder<Body.Output> { body._decoder }

    public var _returning: Returning<Body.Output>? {
        guard let change = body._returning else { return nil }
        return Returning(
            body: CommonTableChange(tables, change.body), list: change.list,
            _decoder: change._decoder)
    }

    @inlinable
    public static var _isReturning: Bool { Body._isReturning }

    public func _write(to writer: inout _SQLWriter) {
        body._write(with: _CommonTables(list: tables), to: &writer)
    }

    public func _write(first count: Int, to writer: inout _SQLWriter) {
        _write(to: &writer)
        if (body as? any RowQuery)?._part.hasManyRows == true { writer.write(limit: count) }
    }
}

extension With: RowQuery where Body: RowQuery {
    public var _part: _QueryPart { body.part(with: tables) }
}

extension With: _CommonTableBody {
    public func _write(with tables: _CommonTables, to writer: inout _SQLWriter) {
        if let query = self as? any RowQuery {
            query.writePart(with: tables.list, to: &writer)
        } else {
            body._write(with: _CommonTables(list: tables.list + self.tables), to: &writer)
        }
    }
}

// MARK: - Changes

extension ChangeStatement {
    public func _write(with tables: _CommonTables, to writer: inout _SQLWriter) {
        CommonTableChange(tables.list, _change.body).write(returning: nil, to: &writer)
    }
}

extension With: ChangeStatement where Body: ChangeStatement {
    public typealias Model = Body.Model

    public var _change: _Change { _Change(body: CommonTableChange(tables, body._change.body)) }
}

extension Returning: _CommonTableBody {
    public func _write(with tables: _CommonTables, to writer: inout _SQLWriter) {
        CommonTableChange(tables.list, body).write(returning: list, to: &writer)
    }
}

/// `WITH name AS (...) DELETE ...`
struct CommonTableChange: ChangeBody {
    private let tables: [CommonTable]
    private var body: any ChangeBody

    init(_ tables: [CommonTable], _ body: any ChangeBody) {
        guard let inner = body as? CommonTableChange else {
            (self.tables, self.body) = (tables, body)
            return
        }
        // SQLite allows one `WITH` before a change.
        (self.tables, self.body) = (tables + inner.tables, inner.body)
    }

    /// A change does nothing if all its tables are queries without rows, which may be those that it should change.
    var isEmpty: Bool { body.isEmpty || !tables.isEmpty && tables.allSatisfy(\.isNone) }

    var isDelete: Bool { body.isDelete }

    /// The change with its statement after `WITH` changed; `nil` if the statement cannot be filtered.
    func filtered(_ change: (inout any RowChangeBody) -> Void) -> CommonTableChange? {
        guard var rows = body as? any RowChangeBody else { return nil }
        change(&rows)
        var copy = self
        copy.body = rows
        return copy
    }

    func write(returning: _SelectList?, to writer: inout _SQLWriter) {
        // https://sqlite.org/lang_createtrigger.html#syntax_restrictions_on_update_delete_and_insert_statements_within_triggers
        if writer.trigger != nil {
            writer.fail(
                misuse: "a statement of a trigger cannot begin with With: use With in a "
                    + "subquery")
        }
        writer.nested(levels: 4) {
            tables.write(to: &$0)
            body.write(returning: returning, to: &$0)
        }
    }
}

// MARK: - Unavailable

extension With {
    @available(
        *, unavailable,
        message: "execute(_:) runs the statement and returns the number of changed rows"
    )
    public func fetchCount<Row>(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int
    where Body == Returning<Row> { 0 }

    @available(
        *, unavailable,
        message: "execute(_:) runs the statement and returns the number of changed rows"
    )
    public func isEmpty<Row>(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool
    where Body == Returning<Row> { false }

    @available(
        *, unavailable,
        message: "execute(_:) runs the statement and returns the number of changed rows"
    )
    public func exists<Row>(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool
    where Body == Returning<Row> { false }
}
