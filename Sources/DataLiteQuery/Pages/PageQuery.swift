/// The statement of a page: the columns of the query, and the values by which its rows are ordered.
struct PageQuery<Row: Sendable>: Query {
    /// A row of the page.
    struct Output {
        let row: Row
        let key: [CursorValue]
        /// The position of the part of the page that contains the row.
        let part: Int
    }

    let _decoder: _QueryDecoder<Output>

    /// The number of the query, by which its cursors are recognized.
    let fingerprint: UInt64

    private let parts: [SelectCore]
    private let limit: SQLNode
    private let cursor: PageCursor?

    /// - Throws: `SQLITE_MISMATCH` if the cursor belongs to another query.
    init(
        _ select: PagedSelect, decoder: _QueryDecoder<Row>, place: PagePlace, limit: Int
    ) throws(SQLiteError) {
        fingerprint = try select.fingerprint
        let terms = place.isForward ? select.terms : select.terms.map(\.reversed)
        cursor = place.cursor
        if let cursor {
            guard cursor.fingerprint == fingerprint, cursor.values.count == terms.count else {
                throw .cursorOfAnotherQuery
            }
        }
        let parts =
            place.cursor.map { terms.parts(after: $0, isComputed: select.isComputed) }
            ?? [PagePart(conditions: [], order: terms.map(\.ordering))]
        let limit = SQLNode.parameter(.int(Int64(limit)))
        self.limit = limit
        self.parts = parts.enumerated().map { position, part in
            var core = select.core(selecting: terms, part: position)
            core.add(part)
            core.limit = limit
            return core
        }
        _decoder = Self.decoder(decoder, keys: terms.count)
    }

    private static func decoder(
        _ decoder: _QueryDecoder<Row>, keys count: Int
    ) -> _QueryDecoder<Output> {
        _QueryDecoder<Output>(columnCount: decoder.columnCount + count + 1) {
            (row: inout RowReader) throws(SQLiteError) in
            let decoded = try decoder.decode(&row)
            var key: [CursorValue] = []
            key.reserveCapacity(count)
            for _ in 0..<count { key.append(try CursorValue(&row)) }
            return Output(row: decoded, key: key, part: try row.next())
        }
    }

    func _write(to writer: inout _SQLWriter) {
        if parts.count == 1 { return parts[0].write(to: &writer) }
        var isFirst = true
        for part in parts {
            if !isFirst { writer.write(" UNION ALL ") }
            isFirst = false
            writer.write("SELECT * FROM (")
            part.write(to: &writer)
            writer.write(")")
        }
        writer.write(" LIMIT ")
        writer.write(limit)
    }

    /// Puts the parts in order. SQLite runs the selects of a compound as they are written, but does not promise it.
    func sort(_ rows: inout [Output]) {
        guard zip(rows, rows.dropFirst()).contains(where: { $0.part > $1.part }) else { return }
        rows = parts.indices.flatMap { part in rows.filter { $0.part == part } }
    }

    /// - Throws: `SQLITE_MISMATCH` if a text in a cursor is not valid UTF-8, in a database that stores another
    ///   encoding.
    func check(_ rows: [Output], _ db: any ConnectionProtocol) throws(SQLiteError) {
        let cursors = [cursor?.values, rows.first?.key, rows.last?.key]
        guard cursors.contains(where: { $0?.contains(where: \.isInvalidText) == true }) else {
            return
        }
        let encoding: String? = try db.value("PRAGMA encoding")
        guard encoding == "UTF-8" else { throw .orderNotUTF8 }
    }
}

extension PagedSelect {
    /// Whether the rows are groups or distinct rows.
    fileprivate var isComputed: Bool {
        guard let clauses = core.rare?.clauses else { return false }
        return clauses.isDistinct || !clauses.group.isEmpty
    }

    /// The number of the query: a hash of its SQL, with its order, and of its values.
    fileprivate var fingerprint: UInt64 {
        get throws(SQLiteError) {
            var core = core
            core.order = NodeList(terms.map(\.ordering))
            let sql = try CoreQuery<Void>(
                core: core, _decoder: _QueryDecoder(columnCount: 0) { _ in }
            )
            .sql()
            var checksum = Checksum()
            checksum.combine(sql.utf8)
            for value in sql.parameters { checksum.combine(value) }
            return checksum.state
        }
    }

    /// The select with the terms of its order and the position of a part as additional columns.
    fileprivate func core(selecting terms: [PageTerm], part: Int) -> SelectCore {
        var core = core
        var list = core.selectList
        for term in terms { list.append(term.node) }
        list.append(.parameter(.int(Int64(part))))
        core.selection = list
        return core
    }
}

extension SelectCore {
    /// The selected columns, or all columns of the table.
    var selectList: _SelectList {
        if let selection { return selection }
        var list = _SelectList()
        from._appendColumns(to: &list)
        return list
    }

    fileprivate mutating func add(_ part: PagePart) {
        order = NodeList(part.order)
        if rare?.clauses.group.isEmpty == false {
            for condition in part.conditions {
                clauses.having = .and(clauses.having, condition)
            }
        } else {
            for condition in part.conditions { append(condition: condition) }
        }
    }
}

/// A select whose columns are not known.
struct CoreQuery<Output>: Query {
    let core: SelectCore
    let _decoder: _QueryDecoder<Output>

    func _write(to writer: inout _SQLWriter) { core.write(to: &writer) }
}
