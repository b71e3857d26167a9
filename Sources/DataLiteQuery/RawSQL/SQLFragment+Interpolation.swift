extension SQLFragment {
    /// Collects the pieces of an interpolated literal, for the compiler.
    ///
    /// `SQL.Interpolation` collects everything that `SQL` accepts, so that both have the same rules.
    public struct Interpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []
        private var text: SQL.Interpolation
        private var hasText = false

        public init(literalCapacity: Int, interpolationCount: Int) {
            text = SQL.Interpolation(
                literalCapacity: literalCapacity, interpolationCount: interpolationCount)
        }

        public mutating func appendLiteral(_ literal: StaticString) {
            text.appendLiteral(literal)
            hasText = hasText || literal.utf8CodeUnitCount > 0
        }

        mutating func flush() {
            guard hasText else { return }
            pieces.append(.sql(SQL(stringInterpolation: text)))
            text = SQL.Interpolation(literalCapacity: 0, interpolationCount: 0)
            hasText = false
        }

        private mutating func append(_ piece: Piece) {
            flush()
            pieces.append(piece)
        }
    }
}

// MARK: - The interpolations of SQL

extension SQLFragment.Interpolation {
    /// Binds a value.
    public mutating func appendInterpolation(_ value: some SQLiteBindable) {
        text.appendInterpolation(value)
        hasText = true
    }

    /// Binds a value, or NULL.
    public mutating func appendInterpolation(_ value: (some SQLiteBindable)?) {
        text.appendInterpolation(value)
        hasText = true
    }

    /// Binds a value of a type known only at run time, or NULL.
    @_disfavoredOverload
    public mutating func appendInterpolation(_ value: (any SQLiteBindable)?) {
        text.appendInterpolation(value)
        hasText = true
    }

    /// Inserts a piece of SQL, with its parameters.
    public mutating func appendInterpolation(_ sql: SQL) {
        text.appendInterpolation(sql)
        hasText = true
    }

    /// Binds a value, as `\(value)` does.
    public mutating func appendInterpolation(bind value: (some SQLiteBindable)?) {
        appendInterpolation(value)
    }

    /// Quotes a name: of a table, a column, an index, ...
    public mutating func appendInterpolation(identifier name: String) {
        text.appendInterpolation(identifier: name)
        hasText = true
    }

    /// Quotes a name, as `\(identifier: name)` does.
    public mutating func appendInterpolation(quote name: String) {
        appendInterpolation(identifier: name)
    }

    /// Quotes a name, or text as a string literal.
    public mutating func appendInterpolation(
        quote text: String, delimiter: SQLFragment.QuoteDelimiter
    ) {
        switch delimiter {
        case .identifier: appendInterpolation(identifier: text)
        case .text: appendInterpolation(raw: text.sqliteLiteral)
        }
    }

    /// Binds each value of a list, for the right side of `IN`.
    public mutating func appendInterpolation<S: Sequence>(list values: S)
    where S.Element: SQLiteBindable {
        text.appendInterpolation(list: values)
        hasText = true
    }

    @available(
        *, unavailable,
        message: """
            a row has several values: write 'where { $0.key.in(keys) }', or insert a query, 'IN (\\(query))'
            """
    )
    public mutating func appendInterpolation<S: Sequence>(list rows: S)
    where S.Element: Selection {}

    /// Inserts a BLOB of zero bytes, which takes no memory.
    public mutating func appendInterpolation(zeros count: Int) {
        text.appendInterpolation(zeros: count)
        hasText = true
    }

    /// Binds each value of a list of mixed types, for the right side of `IN`.
    public mutating func appendInterpolation(list values: [(any SQLiteBindable)?]) {
        text.appendInterpolation(list: values)
        hasText = true
    }

    /// Inserts text unchanged. Never pass text from outside the program.
    public mutating func appendInterpolation(raw: String) {
        text.appendInterpolation(raw: raw)
        hasText = true
    }

    /// Inserts an integer as a literal.
    public mutating func appendInterpolation(raw number: some BinaryInteger) {
        appendInterpolation(raw: String(number))
    }

    // MARK: - Typed parts

    /// Binds the values of a group of columns, as a row value: `(?, ?)`.
    @_disfavoredOverload
    public mutating func appendInterpolation(_ value: some RowRepresentable) {
        append(.node(SQLNode(binding: value)))
    }

    /// Inserts an expression, in parentheses if it has operators.
    public mutating func appendInterpolation(_ expression: some SQLExpressionProtocol) {
        append(.node(expression.node))
    }

    /// Inserts the columns of a table or selection, separated by commas.
    public mutating func appendInterpolation(_ columns: some ColumnSet) {
        append(.columns(_SelectList(columns)))
    }

    /// Inserts the name of a table.
    public mutating func appendInterpolation<T: Table>(_ table: T.Type) {
        append(.table(T.tableDefinition))
    }

    /// Inserts the name of an alias.
    public mutating func appendInterpolation<Alias: AliasName>(_ alias: Alias.Type) {
        appendInterpolation(identifier: Alias.aliasName)
    }

    /// An alias, in quotation marks.
    public mutating func appendInterpolation<Alias: TableAlias>(_ alias: Alias.Type) {
        appendInterpolation(identifier: Alias.aliasName)
    }

    /// Inserts the name of a column without its table, as `INSERT INTO`, `SET` and `CREATE INDEX` require.
    public mutating func appendInterpolation(
        identifier column: SQLExpression<some RowRepresentable>
    ) {
        if let name = column.node.columnName {
            appendInterpolation(identifier: name)
        } else {
            append(.node(.failure(.notAColumn(column.node))))
        }
    }

    /// Inserts an insert, an update or a delete. It must be one statement.
    public mutating func appendInterpolation(_ change: some ChangeStatement) {
        append(.fragment(NestedPart(ChangeText(change: change._change))))
    }

    /// Inserts a query without parentheses: `IN (\(query))`.
    public mutating func appendInterpolation(_ query: some Query) {
        append(.fragment(NestedPart(QueryText(query: query))))
    }

    /// Inserts another `#sql`.
    public mutating func appendInterpolation(_ sql: SQLFragment) {
        flush()
        pieces += sql.pieces
    }

    /// Inserts another piece of SQL. `#sql` does not check the text around it.
    public mutating func appendInterpolation(sql: SQLFragment) {
        appendInterpolation(sql)
    }

    /// Inserts a piece of SQL with its parameters. `#sql` does not check the text around it.
    public mutating func appendInterpolation(sql: SQL) {
        appendInterpolation(sql)
    }
}

private struct ChangeText: SQLRenderable {
    let change: _Change

    func write(to writer: inout _SQLWriter) {
        guard !change.body.isEmpty else {
            return writer.fail(misuse: "the inserted change has nothing to do")
        }
        change.body.write(returning: nil, to: &writer)
    }
}

extension SQLiteError {
    fileprivate static func notAColumn(_ node: SQLNode) -> SQLiteError {
        var writer = _SQLWriter()
        writer.write(node)
        let text = String(decoding: writer.utf8, as: UTF8.self)
        return SQLiteError(.misuse, message: "\(text) is not a column: it has no name to insert")
    }
}
